// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jshmem.Config;
import org.jshmem.launch.hosts.Placing;
import org.jshmem.launch.job.Deal;
import org.jshmem.launch.job.PeCommand;
import org.jshmem.launch.program.Catalog;
import org.jshmem.launch.system.Refused;
import org.jshmem.runtime.Durations;
import org.jshmem.runtime.Environment;
import org.jshmem.runtime.Settings;
import org.jshmem.runtime.Sizes;
import org.jshmem.shm.JobFile;
import org.jshmem.start.BuiltIn;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The command line of `oshrun`, and what each option means once checked. Everything wrong is [Refused] by name.
@Command(
        name = "oshrun",
        customSynopsis = "oshrun -np N [options] PROGRAM [arguments] [: -np N PROGRAM [arguments]]...",
        description = {
            "Runs an OpenSHMEM program on N PEs. PROGRAM is a built-in program, a main class (with -cp),",
            "a .jar, or a single .java source file. Behind a colon other PEs of the job run another program."
        },
        sortOptions = false,
        usageHelpAutoWidth = true,
        footerHeading = "%nBuilt-in programs: ",
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:every PE ended well",
            "1:a PE threw an exception that it did not catch, or ended without finalize",
            "2:the job was refused before it started; stderr says why",
            "3:the PEs ended well, and the simulator has reported a race, a lost update, a stale read or a late put",
            "124:the job took longer than --time-limit",
            "128 + n:signal n ended a PE or the launcher: 130 Ctrl-C, 137 SIGKILL, 141 the output's reader has ended,"
                    + " 143 SIGTERM",
            "other:the status of the first PE that failed, which stderr names, as in System.exit(k) or globalExit(k)"
        })
final class Options {
    /// Heartbeats come each half second.
    private static final long LEAST_HOST_TIMEOUT_NANOS = 2_000_000_000;

    @Option(
            names = {"-np", "-n"},
            paramLabel = "N",
            description = "number of PEs")
    String np;

    @Mixin
    SimulatorOptions simulator = new SimulatorOptions();

    @Option(
            names = "--jvms",
            paramLabel = "J",
            description = "deal the PEs to J JVMs, each PE with static fields and streams of its own; auto: one JVM per"
                    + " core (default: a process per PE; auto for built-in programs where PEs outnumber cores)")
    private String jvms;

    @Option(names = "--threads", description = "all PEs in one JVM: --jvms 1")
    private boolean threads;

    @Option(
            names = "--share-classes",
            description =
                    "where PEs share a JVM, load the program once: they compile it together, and have their static"
                            + " fields in common")
    boolean shareClasses;

    @Option(
            names = "--hosts",
            paramLabel = "LIST",
            description = "PEs on several hosts, slots each: a:8,b:8 (default in a Slurm allocation: its hosts)")
    String hosts;

    @Option(names = "--hostfile", paramLabel = "FILE", description = "the same from a file, lines 'host slots=8'")
    String hostfile;

    @Option(
            names = "--map-by",
            paramLabel = "HOW",
            description = "slot: fill one host after the other (default); node: deal PEs to the hosts in turn")
    String mapBy;

    @Option(
            names = "--launch-agent",
            paramLabel = "CMD",
            description =
                    "reach a host by CMD instead of ssh (srun in a Slurm allocation); {host} in CMD is replaced, else"
                            + " the host is appended")
    String launchAgent;

