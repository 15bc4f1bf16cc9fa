// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.settings;

import static java.lang.management.ManagementFactory.getOperatingSystemMXBean;

import com.sun.management.OperatingSystemMXBean;
import java.nio.file.Path;

/// The memory of this host that its processes may use, and other limits of control groups. The management beans of the
/// JDK take 50 ms to load.
public final class UsableMemory {
    private UsableMemory() {}

    /// The memory in bytes: the machine's, or less if a container allows less. Without `/proc` the JDK gives it.
    public static long bytes() {
        long bytes = bytes(Path.of("/"));
        return bytes == Long.MAX_VALUE && getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? system.getTotalMemorySize()
                : bytes;
    }

    /// As above, read from files below another root folder.
    public static long bytes(Path root) {
        long limit = Math.min(limit(root, "memory", "memory.max"), limit(root, "memory", "memory.limit_in_bytes"));
        return Math.min(machineBytes(root), limit);
    }

    /// The bytes that files of `folder` can have here: no more than its room, the free memory and the limit on files.
    public static long ofFiles(Path folder) {
        long longest = softLimit(Path.of("/"), "Max file size");
        return Math.min(Math.min(folder.toFile().getUsableSpace(), longest), free());
    }

    /// The soft limit of this process that `/proc` has by this name; `Long.MAX_VALUE` for none.
    public static long softLimit(Path root, String name) {
        String soft = KernelFile.after(name, root.resolve("proc/self/limits")).split("\\s+")[0];
        return soft.matches("\\d{1,18}") ? Long.parseLong(soft) : Long.MAX_VALUE;
    }

    /// The bytes of memory that are free here, as the kernel estimates them; all bytes if it does not.
    public static long free() {
        long free = KernelFile.number("MemAvailable:", Path.of("/proc/meminfo")) << 10;
        return Math.min(free == 0 ? Long.MAX_VALUE : free, bytes());
    }

    /// The memory of the machine in bytes, in a container too; `Long.MAX_VALUE` if the kernel does not report
    /// it.
    public static long machineBytes(Path root) {
        long machine = KernelFile.number("MemTotal:", root.resolve("proc/meminfo")) << 10;
        return machine == 0 ? Long.MAX_VALUE : machine;
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
            Path folder = base.resolve("./" + fields[2]).normalize(); // it begins with a slash
            for (; folder.startsWith(base); folder = folder.getParent()) {
                long here = KernelFile.number("", folder.resolve(file));
                if (here > 0) limit = Math.min(limit, here); // the text max has no digits
            }
        }
        return limit;
    }
}
