// SPDX-License-Identifier: Apache-2.0
package org.jshmem.report;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jshmem.Shmem;
import org.jshmem.rehearsal.JvmsAndHosts;
import org.jshmem.runtime.settings.KernelFile;

/// The conditions of a figure: machine, job, software and time.
///
/// @param machine `real`, or the simulated machine, whose times are virtual
/// @param cpu the processor's own name, or the simulated machine
/// @param cores processors that the job may use on this host
/// @param npes PEs of the job
/// @param jvms Java virtual machines in which they run
/// @param hosts hosts on which these run
/// @param jdk version and vendor of the Java runtime
/// @param commit the library's commit, or `unknown`
/// @param date the time, in UTC
/// @param conditions the kernel, the governor of its clock, the cores of a PE, and the options of its JVM
public record Where(
        String machine,
        String cpu,
        int cores,
        int npes,
        int jvms,
        int hosts,
        String jdk,
        String commit,
        String date,
        String conditions) {

    /// The machine of a job that is not simulated, as `Shmem.machine()` names it.
    public static final String REAL = "real";

    /// A file that only the repository of this project has at this place.
    static final String OURS = "shmem-api/api.txt";

    private static final Duration GIT = Duration.ofSeconds(5);

    /// A component that is missing in a file becomes empty.
    public Where {
        jdk = jdk == null ? "" : jdk;
        commit = commit == null ? "" : commit;
        conditions = conditions == null ? "" : conditions;
    }

    /// The conditions of this job, now. Collective. PE 0 alone finds the processor and the commit, which take a process
    /// each.
    public static Where of(Shmem sh) {
        JvmsAndHosts placed = JvmsAndHosts.of(sh);
        Class<?> anchor = sh.myPe() == 0 ? Where.class : null;
        return now(sh.machine(), sh.virtualTime(), sh.nPes(), placed.jvms(), placed.hosts(), anchor);
    }

    /// The conditions of this job, now. `anchor` is a class of the build whose commit is named. With null,
    /// processor and commit are left out, which take a process to find.
    public static Where now(String machine, boolean virtual, int npes, int jvms, int hosts, Class<?> anchor) {
        return new Where(
                machine,
                virtual || anchor == null ? machine : KernelFile.processor(),
                jobCores(),
                npes,
                jvms,
                hosts,
                System.getProperty("java.version") + " " + System.getProperty("java.vendor"),
                anchor == null ? "" : revision(anchor),
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                virtual || anchor == null ? "" : found());
    }

    private static String found() {
        String governor = KernelFile.after("", Path.of("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"));
        int own = allowed("self");
        String line = String.join("\n", KernelFile.lines(Path.of("/proc/self/cmdline")));
        return System.getProperty("os.name") + " " + System.getProperty("os.version")
                + (governor.isEmpty() ? "" : ", governor " + governor)
                + (own < jobCores() ? ", PEs bound to cores" : ", PEs not bound")
                + Stream.of(line.split("\0"))
                        .filter(word -> word.startsWith("-X") && !word.contains("/")) // without a machine's files
                        .collect(Collectors.joining(" ", ", JVM ", ""));
    }

    /// The numbers of PEs, JVMs and hosts, which rows that are compared must share.
    String place() {
        return npes + "," + jvms + "," + hosts;
    }

    /// The conditions of another library's program in the same place.
    public Where peer() {
        return new Where(machine, cpu, cores, npes, npes, hosts, "", "", date, conditions.replaceFirst(", JVM .*", ""));
    }

    /// Whether the machine is simulated.
    public boolean virtual() {
        return !machine.equals(REAL);
    }

    /// Whether PEs take turns on the cores.
    public boolean oversubscribed() {
        return !virtual() && npes > (long) cores * hosts;
    }

    /// The name of the job for readers, such as `2 PEs` or `60 PEs on knc`.
    public String label() {
        return npes + (npes == 1 ? " PE" : " PEs") + placed() + (virtual() ? " on " + machine : "");
    }

    private String placed() {
        String jvm = virtual() || jvms == npes || jvms <= 0 ? "" : " in " + jvms + (jvms == 1 ? " JVM" : " JVMs");
        return jvm + (hosts > 1 ? " on " + hosts + " hosts" : "");
    }

    /// The reasons why figures of the two cannot be compared; empty if they can.
    public String differs(Where other) {
        var reasons = new ArrayList<String>();
        if (!machine.equals(other.machine)) reasons.add("machine " + other.machine + " against " + machine);
        else if (!cpu.equals(other.cpu)) reasons.add("processor " + other.cpu + " against " + cpu);
        if (!virtual() && cores != other.cores) reasons.add(other.cores + " cores against " + cores);
        if (npes != other.npes) reasons.add(other.npes + " PEs against " + npes);
        if (!virtual() && jvms != other.jvms && jvms > 0 && other.jvms > 0) {
            reasons.add(other.jvms + " JVMs against " + jvms);
        }
        if (hosts != other.hosts) reasons.add(other.hosts + " hosts against " + hosts);
        return String.join(", ", reasons);
    }

    /// The lines above every table and page.
    public List<String> header() {
        var lines = new ArrayList<String>();
        if (virtual()) {
            lines.add("machine: " + machine + ", simulated; times are virtual");
            lines.add("PEs: " + npes);
        } else {
            lines.add("cpu: " + cpu + ", " + cores + (cores == 1 ? " core" : " cores"));
            lines.add(String.format(
                    Locale.ROOT, "PEs: %d%s, %.2g per core", npes, placed(), (double) npes / cores / hosts));
        }
        if (oversubscribed()) {
            lines.add("OVERSUBSCRIBED: " + npes + " PEs take turns on " + cores
                    + " cores; bandwidths are over all elapsed time");
        }
        if (!conditions.isEmpty()) lines.add("conditions: " + conditions);
        lines.add("jdk: " + jdk + "; jshmem commit: " + commit + "; date: " + date);
        return lines;
    }

    /// Cores of the job. A PE that is bound to a core sees only that core; its launcher, which is not bound,
    /// sees all.
    private static int jobCores() {
        int available = Runtime.getRuntime().availableProcessors();
        int own = allowed("self");
        int all = ProcessHandle.current()
                .parent()
                .map(launcher -> allowed(Long.toString(launcher.pid())))
                .orElse(0);
        return own > 0 && own < all ? all : available;
    }

    /// The number of cores on which the kernel may run a process, or 0 if it cannot be read.
    private static int allowed(String process) {
        String masks = KernelFile.after("Cpus_allowed:", Path.of("/proc", process, "status"));
        if (masks.isEmpty()) return 0;
        return Stream.of(masks.split(","))
                .mapToInt(mask -> Long.bitCount(Long.parseLong(mask, 16)))
                .sum();
    }

    /// The folder or file from which a class was loaded; null if it was not loaded from a file system.
    public static Path home(Class<?> anchor) {
        try {
            return Path.of(
                    anchor.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException | RuntimeException e) {
            return null;
        }
    }

    private static String revision(Class<?> anchor) {
        Path home = home(anchor);
        return home == null ? "unknown" : revision(home.getParent());
    }

    /// The commit of a folder, with `-dirty` if any file was changed. A build that was unpacked in the repository of
    /// another project has none.
    static String revision(Path folder) {
        try {
            Jobs.Finished top = git(folder, "rev-parse", "--show-toplevel");
            if (top.status() != 0 || !Files.exists(Path.of(top.lines().getFirst(), OURS))) return "unknown";
            Jobs.Finished at = git(folder, "describe", "--always");
            if (at.status() != 0) return "unknown";
            Jobs.Finished same = git(folder, "diff", "--quiet", "HEAD");
            return at.lines().getFirst().strip() + (same.status() == 0 ? "" : "-dirty");
        } catch (IOException e) {
            return "unknown";
        }
    }

    private static Jobs.Finished git(Path folder, String... words) throws IOException {
        List<String> git = List.of("git", "-C", folder.toString());
        return Jobs.run(Stream.concat(git.stream(), Stream.of(words)).toList(), Map.of(), GIT);
    }
}
