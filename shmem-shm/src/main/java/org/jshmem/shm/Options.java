// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jshmem.Config;
import org.jshmem.runtime.Durations;
import org.jshmem.runtime.Environment;
import org.jshmem.runtime.Settings;
import org.jshmem.runtime.Sizes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The command line of `oshrun`, and what each option means once checked. Everything wrong is [Refused] by name.
@Command(
        name = "oshrun",
        customSynopsis = "oshrun -np N [options] PROGRAM [arguments]",
        description = {
            "Runs an OpenSHMEM program on N PEs. PROGRAM is a built-in program, a main class (with -cp),",
            "a .jar, or a single .java source file."
        },
        sortOptions = false,
        usageHelpAutoWidth = true,
        footerHeading = "%nBuilt-in programs: ",
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:every PE ended well",
            "2:the job was refused before it started; stderr says why",
            "other:that of the first PE that failed, which stderr names: 1 for an uncaught exception, 128 + n for signal n"
        })
final class Options {
    /// More PEs than this on one machine are a typing error.
    static final int MOST_PES = 4096;

    @Option(
            names = {"-np", "-n"},
            paramLabel = "N",
            description = "number of PEs")
    String np;

    @Mixin
    SimulatorOptions simulator = new SimulatorOptions();

    @Option(names = "--threads", description = "PEs as threads of one JVM (debugging)")
    boolean threads;

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            description = "symmetric heap per PE: a number, also a fraction, and one of k m g t"
                    + " (default: SHMEM_SYMMETRIC_SIZE, else 64m)")
    String heap;

    @Option(names = "--heap-dir", paramLabel = "DIR", description = "where the job file lives (default: /dev/shm)")
    String heapDir;

    @Option(
            names = {"-cp", "-classpath", "--class-path"},
            paramLabel = "PATH",
            description = "class path of the program (default: CLASSPATH, else the current folder)")
    String classPath;

    @Option(
            names = "-J",
            paramLabel = "OPT",
            arity = "1",
            description = "a JVM option for every PE, as in -J -Xmx2g; repeatable")
    List<String> jvm = new ArrayList<>();

    @Option(
            names = "-x",
            paramLabel = "NAME=VALUE",
            description = "an environment variable for every PE; -x NAME passes it on; repeatable")
    List<String> environment = new ArrayList<>();

    @Option(
            names = "--timeout",
            paramLabel = "D",
            description = "the longest any PE may wait inside the library (500ms, 3s, 2m); then the job ends with a"
                    + " report of who waits for whom")
    String timeout;

    @Option(names = "--tag-output", description = "prefix each line of output with its PE")
    boolean tagOutput;

    @Option(
            names = "--bind-to",
            paramLabel = "WHAT",
            description = "core: each PE on one core, in turn; none: wherever the system puts it (default)")
    String bindTo;

    @Option(names = "--ps", description = "list this user's running jobs and exit")
    boolean ps;

    @Option(
            names = "--inspect",
            paramLabel = "JOB",
            description = "show a running job, refreshed like top: JOB is the beginning of its id, or its launcher's"
                    + " process")
    String inspect;

    @Option(names = "--hex", description = "with --inspect: the job file's control words byte for byte")
    boolean hex;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "print this and exit")
    boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "print the version and exit")
    boolean version;

    @Parameters(index = "0", arity = "0..1", hidden = true)
    String program;

    @Parameters(index = "1..*", hidden = true)
    List<String> arguments = new ArrayList<>();

    /// Number of PEs.
    int npes() {
        if (np == null && "scoreboard".equals(program)) return 1; // the scoreboard makes its own jobs
        if (np == null) throw new Refused("how many PEs? give -np N");
        int n;
        try {
            n = Integer.parseInt(np);
        } catch (NumberFormatException e) {
            n = 0;
        }
        if (n < 1 || n > MOST_PES) {
            throw new Refused(
                    "-np '%s' is not a number of PEs; give a whole number from 1 to %d".formatted(np, MOST_PES));
        }
        return n;
    }

    /// Bytes of symmetric heap per PE: `--heap`, then the two variables (also through `-x`), then the default.
    long heapBytes(Map<String, String> environment) {
        try {
            return heap != null ? Sizes.parse("--heap", heap) : Settings.heapBytes(environment, Config.DEFAULT);
        } catch (IllegalArgumentException e) {
            throw new Refused(e.getMessage());
        }
    }

    /// The longest wait in nanoseconds, or 0 for no limit.
    long timeoutNanos() {
        if (timeout == null) return 0;
        try {
            Duration limit = Durations.parse("--timeout", timeout);
            return limit.toNanos();
        } catch (IllegalArgumentException e) {
            throw new Refused(e.getMessage());
        }
    }

    /// The folder of the job file.
    Path heapFolder() {
        Path folder = Path.of(heapDir == null ? "/dev/shm" : heapDir);
        if (!Files.isDirectory(folder)) {
            throw new Refused("--heap-dir %s is not a folder; give one in memory, such as /dev/shm".formatted(folder));
        }
        if (!Files.isWritable(folder)) {
            throw new Refused("--heap-dir %s cannot be written by this user; give another one".formatted(folder));
        }
        return folder;
    }

    /// What `-x` sets, in order; a bare name takes its value from this process.
    Map<String, String> exported() {
        Map<String, String> variables = new LinkedHashMap<>();
        for (String x : environment) {
            int equals = x.indexOf('=');
            String name = equals < 0 ? x : x.substring(0, equals);
            if (name.isEmpty() || name.indexOf('\0') >= 0) {
                throw new Refused("-x '%s' names no variable; give NAME=VALUE or NAME".formatted(x));
            }
            String value = equals < 0 ? System.getenv(name) : x.substring(equals + 1);
            if (value == null) throw new Refused("-x %s is not set here; give -x %s=VALUE".formatted(name, name));
            variables.put(name, value);
        }
        return variables;
    }

    /// Whether PEs are bound to one core each.
    boolean bindToCores() {
        if (bindTo == null || bindTo.equals("none")) return false;
        if (bindTo.equals("core")) return true;
        throw new Refused("--bind-to '%s' is unknown; give none or core".formatted(bindTo));
    }

    /// Refuses variables that every PE would refuse.
    static void checkEnvironment(Map<String, String> environment) {
        try {
            new Environment(environment).check();
        } catch (IllegalArgumentException e) {
            throw new Refused(e.getMessage());
        }
    }

    /// Refuses options that do not go together.
    void checkTogether() {
        if (hex && inspect == null) throw new Refused("--hex shows a running job; give --inspect JOB too");
        if (simulator.isAsked() && heapDir != null) {
            throw new Refused("--heap-dir is for real PEs; the simulator has no job file, leave it out");
        }
        if (bindToCores() && (threads || simulator.isAsked())) {
            throw new Refused("--bind-to core is for PEs that are processes; leave it out");
        }
        simulator.check(threads);
    }
}
