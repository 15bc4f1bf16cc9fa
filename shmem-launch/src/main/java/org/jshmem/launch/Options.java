// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jshmem.launch.os.Numbers;
import org.jshmem.launch.os.Refused;
import org.jshmem.launch.program.ModuleServices;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.spi.BuiltIn;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// The command line of `oshrun`: a class for each group of options, and the rules for several groups. Every mistake
/// throws [Refused] with a message that names the option.
@Command(name = "oshrun", resourceBundle = "org.jshmem.launch.options")
final class Options {
    static final List<String> COMMANDS = List.of("doctor", "classpath", "completion", "man");

    @Mixin(name = "Job")
    final JobOptions job = new JobOptions();

    @Mixin(name = "Program")
    final EnvironmentOptions environment = new EnvironmentOptions();

    @Mixin(name = "Recording")
    final TraceOptions trace = new TraceOptions();

    @Mixin(name = "JVMs and cores")
    final JvmOptions jvm = new JvmOptions();

    @Mixin(name = "Several hosts")
    final HostOptions hosts = new HostOptions();

    @Mixin(name = "Output, debugging, running jobs")
    final RunOptions run = new RunOptions();

    @Mixin(name = "Simulator")
    final SimulatorOptions simulator = new SimulatorOptions();

    /// The program and its arguments.
    @Parameters(arity = "0..*", hidden = true)
    List<String> words = new ArrayList<>();

    /// The values of each option that is given, by its first name, in order; none for a flag.
    final Map<String, List<String>> given = new LinkedHashMap<>();

    /// The program; null without one.
    String program;

    List<String> arguments = List.of();

    /// Parses a command line.
    static Options of(String... line) {
        var options = new Options();
        if (!PlainCommandLine.parse(options, line)) options = PicocliParser.parse(line);
        options.split();
        return options;
    }

    private void split() {
        if (words.isEmpty()) return;
        program = words.getFirst();
        arguments = words.subList(1, words.size());
    }

    /// Whether the program is a built-in one that runs as one PE, on this host also in an allocation of several.
    boolean isTool() {
        return ModuleServices.program(program).map(BuiltIn::alone).orElse(false);
    }

    /// The largest number of PEs of a job of this kind.
    int mostPes() {
        return simulator.isGiven() ? SimulatorOptions.MOST_PES : hosts.mostPes();
    }

    boolean isCommand() {
        return program != null && COMMANDS.contains(program);
    }

    /// Whether `--help`, and nothing else, stands behind a built-in program or a command.
    boolean asksForHelp() {
        return (arguments.equals(List.of("--help")) || arguments.equals(List.of("-h")))
                && (isCommand() || ModuleServices.program(program).isPresent());
    }

    /// The number of PEs; one where only the help of a program is asked for.
    int npes() {
        String np = job.np;
        if (asksForHelp() && np == null) return 1;
        if (isTool()) {
            if (hosts.areGiven()) throw new Refused("%s runs on this host; remove --hosts".formatted(program));
            if (np == null || np.equals("1")) return 1; // it makes jobs of its own
            throw new Refused("%s runs as one PE; remove -np %s".formatted(program, np));
        }
        if (np == null && hosts.npes() > 0) return hosts.npes();
        if (np == null) {
            boolean behind = arguments.contains("-np") || arguments.contains("-n");
            throw new Refused("how many PEs? give -np N"
                    + (behind
                            ? " before PROGRAM; arguments after PROGRAM belong to the program"
                            : ", as in oshrun -np 4 hello; %s'oshrun --help' lists all options"
                                    .formatted(Help.meant(program))));
        }
        if (np.startsWith("p") && Numbers.whole(np.substring(1), 0, Integer.MAX_VALUE) >= 0) { // -n has taken the p
            throw new Refused("-n%s: put a space between -np and the number of PEs".formatted(np));
        }
        return Numbers.count("-np", np, "PEs", mostPes());
    }

    /// The size of the symmetric heap of each PE in bytes: `--heap`, then the two variables (also through `-x`),
    /// then the default, which is at least the size that a built-in program requests on real memory.
    long heapBytes(Map<String, String> environment, int npes) {
        if (job.heap != null) return Numbers.bytes("--heap", job.heap);
        return Refused.unlessValid(() -> Settings.heapBytes(environment, () -> defaultHeapBytes(npes)));
    }

    private long defaultHeapBytes(int npes) {
        if (simulator.isGiven()) return Settings.FIXED_HEAP;
        long wish = ModuleServices.program(program)
                .map(own -> own.heap().applyAsLong(npes))
                .orElse(0L);
        return Math.max(wish, Settings.defaultHeapBytes(npes, heapFolder()));
    }

    Path heapFolder() {
        String heapDir = job.heapDir == null ? "/dev/shm" : job.heapDir;
        Path folder = Path.of(heapDir);
        if (!Files.isDirectory(folder) || heapDir.isEmpty()) {
            throw new Refused("--heap-dir '%s' is not a directory; give a directory in memory, such as /dev/shm"
                    .formatted(folder));
        }
        if (!Files.isWritable(folder)) {
            throw new Refused("--heap-dir '%s' cannot be written by this user; give another one".formatted(folder));
        }
        return folder;
    }

    /// Refuses options that exclude each other, and values that no job accepts.
    void check() {
        OptionChecks.check(this);
        hosts.perHost();
        jvm.check(simulator.isGiven());
        if (jvm.binding().binds() && (jvm.jvms != null || simulator.isGiven())) {
            throw new Refused("--bind-to is for PEs that are processes; remove it, or --jvms and --machine");
        }
    }
}
