// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jshmem.Config;
import org.jshmem.ThreadLevel;
import org.jshmem.launch.job.CoreBinding;
import org.jshmem.launch.program.ModuleServices;
import org.jshmem.launch.system.Numbers;
import org.jshmem.launch.system.Refused;
import org.jshmem.runtime.Settings;
import org.jshmem.start.BuiltIn;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;

/// The command line of `oshrun`, with the checked value of each option. Every mistake throws [Refused] with a message
/// that names the option.
@Command(
        name = "oshrun",
        customSynopsis = "oshrun -np N [options] PROGRAM [arguments] [: -np N PROGRAM [arguments]]...",
        description = "Runs an OpenSHMEM program on N PEs (processing elements). PROGRAM is a built-in program, a main"
                + " class (with -cp), a .jar, or a single .java source file. After a colon other PEs of the job run"
                + " another program.",
        sortOptions = false,
        usageHelpAutoWidth = true,
        exitCodeList = {
            "0:every PE ended well",
            "1:a PE threw an exception that it did not catch, or ended without finalize",
            "2:the job was refused before it started; standard error has the reason",
            "3:the PEs ended well, and the simulator has reported a race, a lost update, a stale read or a late put",
            "124:the job took longer than --time-limit",
            "128 + n:signal n ended a PE or the launcher: 130 Ctrl-C, 137 SIGKILL, 141 the output's reader has ended,"
                    + " 143 SIGTERM",
            "other:the status of the first PE that failed, which stderr names, as in System.exit(k) or globalExit(k)"
        })
final class Options {
    @Option(
            names = {"-np", "-n"},
            paramLabel = "N",
            description = "Start this number of PEs")
    String np;

    @Mixin
    SimulatorOptions simulator = new SimulatorOptions();

    @Mixin
    JvmOptions jvm = new JvmOptions();

    @Mixin
    HostOptions hosts = new HostOptions();

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            description =
                    "Set the symmetric heap of each PE: a number, also a fraction, and one of k m g t (default: SHMEM_SYMMETRIC_SIZE, else 64m)")
    String heap;

    @Option(
            names = "--heap-dir",
            paramLabel = "DIR",
            description = "Create the job file in this folder (default: /dev/shm)")
    String heapDir;

    @Mixin
    EnvironmentOptions environment = new EnvironmentOptions();

    @Option(
            names = "--timeout",
            paramLabel = "D",
            description =
                    "End the job with a report of the PEs that wait for each other once a wait inside the library takes longer (500ms, 3s, 2m; 0s: no limit)")
    String timeout;

    @Option(
            names = "--tag-output",
            description = "Begin each line of output with [PE n], of standard error with [PE n err]")
    boolean tagOutput;

    @Mixin
    TraceOptions trace = new TraceOptions();

    @Option(
            names = "--bind-to",
            paramLabel = "WHAT",
            description =
                    "Bind each PE in turn: core to one core, numa to the cores of one NUMA node, none to nothing (default)")
    String bindTo;

    @Option(names = "--report-bindings", description = "Print the cores on which each PE may run")
    boolean reportBindings;

    @Mixin
    RunOptions run = new RunOptions();

    @Option(names = "--ps", description = "List the running jobs of this user and exit")
    boolean ps;

    @Option(names = "--json", description = "With --ps: print a JSON array")
    boolean json;

    @Option(
            names = "--kill",
            paramLabel = "JOB",
            description = "End a running job, named as for --inspect, as SIGTERM to its launcher does")
    String kill;

    @Option(
            names = "--inspect",
            paramLabel = "JOB",
            description =
                    "Show a running job, refreshed each second in a terminal; JOB is the beginning of its id, or the process of its launcher")
    String inspect;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Print this help and exit")
    boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Print the version and exit")
    boolean version;

    @Parameters(index = "0", arity = "0..1", hidden = true)
    String program;

    @Parameters(index = "1..*", hidden = true)
    List<String> arguments = new ArrayList<>();

    /// Whether the program is a built-in one that runs as one PE, on this host also in an allocation of several.
    boolean isTool() {
        return ModuleServices.program(program).map(BuiltIn::alone).orElse(false);
    }

    /// The largest number of PEs of a job of this kind.
    int mostPes() {
        return simulator.isAsked() ? SimulatorOptions.MOST_PES : hosts.mostPes();
    }

    /// Whether `--help`, and nothing else, stands behind a built-in program or a command.
    boolean asksForHelp() {
        return (arguments.equals(List.of("--help")) || arguments.equals(List.of("-h")))
                && (Manual.isCommand(program) || ModuleServices.program(program).isPresent());
    }

    /// The number of PEs; one where only the help of a program is asked for.
    int npes() {
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
                                    .formatted(Manual.meant(program))));
        }
        if (np.matches("p\\d+")) { // -n has taken the p
            throw new Refused("-n%s: put a space between -np and the number of PEs".formatted(np));
        }
        return Numbers.count("-np", np, "PEs", mostPes());
    }

    /// The size of the symmetric heap of each PE in bytes: `--heap`, then the two variables (also through `-x`),
    /// then the size that a built-in program requests on real memory, then the default.
    long heapBytes(Map<String, String> environment, int npes) {
        if (heap != null) return Numbers.bytes("--heap", heap);
        long wish = simulator.isAsked()
                ? 0
                : ModuleServices.program(program)
                        .map(own -> own.heap().applyAsLong(npes))
                        .orElse(0L);
        var config = new Config(wish, ThreadLevel.SINGLE, Duration.ZERO);
        return Refused.unlessValid(() -> Settings.heapBytes(environment, config));
    }

    long timeoutNanos() {
        return Numbers.nanos("--timeout", timeout);
    }

    Path heapFolder() {
        Path folder = Path.of(heapDir == null ? "/dev/shm" : heapDir);
        if (!Files.isDirectory(folder) || heapDir != null && heapDir.isEmpty()) {
            throw new Refused("--heap-dir '%s' is not a directory; give a directory in memory, such as /dev/shm"
                    .formatted(folder));
        }
        if (!Files.isWritable(folder)) {
            throw new Refused("--heap-dir '%s' cannot be written by this user; give another one".formatted(folder));
        }
        return folder;
    }

    CoreBinding binding() {
        return CoreBinding.parse(bindTo, reportBindings);
    }

    /// Refuses options that exclude each other, and values that no job accepts.
    void check(ParseResult given) {
        OptionRules.check(given);
        hosts.check();
        jvm.check(simulator.isAsked());
        simulator.check();
        if (binding().binds() && (jvm.saysJvms() || simulator.isAsked())) {
            throw new Refused("--bind-to is for PEs that are processes; remove it, or --jvms and --machine");
        }
    }
}
