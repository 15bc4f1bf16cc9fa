// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.doctor;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jshmem.launch.job.ClassArchive;
import org.jshmem.runtime.settings.KernelFile;
import org.jshmem.runtime.settings.MemorySizes;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.runtime.settings.UsableMemory;
import org.jshmem.shm.RemoteLayer;
import org.jshmem.shm.jobfile.JobFile;
import org.jshmem.shm.system.AllowedCores;

/// The command `oshrun doctor`: checks whether this machine can run jobs, and prints on one screen the findings and
/// their remedies.
///
/// @param root folder below which the machine's files are
/// @param heaps folder of job files
public record Doctor(Path root, Path heaps) {
    private static final String BAD = "BAD";

    /// The remedy for each part that is not well.
    private static final Map<String, String> REMEDIES = """
            JDK         | jshmem was tried with 25 alone; if a job fails or is slow, set JSHMEM_JAVA_HOME to a JDK 25
            cores       | PEs spin as if they had all cores; give the container whole ones (--cpuset-cpus instead of --cpus)
            memory      | a JVM takes about 50 MB without its heap; raise the limit (docker run --memory=4g), or use --jvms
            heaps' room | in a container docker run --shm-size=4g; else mount -o remount,size=4g /dev/shm, --heap or --heap-dir
            file size   | the heaps of a job are one file; raise the limit (ulimit -f)
            processes   | raise it (ulimit -u, docker run --pids-limit), or run with --jvms auto
            huge pages  | echo madvise > /sys/kernel/mm/transparent_hugepage/enabled: a few per cent for large Java heaps
            signals     | install a newer one: until then Ctrl-\\ prints no report, and USR1 and USR2 are not passed on
            """.lines()
            .map(line -> line.split(" *\\| ", 2))
            .collect(Collectors.toMap(cells -> cells[0], cells -> cells[1]));

    /// The rough number of threads of a JVM, each of which counts as a process.
    private static final int THREADS_OF_A_PE = 20;

    /// Checks the machine, prints the findings, and returns the exit status: 0 if jobs run.
    public static int run(Path heaps, ClassArchive archive, PrintStream out) throws InterruptedException {
        List<Finding> findings = new ArrayList<>(new Doctor(Path.of("/"), heaps).findings());
        findings.add(signals());
        findings.add(made(archive));
        findings.forEach(out::println);
        boolean bad = findings.stream().anyMatch(f -> f.state().equals(BAD));
        out.println(bad ? "No job can start here until the items marked BAD are fixed." : "Jobs run here.");
        return bad ? 1 : 0;
    }

    /// A line for each part of the machine, with the remedy if it is not well.
    List<Finding> findings() {
        int cpus = AllowedCores.usable().size();
        int allowed = Runtime.getRuntime().availableProcessors(); // with the share of time that a container gets
        long bytes = UsableMemory.bytes(root);
        long machine = UsableMemory.machineBytes(root);
        long processes =
                Math.min(UsableMemory.softLimit(root, "Max processes"), UsableMemory.limit(root, "pids", "pids.max"));
        long file = UsableMemory.softLimit(root, "Max file size");
        String size = file == Long.MAX_VALUE ? "unlimited" : "limited to " + MemorySizes.format(file);
        String javaHeaps = chosen("sys/kernel/mm/transparent_hugepage/enabled");
        String symmetricHeaps = chosen("sys/kernel/mm/transparent_hugepage/shmem_enabled");
        RemoteLayer layer = RemoteLayer.find();
        String container = bytes < machine ? " by a container's limit, of " + MemorySizes.format(machine) : "";
        String threads = processes == Long.MAX_VALUE
                ? "unlimited"
                : "%d, threads counted: about %d PEs".formatted(processes, processes / THREADS_OF_A_PE);
        String pages =
                "transparent ones: %s for Java heaps, %s for symmetric heaps".formatted(javaHeaps, symmetricHeaps);
        String ucx = layer.missing();
        String usableUcx =
                ucx == null ? layer.version() + ": connects several hosts" : "not usable: jobs run on this host alone";
        return List.of(
                jdk(Runtime.version()),
                cores(cpus, AllowedCores.cores().size(), allowed),
                Finding.of("memory", bytes >= 1L << 30, MemorySizes.format(bytes) + container),
                room(),
                Finding.of("file size", file >= 64 * Settings.FIXED_HEAP, size),
                Finding.of("processes", processes / THREADS_OF_A_PE >= 64, threads),
                Finding.of("huge pages", !javaHeaps.equals("never") && !javaHeaps.equals("none"), pages),
                new Finding("UCX", ucx == null ? "ok" : "hint", usableUcx, ucx == null ? "" : ucx));
    }

