// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jshmem.launch.hosts.HostPart;
import org.jshmem.launch.hosts.Hostlist;
import org.jshmem.launch.hosts.Placing;
import org.jshmem.launch.job.Debugged;
import org.jshmem.launch.job.JvmBlocks;
import org.jshmem.launch.job.JvmCommand;
import org.jshmem.launch.os.JobWords;
import org.jshmem.launch.os.Numbers;
import org.jshmem.launch.os.Refused;
import org.jshmem.runtime.settings.Environment;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.shm.jobfile.JobFile;
import org.jshmem.shm.system.AllowedCores;
import org.jshmem.trace.TraceFile;
import org.jshmem.transport.Interposer;
import org.jshmem.transport.Shape;

/// The decisions of a command line about its job, before anything of the job is made: the number of PEs, their hosts
/// and JVMs, their variables and folders, and their trace.
final class JobPlan {
    private static final int MOST_SIMULATED_PES = 16_384;

    /// The JVM options that Chronicle Bytes needs. Without `--trace` no PE loads any of it.
    private static final List<String> RECORDER = List.of(
            "--sun-misc-unsafe-memory-access=allow --add-exports=java.base/sun.nio.ch=ALL-UNNAMED -Dslf4j.internal.verbosity=ERROR"
                    .split(" "));

    final Options options;

    /// The part of a job on several hosts that this launcher runs, or null.
    final HostPart part;

    /// The number of PEs on all hosts.
    final int npes;

    /// The PEs of this host.
    final int[] here;

    final int cores = AllowedCores.count();

    /// The variables that PEs get besides those of this process, and all of them.
    final Map<String, String> exported = new TreeMap<>();

    final Map<String, String> environment = new TreeMap<>(System.getenv());

    final Debugged debugged;

    /// The hosts of the job, in order; none if it runs on this host alone.
    private final List<Placing.Slots> slots;

    JobPlan(Options options, HostPart part) {
        this.options = options;
        this.part = part;
        slots = part == null ? slots() : part.slots();
        npes = npes();
        here = part == null ? IntStream.range(0, npes).toArray() : part.place(placing());
        debugged = debugged();
        for (String x : options.values("-x")) export(x);
        if (options.has("--heap")) exported.put(Settings.HEAP_VARIABLE, options.value("--heap"));
        if (options.has("--timeout")) exported.put(Settings.TIMEOUT_VARIABLE, options.value("--timeout"));
        environment.putAll(exported);
    }

    private List<Placing.Slots> slots() {
        if (options.isSimulated() || options.isTool()) return List.of();
        List<Placing.Slots> named = options.hosts();
        if (named != null) return named;
        boolean one = "1".equals(options.value("-np")); // also with the variables of an ended allocation
        return one ? List.of() : Hostlist.allocated(System.getenv());
    }

    /// The number of PEs; one where only the help of a program is requested.
    private int npes() {
        String np = options.value("-np");
        if (options.asksForHelp() && np == null) return 1;
        if (options.isTool()) {
            String tool = options.program;
            boolean hosts = options.has("--hosts") || options.has("--hostfile");
            Refused.when(hosts, "%s runs on this host; remove --hosts", tool);
            String machine = "%s does not run on PEs; remove --machine, or give it after %1$s";
            Refused.when(options.isSimulated(), machine, tool);
            Refused.when(np != null && !np.equals("1"), "%s runs as one PE; remove -np %s", tool, np);
            return 1; // it makes jobs of its own
        }
        int most = options.isSimulated()
                ? MOST_SIMULATED_PES
                : slots.isEmpty() ? Shape.MOST_PES : JobFile.MOST_PES_OF_HOSTS;
        if (np == null && options.perHost > 0) {
            return Numbers.count(
                    "-N", Integer.toString(options.perHost * Math.max(1, slots.size())), "PEs in all", most);
        }
        if (np == null) {
            boolean behind = options.arguments.contains("-np") || options.arguments.contains("-n");
            String where = "how many PEs? give -np N before PROGRAM; arguments after PROGRAM belong to the program";
            Refused.when(behind, where);
            String example = "how many PEs? give -np N, as in oshrun -np 4 hello; %s'oshrun --help' lists all options";
            throw new Refused(example, Help.suggestion(options.program));
        }
        boolean taken = np.startsWith("p") && Numbers.whole(np.substring(1), 0, Integer.MAX_VALUE) >= 0; // by -n
        Refused.when(taken, "-n%s: put a space between -np and the number of PEs", np);
        return Numbers.count("-np", np, "PEs", most);
    }