    @Option(
            names = "--host-timeout",
            paramLabel = "D",
            description = "Give up a host that has sent nothing for this long (default: 30s)")
    private String hostTimeout;

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
            description = "a JVM option for every PE, as in -J -Xmx2g; {pe} in it is the PE's number; repeatable")
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

    @Option(
            names = "--tag-output",
            description = "prefix each line of output with [PE n], of standard error with [PE n err]")
    boolean tagOutput;

    @Mixin
    TraceOptions trace = new TraceOptions();

    @Option(
            names = "--bind-to",
            paramLabel = "WHAT",
            description = "core: each PE on one core, in turn; none: wherever the system puts it (default)")
    String bindTo;

    @Mixin
    RunOptions run = new RunOptions();

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

    /// Which PEs run on which hosts; null where all run here.
    Placing placing(int npes) {
        if (simulator.isAsked()) return null;
        List<Placing.Slots> slots = hosts != null
                ? Placing.hosts(hosts)
                : hostfile != null ? Placing.hostfile(Path.of(hostfile)) : Placing.slurm(System.getenv());
        return slots.isEmpty() ? null : Placing.of(slots, npes, mapBy == null ? "slot" : mapBy);
    }

    /// How a host is reached.
    String launchAgent() {
        if (launchAgent != null) return launchAgent;
        boolean slurm = hosts == null && hostfile == null;
        return slurm ? "srun --nodes=1 --ntasks=1 --overlap --nodelist={host}" : "ssh";
    }

    /// Number of PEs.
    int npes() {
        boolean alone =
                np == null && Catalog.program(program).map(BuiltIn::alone).orElse(false);
        if (alone) return 1; // it makes jobs of its own
        if (np == null) {
            boolean behind = arguments.contains("-np") || arguments.contains("-n");
            throw new Refused("how many PEs? give -np N"
                    + (behind ? " before PROGRAM; what stands behind it is the program's own" : ""));
        }
        int n;
        try {
            n = Integer.parseInt(np);
        } catch (NumberFormatException e) {
            n = 0;
        }
        if (n < 1 || n > JobFile.MOST_PES) {
            throw new Refused("-np '%s' is not a number of PEs; give a whole number from 1 to %d"
                    .formatted(np, JobFile.MOST_PES));
        }
        return n;
    }

    /// How the PEs are dealt to JVMs on so many cores. `shares` says that the program gains by few of them.
    Deal deal(int npes, boolean shares, int cores) {
        if (threads && jvms != null) throw new Refused("--threads is --jvms 1; give one of them");
        if (threads) return new Deal(npes, 1);
        int auto = Math.min(npes, cores);
        if (jvms == null) return new Deal(npes, shares && npes > cores ? auto : npes);
        if (jvms.equals("auto")) return new Deal(npes, auto);
        int n;
        try {
            n = Integer.parseInt(jvms);
        } catch (NumberFormatException e) {
            n = 0;
        }
        if (n < 1)
            throw new Refused("--jvms '%s' is not a number of JVMs; give a whole number or auto".formatted(jvms));
        return new Deal(npes, Math.min(n, npes));
    }

    /// The same for each of several hosts, which have so many cores: J JVMs on each.
    Deal[] deals(Placing placing, boolean shares, int[] cores) {
        int[] counts = placing.counts();
        Deal[] deals = new Deal[counts.length];
        for (int h = 0; h < deals.length; h++) {
            deals[h] = deal(counts[h], shares && placing.isInBlocks(), cores[h]);
            if (!deals[h].isProcesses() && !placing.isInBlocks()) {
                throw new Refused("--jvms deals neighbours to a JVM, and --map-by node puts them on different hosts;"
                        + " leave one of them out");
            }
        }
        return deals;
    }

    /// Whether the command line says how PEs are dealt to JVMs.
    boolean saysJvms() {
        return jvms != null || threads;
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
        return timeout == null ? 0 : nanos("--timeout", timeout);
    }

    /// How long a host may be silent.
    long hostTimeoutNanos() {
        long nanos = nanos("--host-timeout", hostTimeout == null ? "30s" : hostTimeout);
        if (nanos >= LEAST_HOST_TIMEOUT_NANOS) return nanos;
        throw new Refused("--host-timeout %s is too short; give 2s or more".formatted(hostTimeout));
    }

    private static long nanos(String option, String text) {
        try {
            return Durations.parse(option, text).toNanos();
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
        boolean several = hosts != null || hostfile != null;
        if (hosts != null && hostfile != null)
            throw new Refused("--hosts and --hostfile say the same; give one of them");
        if (several && simulator.isAsked()) {
            throw new Refused("--hosts is for real PEs; the simulator runs on one host, leave it out");
        }
        trace.check();
        if (hex && inspect == null) throw new Refused("--hex shows a running job; give --inspect JOB too");
        if (simulator.isAsked() && heapDir != null) {
            throw new Refused("--heap-dir is for real PEs; the simulator has no job file, leave it out");
        }
        if (bindToCores() && (saysJvms() || simulator.isAsked())) {
            throw new Refused("--bind-to core is for PEs that are processes; leave it out");
        }
        if (jvms != null && simulator.isAsked()) {
            throw new Refused("--jvms is for real PEs; the simulator has all of them in one JVM, leave it out");
        }
        run.check(simulator.isAsked(), several, saysJvms());
        if (simulator.isAsked() && jvm.stream().anyMatch(option -> option.contains(PeCommand.PE))) {
            throw new Refused("-J with {pe} is for PEs that are processes; the simulator has one JVM, leave {pe} out");
        }
        simulator.check(threads);
    }
}
