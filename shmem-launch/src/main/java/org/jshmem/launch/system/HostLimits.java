// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jshmem.runtime.KernelFile;

/// The memory and other resources of the machine that this process may use.
public final class HostLimits {
    /// The pipes from a process that this one starts, and the descriptor that reports its end.
    private static final int OF_PROCESS = 3;

    /// The processes and files for which the smallest limit that lets `bin/oshrun` start a launcher leaves room.
    private static final int FEW = 4;

    /// The files that this process opens while others run, such as those of a report.
    private static final int SPARE = 8;

    private HostLimits() {}

    /// The memory in bytes: the machine's, or less if a container allows less.
    public static long memoryBytes() {
        return memoryBytes(Path.of("/"));
    }

    /// The memory in bytes, read from files below another root folder. The management beans take 50 ms to load.
    public static long memoryBytes(Path root) {
        long limit = Math.min(limit(root, "memory", "memory.max"), limit(root, "memory", "memory.limit_in_bytes"));
        return Math.min(machineBytes(root), limit);
    }

    public static long machineBytes(Path root) {
        long machine = firstNumber(root.resolve("proc/meminfo"), "MemTotal:") << 10;
        return machine == 0 ? Long.MAX_VALUE : machine;
    }

    /// The processes that the kernel has killed for lack of memory, of the machine or of a container; 0 if it counts
    /// none.
    static long killedForMemory(Path root) {
        return firstNumber(root.resolve("proc/vmstat"), "oom_kill ");
    }

    /// The tightest limit in the files of this name in the control groups above this process, in either version of
    /// their file system; `Long.MAX_VALUE` for none.
    public static long limit(Path root, String controller, String file) {
        long limit = Long.MAX_VALUE;
        for (String line : KernelFile.lines(root.resolve("proc/self/cgroup"))) {
            String[] fields = line.split(":", 3);
            if (fields.length < 3) continue;
            boolean second = fields[1].isEmpty();
            if (!second && !fields[1].equals(controller)) continue;
            Path base = root.resolve(second ? "sys/fs/cgroup" : "sys/fs/cgroup/" + controller);
            Path folder = base.resolve(fields[2].replaceFirst("^/+", "")).normalize();
            while (folder.startsWith(base)) {
                limit = Math.min(limit, limitIn(folder.resolve(file)));
                folder = folder.getParent();
            }
        }
        return limit;
    }

    private static long limitIn(Path file) {
        long bytes = firstNumber(file, "");
        return bytes == 0 ? Long.MAX_VALUE : bytes; // "max" is no number
    }

    private static long firstNumber(Path file, String prefix) {
        String digits = KernelFile.after(prefix, file).replaceAll("\\D", "");
        return digits.isEmpty() || digits.length() > 18 ? 0 : Long.parseLong(digits);
    }

    /// Throws an `IOException` if the limit is too low for starting `processes` with `files` of their own, which the
    /// message calls `what`. The message names the limit, the need and the remedy.
    public static void checkOpenFiles(int processes, int files, String what) throws IOException {
        if (processes + files <= FEW) return; // a start of few PEs need not read the limit
        long needed = open() + (long) OF_PROCESS * processes + files + SPARE;
        long limit = ofProcess(Path.of("/"), "Max open files");
        if (needed <= limit) return;
        throw new IOException("the limit on open files is %d, and %s need %d; raise it (ulimit -n %d), or start fewer"
                .formatted(limit, what, needed, needed));
    }

    private static long open() throws IOException {
        try (var files = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            long count = 0;
            for (Path _ : files) count++;
            return count;
        }
    }

    /// A soft limit of this process, such as `Max processes`, read from a file below `root`; `Long.MAX_VALUE` for none.
    public static long ofProcess(Path root, String name) {
        String soft = KernelFile.after(name, root.resolve("proc/self/limits")).split("\\s+")[0];
        return soft.matches("\\d{1,18}") ? Long.parseLong(soft) : Long.MAX_VALUE;
    }
}
