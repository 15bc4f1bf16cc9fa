// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jshmem.launch.os.Refused;
import org.jshmem.launch.program.ModuleServices;
import org.jshmem.spi.BuiltIn;

/// The words of a command line, split into those of each option, the program, and the arguments of the program.
/// [Options] reads the values.
class OptionWords {
    static final List<String> COMMANDS = List.of("doctor", "classpath", "completion", "man");

    /// The values of each option that is given, by its first name, in order; none for a flag.
    final Map<String, List<String>> given;

    /// The program; null without one.
    String program;

    List<String> arguments = List.of();

    OptionWords() {
        given = new LinkedHashMap<>();
    }

    OptionWords(OptionWords line) {
        given = line.given;
        program = line.program;
        arguments = line.arguments;
    }

    /// Splits a command line. The value of an option may begin with a hyphen; the first other word without one is the
    /// program.
    static OptionWords of(String... line) {
        var words = new OptionWords();
        var open = new ArrayDeque<>(List.of(line));
        while (!open.isEmpty() && open.peek().length() > 1 && open.peek().startsWith("-")) {
            String word = open.remove();
            if (word.equals("--")) break;
            DeclaredOption option = DeclaredOption.named(word);
            if (option == null) {
                List<String> parts = DeclaredOption.parts(word);
                if (parts.isEmpty()) throw ForeignOptions.unknown(word);
                parts.reversed().forEach(open::addFirst);
                continue;
            }
            List<String> values = words.given.computeIfAbsent(option.name(), _ -> new ArrayList<>());
            if (option.isFlag()) continue;
            boolean lacks = open.isEmpty() || open.peek().equals("--");
            Refused.when(lacks, "%s needs a value; give %1$s %s", word, option.label());
            values.add(open.remove());
        }
        if (!open.isEmpty()) {
            words.program = open.remove();
            words.arguments = List.copyOf(open);
        }
        return words;
    }

    final boolean has(String name) {
        return given.containsKey(name);
    }

    /// The values of an option; none without it.
    final List<String> values(String name) {
        return given.getOrDefault(name, List.of());
    }

    /// The value of an option, of several the last one; null without it.
    final String value(String name) {
        return value(name, null);
    }

    /// The value of an option, or this one without it.
    final String value(String name, String otherwise) {
        return has(name) ? given.get(name).getLast() : otherwise;
    }

    /// Prints a line about an option or a variable without effect.
    final void hint(String what) {
        if (!has("-q")) System.err.println("oshrun: " + what);
    }

    final Path heapFolder() {
        String remedy = "give a directory in memory, such as /dev/shm";
        return folder("--heap-dir", "/dev/shm", remedy, Files::isWritable, "written");
    }

    /// The folder that an option names, or `preset` without it. Refuses one that the job cannot use.
    final Path folder(String option, String preset, String remedy, Predicate<Path> isUsable, String use) {
        String name = value(option, preset);
        if (name == null) return null;
        Path folder = Path.of(name);
        boolean isFolder = !name.isEmpty() && Files.isDirectory(folder);
        Refused.when(!isFolder, "%s '%s' is not a directory; %s", option, name, remedy);
        Refused.when(!isUsable.test(folder), "%s '%s' cannot be %s by this user; give another one", option, name, use);
        return folder;
    }

    /// The built-in program of the line; empty for one of the user's, and without one.
    final Optional<BuiltIn> builtIn() {
        return ModuleServices.program(program);
    }

    /// Whether the program is a built-in one that runs as one PE, on this host also in an allocation of several.
    final boolean isTool() {
        return builtIn().filter(BuiltIn::alone).isPresent();
    }

    final boolean isCommand() {
        return program != null && COMMANDS.contains(program);
    }

    /// Whether `--help`, and nothing else, follows a built-in program or a command.
    final boolean asksForHelp() {
        return (arguments.equals(List.of("--help")) || arguments.equals(List.of("-h")))
                && (isCommand() || builtIn().isPresent());
    }

    final void refuseArguments() {
        String all = String.join(" ", arguments);
        Refused.when(!arguments.isEmpty(), "%s takes no arguments; remove '%s'", program, all);
    }

    /// Refuses options that have no effect on a command, or on an option that is one.
    final void checkAlone(String command, String taken) {
        for (String name : given.keySet()) {
            boolean fits = name.equals(command) || name.equals(taken) || name.equals("-q");
            Refused.when(!fits, "%s has no effect on %s; remove it", name, command);
        }
    }

    /// Refuses each of these options together with one of `others`. The message is a format with the names of both.
    final void exclude(String options, String others, String message) {
        for (String other : others.split(" ")) {
            for (String option : options.split(" ")) Refused.when(has(other) && has(option), message, option, other);
        }
    }

    /// Refuses each of these options without the other one.
    final void need(String options, String other, String message) {
        if (!has(other)) for (String option : options.split(" ")) Refused.when(has(option), message, option, other);
    }
}