    static Finding jdk(Runtime.Version version) {
        return Finding.of("JDK", version.feature() == 25, version + " in " + System.getProperty("java.home"));
    }

    /// The CPUs of several hyperthreads are one core. A container may allow fewer CPUs.
    static Finding cores(int cpus, int cores, int allowed) {
        String threads = cores < cpus ? " with %d hyperthreads".formatted(cpus) : "";
        String limit = allowed < cpus ? ", of which a container limit allows " + allowed : "";
        String fact = "%d usable%s%s: up to %d PEs with a core each, more share them"
                .formatted(cores, threads, limit, Math.min(cores, allowed));
        return Finding.of("cores", allowed >= cpus, fact);
    }

    /// Looks for the room of heaps of the usual size, one for each core and two at least, and makes a job file of the
    /// smallest size.
    private Finding room() {
        try {
            var store = Files.getFileStore(heaps);
            long free = store.getUsableSpace(); // without the job file
            JobFile.create(heaps, Settings.shape(2, 4096, 0), 1).close();
            String of = MemorySizes.format(free) + " free of " + MemorySizes.format(store.getTotalSpace());
            String fact = "%s on %s: %d heaps of 64 MiB".formatted(of, heaps, free / Settings.FIXED_HEAP);
            boolean fits = free >= Math.max(2, AllowedCores.count()) * Settings.FIXED_HEAP;
            return Finding.of("heaps' room", fits, fact);
        } catch (IOException | RuntimeException e) {
            String remedy = "mount a tmpfs at /dev/shm, or give another --heap-dir";
            return new Finding("heaps' room", BAD, heaps + " cannot be used, " + e.getMessage(), remedy);
        }
    }

    /// The launcher waits for signals that it blocks, and `env` unblocks them for PEs.
    private static Finding signals() throws InterruptedException {
        var env = new ProcessBuilder("env", "--default-signal=INT", "--block-signal=INT", "true")
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        try {
            boolean well = env.start().waitFor() == 0;
            String fact = well ? "env blocks and unblocks those of processes" : "env is older than coreutils 8.31";
            return Finding.of("signals", well, fact);
        } catch (IOException e) {
            return new Finding("signals", BAD, "no env on the PATH", "install coreutils");
        }
    }

    /// Makes the class archives where they are missing.
    private static Finding made(ClassArchive archive) throws InterruptedException {
        if (!archive.exists()) return new Finding("class archive", "hint", "no folder for it", "set XDG_CACHE_HOME");
        try {
            archive.make();
            return Finding.of("class archive", true, "in " + archive.folder());
        } catch (IOException e) {
            String slow = "JVMs start in twice the time without; see that this folder can be written: ";
            return new Finding("class archive", "hint", "cannot be made, " + e.getMessage(), slow + archive.folder());
        }
    }

    /// The word in brackets, by which the kernel marks a choice.
    private String chosen(String file) {
        String text = KernelFile.after("", root.resolve(file));
        int open = text.indexOf('[');
        return text.isEmpty() ? "none" : open < 0 ? text : text.substring(open + 1, text.indexOf(']', open));
    }

    /// A line about one part of the machine.
    ///
    /// @param what the part
    /// @param state `ok`, `hint` if jobs run, but not all of them or not at full speed, `BAD` if none runs
    /// @param fact the result
    /// @param remedy the action that helps; empty if all is well
    record Finding(String what, String state, String fact, String remedy) {
        static Finding of(String what, boolean well, String fact) {
            return new Finding(what, well ? "ok" : "hint", fact, well ? "" : REMEDIES.get(what));
        }

        @Override
        public String toString() {
            String line = "%-4s  %-14s %s".formatted(state, what, fact);
            return remedy.isEmpty() ? line : "%s%n%22s%s".formatted(line, "-> ", remedy);
        }
    }
}