    private Debugged debugged() {
        SortedSet<Integer> pes = new TreeSet<>();
        for (String each : options.values("--debug")) {
            for (String text : each.split(",", -1)) {
                int pe = Numbers.whole(text, 0, npes - 1);
                String range = "--debug '%s' is not a PE of this job; give a number from 0 to %d";
                Refused.when(pe < 0, range, text, npes - 1);
                pes.add(pe);
            }
        }
        return new Debugged(pes, npes);
    }

    /// Sets a variable as `-x` gives it; a bare name takes its value from this process. The launchers of several hosts
    /// first have the values that hold, of the launcher that the user has started.
    private void export(String x) {
        int equals = x.indexOf('=');
        String name = equals < 0 ? x : x.substring(0, equals);
        Refused.when(name.isEmpty(), "-x '%s' does not name a variable; give NAME=VALUE or NAME", x);
        if (part != null && exported.containsKey(name)) return;
        String value = equals < 0 ? System.getenv(name) : x.substring(equals + 1);
        Refused.when(value == null, "-x %s is not set here; give -x %1$s=VALUE", name);
        exported.put(name, value);
    }

    /// Refuses a file for the output of several PEs, and variables that every PE would refuse.
    void check() {
        String files = options.files;
        boolean one = npes > 1 && files != null && !files.contains(JvmCommand.PE);
        Refused.when(one, "--output-filename '%s' is the same file for all PEs; put {pe} into the name", files);
        Refused.unlessValid(() -> {
            new Environment(environment).check();
            return null;
        });
    }

    /// The job's number of PEs, their heap and their longest wait. The heap is that for which this host has memory; PEs
    /// of several hosts use the least one.
    Shape shape() {
        long heap = options.heapBytes(environment, npes, here.length);
        Shape shape = Settings.shape(npes, heap, options.timeout);
        return part == null ? shape : Settings.onHosts(placing().names().size(), shape);
    }

    /// The words of this job's command line for the launchers of all hosts, which have other variables.
    JobWords jobWords(String... words) {
        List<String> all = new ArrayList<>();
        exported.forEach((name, value) -> all.addAll(List.of("-x", name + "=" + value)));
        all.addAll(List.of(words));
        return new JobWords(Placing.text(slots), all);
    }

    /// Assigns the PEs to hosts; null if all run on this host.
    Placing placing() {
        if (!slots.isEmpty()) return Placing.of(slots, npes, options.perHost, options.inRounds);
        String few = "-np %d is more than the %d PEs that -N starts on this host; lower -np, or give --hosts";
        Refused.when(options.perHost > 0 && npes > options.perHost, few, npes, options.perHost);
        return null;
    }

    /// Assigns the PEs of this host to JVMs: J JVMs, or one for each PE of a host with fewer. If `shares`, one JVM per
    /// core is the default, unless neighbours are on different hosts.
    JvmBlocks blocks(boolean shares) {
        Integer jvms = options.jvms;
        String many = "--jvms %s is more than the %d PEs of the job; give a number up to %2$d, or auto";
        Refused.when(jvms != null && jvms > npes, many, jvms, npes);
        boolean auto = jvms == null ? shares && !JvmBlocks.hasGaps(here) : jvms == Options.AUTO;
        int most = auto ? cores : jvms == null ? here.length : jvms;
        return new JvmBlocks(here, Math.min(most, here.length));
    }

    /// The class path of the program.
    String programPath() {
        String variable = System.getenv("CLASSPATH");
        return options.value("-cp", variable == null || variable.isEmpty() ? "." : variable);
    }

    /// Makes the file of `--trace` for real PEs, and names it in their variables.
    void createTrace(String title, Map<String, String> variables) {
        if (options.trace == null) return;
        Path file = Path.of(options.trace + (part == null ? "" : "." + part.name()));
        Refused.unlessValid(() -> {
            TraceFile.create(file, npes, TraceFile.eventBytes(options.value("--trace-size")), false, title);
            return null;
        });
        variables.put(Interposer.VARIABLE, file.toAbsolutePath().toString());
    }

    /// The JVM options of PEs: those of the recorder, then the user's.
    List<String> jvmOptions() {
        List<String> all = new ArrayList<>(options.trace != null ? RECORDER : List.of());
        all.addAll(options.ofJvm);
        return all;
    }

    /// Prints a line if SHMEM_DEBUG is set.
    void debug(String what) {
        if (Environment.isOn(environment, "SHMEM_DEBUG")) System.err.println("oshrun: " + what);
    }
}
