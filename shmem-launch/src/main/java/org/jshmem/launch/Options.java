// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jshmem.launch.os.Refused;
import org.jshmem.launch.program.ModuleServices;
import org.jshmem.runtime.settings.MemorySizes;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.spi.BuiltIn;

/// The command line of `oshrun`. Every mistake throws [Refused] with a message that
/// names the option.
final class Options {
    static final List<String> COMMANDS = List.of("doctor", "classpath", "completion", "man");

    /// The values of each option that is given, by its first name, in order; none for a flag.
    final Map<String, List<String>> given = new LinkedHashMap<>();

    /// The program; null without one.
    String program;

    List<String> arguments = List.of();

    /// Parses a command line.
    static Options of(String... line) {
        var plain = new Options();
        if (plain.parsePlain(line)) return plain;
        var options = new Options();
        PicocliParser.parse(options, line);
        return options;
    }

    /// Parses a line whose options and values are words of their own, as picocli would, which takes 27 ms of a start.
    /// Returns false, with some options set, if picocli must parse it.
    boolean parsePlain(String... line) {
        int next = 0;
        while (next < line.length && line[next].startsWith("-")) {
            DeclaredOption option = DeclaredOption.named(line[next++]);
            if (option == null) return false;
            List<String> values = given.computeIfAbsent(option.name(), _ -> new ArrayList<>());
            if (option.isFlag()) continue;
            if (next == line.length || line[next].equals("--")) return false;
            values.add(line[next++]);
        }
        setWords(List.of(line).subList(next, line.length));
        return true;
    }

    /// Sets the program and its arguments.
    void setWords(List<String> words) {
        if (words.isEmpty()) return;
        program = words.getFirst();
        arguments = words.subList(1, words.size());
    }

    boolean has(String name) {
        return given.containsKey(name);
    }

    /// The values of an option; none without it.
    List<String> values(String name) {
        return given.getOrDefault(name, List.of());
    }

    /// The value of an option, of several the last one; null without it.
    String value(String name) {
        return has(name) ? given.get(name).getLast() : null;
    }

    /// The value of an option, or this one without it.
    String value(String name, String otherwise) {
        return has(name) ? value(name) : otherwise;
    }

    /// Prints a line about an option or a variable without effect.
    void hint(String what) {
        if (!has("-q")) System.err.println("oshrun: " + what);
    }

    /// The built-in program of the line; empty for one of the user's, and without one.
    Optional<BuiltIn> builtIn() {
        return ModuleServices.program(program);
    }

    /// Whether the program is a built-in one that runs as one PE, on this host also in an allocation of several.
    boolean isTool() {
        return builtIn().filter(BuiltIn::alone).isPresent();
    }

    boolean isSimulated() {
        return has("--machine");
    }

    boolean isCommand() {
        return program != null && COMMANDS.contains(program);
    }

    /// Whether `--help`, and nothing else, stands behind a built-in program or a command.
    boolean asksForHelp() {
        return (arguments.equals(List.of("--help")) || arguments.equals(List.of("-h")))
                && (isCommand() || builtIn().isPresent());
    }

    /// The size of the symmetric heap of each PE in bytes: `--heap`, then the two variables (also through `-x`),
    /// then the default, which is at least the size that a built-in program requests on real memory. The default
    /// divides the memory of this host by the PEs that are `here`.
    long heapBytes(Map<String, String> environment, int npes, int here) {
        return Refused.unlessValid(() -> has("--heap")
                ? MemorySizes.parse("--heap", value("--heap"))
                : Settings.heapBytes(environment, () -> defaultHeapBytes(npes, here)));
    }

    private long defaultHeapBytes(int npes, int here) {
        if (isSimulated()) return Settings.FIXED_HEAP;
        long wish = builtIn().map(own -> own.heap().applyAsLong(npes)).orElse(0L);
        return Math.max(wish, Settings.defaultHeapBytes(here, heapFolder()));
    }

    Path heapFolder() {
        String remedy = "give a directory in memory, such as /dev/shm";
        return folder("--heap-dir", "/dev/shm", remedy, Files::isWritable, "written");
    }

    /// The folder that an option names, or `preset` without it. Refuses one that the job cannot use.
    Path folder(String option, String preset, String remedy, Predicate<Path> isUsable, String use) {
        String given = value(option, preset);
        if (given == null) return null;
        Path folder = Path.of(given);
        boolean isFolder = !given.isEmpty() && Files.isDirectory(folder);
        Refused.when(!isFolder, "%s '%s' is not a directory; %s", option, given, remedy);
        Refused.when(!isUsable.test(folder), "%s '%s' cannot be %s by this user; give another one", option, given, use);
        return folder;
    }
}
