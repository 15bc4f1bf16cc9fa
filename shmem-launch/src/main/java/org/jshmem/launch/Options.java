// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jshmem.Config;
import org.jshmem.ThreadLevel;
import org.jshmem.launch.hosts.Hostlist;
import org.jshmem.launch.hosts.Placing;
import org.jshmem.launch.hosts.WireChoice;
import org.jshmem.launch.job.Binding;
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
        description = "Runs an OpenSHMEM program on N PEs (processing elements). PROGRAM is a built-in program, a main"
                + " class (with -cp), a .jar, or a single .java source file. After a colon other PEs of the job run"
                + " another program.",
        sortOptions = false,
        usageHelpAutoWidth = true,
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
            description = "Start this number of PEs")
    String np;

    @Mixin
    SimulatorOptions simulator = new SimulatorOptions();

    @Option(
            names = "--jvms",
            paramLabel = "J",
            description =
                    "Run the PEs in J JVMs, in blocks of neighbours; each PE keeps static fields of its own. auto: one JVM per core (default: auto where PEs outnumber cores, else a process per PE)")
    private String jvms;

    @Option(names = "--threads", description = "Run all PEs in one JVM; the same as --jvms 1")
    private boolean threads;

    @Option(
            names = "--share-classes",
            description =
                    "Load the program once in each JVM with several PEs, which then have its static fields in common")
    boolean shareClasses;

    @Option(
            names = {"--hosts", "--host", "-H"},
            paramLabel = "LIST",
            description =
                    "Run on several hosts, with slots each: a:8,b:8 (default in an allocation of Slurm, PBS, LSF or SGE: its hosts)")
    String hosts;

    @Option(
            names = {"-N", "--npernode", "-npernode"},
            paramLabel = "K",
            description = "Start K PEs on each host; without -np on all hosts")
    private String perHost;

    @Option(
            names = {"--hostfile", "--machinefile"},
            paramLabel = "FILE",
            description =
                    "Read the hosts from a file: lines 'host slots=8', or a host once for each slot, as $PBS_NODEFILE has it")
    String hostfile;

    @Option(
            names = "--map-by",
            paramLabel = "HOW",
            description =
                    "Assign PEs to hosts: slot fills one host after the other (default), node takes the hosts in turn, ppr:K:node puts K PEs on each")
    String mapBy;

    @Option(
            names = "--launch-agent",
            paramLabel = "CMD",
            description =
                    "Reach a host by this command (default: ssh, in a Slurm allocation srun); it replaces {host}, or appends the host")
    String launchAgent;

    @Option(
            names = "--wire",
            paramLabel = "WIRE",
            description =
                    "Connect hosts by tcp, tcp:LOW-HIGH (of these ports), ucx, or auto (default): ucx if all hosts have InfiniBand or RoCE")
    private String wire;

    @Option(
            names = "--host-timeout",
            paramLabel = "D",
            description = "Give up a host that has sent nothing for this long (default: 30s)")
    private String hostTimeout;

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

    @Option(
            names = {"-cp", "-classpath", "--class-path"},
            paramLabel = "PATH",
            description = "Set the class path of the program (default: CLASSPATH, else the current folder)")
    String classPath;

    @Option(
            names = "-J",
            paramLabel = "OPT",
            arity = "1",
            description =
                    "Pass an option to the JVM of every PE, as in -J -Xmx2g; {pe} in it is the number of the PE; repeatable")
    List<String> jvm = new ArrayList<>();

    @Option(
            names = "-x",
            paramLabel = "NAME=VALUE",
            description = "Set an environment variable for every PE; -x NAME passes the value from here; repeatable")
    List<String> environment = new ArrayList<>();

    @Option(
            names = "--timeout",
            paramLabel = "D",
            description =
                    "End the job with a report of the PEs that wait for each other once a wait inside the library takes longer (500ms, 3s, 2m)")
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

    private List<Placing.Slots> slots;

    @Parameters(index = "0", arity = "0..1", hidden = true)
    String program;

    @Parameters(index = "1..*", hidden = true)
    List<String> arguments = new ArrayList<>();

    /// The hosts, in order; none where the job runs here alone.
    private List<Placing.Slots> slots() {
        if (simulator.isAsked()) return List.of();
        if (slots == null) {
            slots = hosts != null
                    ? Hostlist.parse(hosts)
                    : hostfile != null ? Hostlist.file(Path.of(hostfile)) : Hostlist.allocated(System.getenv());
        }
        return slots;
    }

    /// Which PEs run on which hosts; null where all run here.
    Placing placing(int npes) {
        if (slots().isEmpty()) return null;
        String by = mapBy == null ? "slot" : mapBy;
        return perHost() > 0 ? Placing.blocks(slots(), npes, perHost()) : Placing.of(slots(), npes, by);
    }

    /// PEs on each host by `-N` or `--map-by ppr:K:node`; 0 where neither is given.
    private int perHost() {
        if (mapBy == null || !mapBy.startsWith("ppr:")) {
            return perHost == null ? 0 : positive("-N", perHost, "PEs on each host");
        }
        String[] parts = mapBy.split(":");
        if (parts.length != 3 || !parts[2].equals("node")) throw Placing.unknownMapping(mapBy);
        return positive("--map-by ppr", parts[1], "PEs on each host");
    }

    /// The most PEs that a job of this kind has.
    int mostPes() {
        if (simulator.isAsked()) return SimulatorOptions.MOST_PES;
        return slots().isEmpty() ? JobFile.MOST_PES : JobFile.MOST_PES_OF_HOSTS;
    }

    private int positive(String option, String text, String what) {
        try {
            int n = Integer.parseInt(text);
            if (n >= 1 && n <= mostPes()) return n;
        } catch (NumberFormatException e) {
            // as below
        }
        throw new Refused("%s '%s' is not a number of %s from 1 to %d".formatted(option, text, what, mostPes()));
    }

    /// How a host is reached.
    String launchAgent() {
        if (launchAgent != null) return launchAgent;
        return System.getenv("SLURM_JOB_NODELIST") == null
                ? "ssh -x"
                : "srun --nodes=1 --ntasks=1 --overlap --cpu-bind=none --mem=0 --nodelist={host}";
    }

    /// Number of PEs.
    int npes() {
        boolean alone =
                np == null && Catalog.program(program).map(BuiltIn::alone).orElse(false);
        if (alone) return 1; // it makes jobs of its own
        if (np == null && perHost() > 0) {
            return positive("-N", Integer.toString(perHost() * Math.max(1, slots().size())), "PEs in all");
        }
        if (np == null) {
            boolean behind = arguments.contains("-np") || arguments.contains("-n");
            throw new Refused("how many PEs? give -np N"
                    + (behind
                            ? " before PROGRAM; arguments after PROGRAM belong to the program"
                            : ", as in oshrun -np 4 hello; 'oshrun --help' lists all options"));
        }
        return positive("-np", np, "PEs");
    }

    /// How the PEs are dealt to JVMs on so many cores. `shares` says that the program gains by few of them.
    Deal deal(int npes, boolean shares, int cores) {
        if (threads && jvms != null) throw new Refused("--threads is --jvms 1; remove one of them");
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
                throw new Refused("--jvms puts neighbours into one JVM, and --map-by node puts them on different hosts;"
                        + " remove one of them");
            }
        }
        return deals;
    }

    /// Whether the command line says how PEs are dealt to JVMs.
    boolean saysJvms() {
        return jvms != null || threads;
    }

    /// Bytes of symmetric heap per PE: `--heap`, then the two variables (also through `-x`), then the wish of a
    /// built-in program on real memory, then the default.
    long heapBytes(Map<String, String> environment, int npes) {
        try {
            if (heap != null) return Sizes.parse("--heap", heap);
            long wish = simulator.isAsked()
                    ? 0
                    : Catalog.program(program)
                            .map(own -> own.heap().applyAsLong(npes))
                            .orElse(0L);
            return Settings.heapBytes(environment, new Config(wish, ThreadLevel.SINGLE, Duration.ZERO));
        } catch (IllegalArgumentException e) {
            throw new Refused(e.getMessage());
        }
    }

    /// The longest wait in nanoseconds, or 0 for no limit.
    long timeoutNanos() {
        return timeout == null ? 0 : nanos("--timeout", timeout);
    }

    /// The wire between hosts.
    String wire() {
        return wire == null ? "auto" : wire;
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
            throw new Refused(
                    "--heap-dir %s is not a directory; give a directory in memory, such as /dev/shm".formatted(folder));
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
                throw new Refused("-x '%s' does not name a variable; give NAME=VALUE or NAME".formatted(x));
            }
            String value = equals < 0 ? System.getenv(name) : x.substring(equals + 1);
            if (value == null) throw new Refused("-x %s is not set here; give -x %s=VALUE".formatted(name, name));
            variables.put(name, value);
        }
        return variables;
    }

    /// What PEs are bound to.
    Binding binding() {
        return Binding.parse(bindTo, reportBindings);
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
            throw new Refused("--hosts and --hostfile exclude each other; remove one of them");
        if (several && simulator.isAsked()) {
            throw new Refused("--hosts is for real PEs; remove it, or --machine");
        }
        WireChoice.check(wire());
        if (mapBy != null) Placing.checkMapping(mapBy);
        hostTimeoutNanos();
        trace.check();
        if (simulator.isAsked() && heapDir != null) {
            throw new Refused("--heap-dir is for real PEs; remove it, or --machine");
        }
        if (json && !ps) throw new Refused("--json is for --ps; give both");
        if (mapBy != null && perHost != null)
            throw new Refused("--map-by and -N exclude each other; remove one of them");
        if (perHost() > 0 && simulator.isAsked()) throw new Refused("-N is for real PEs; use -np with --machine");
        if (binding().binds() && (saysJvms() || simulator.isAsked())) {
            throw new Refused("--bind-to is for PEs that are processes; remove it, or --jvms and --machine");
        }
        if (jvms != null && simulator.isAsked()) {
            throw new Refused("--jvms is for real PEs; remove it, or --machine");
        }
        run.check(simulator.isAsked(), several, saysJvms());
        for (String option : jvm) {
            if (option.startsWith("-") || option.startsWith("@")) continue;
            throw new Refused(
                    "-J '%s' is not an option of a JVM; options begin with -, such as -J -Xmx2g".formatted(option));
        }
        if (simulator.isAsked() && jvm.stream().anyMatch(option -> option.contains(PeCommand.PE))) {
            throw new Refused("-J with {pe} is for PEs that are processes; remove {pe}, or --machine");
        }
        simulator.check(threads);
    }
}
