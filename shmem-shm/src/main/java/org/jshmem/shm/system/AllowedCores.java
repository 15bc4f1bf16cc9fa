// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm.system;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jshmem.runtime.settings.KernelFile;

/// The cores on which this process may run, and their CPUs, which the kernel numbers.
public final class AllowedCores {
    private AllowedCores() {}

    /// Returns the numbers of these CPUs, from `/proc`; without it, as many numbers from 0 as the JVM counts
    /// processors.
    public static List<Integer> usable() {
        String list = KernelFile.after("Cpus_allowed_list:", Path.of("/proc/self/status"));
        return parse(list.isEmpty() ? "0-" + (Runtime.getRuntime().availableProcessors() - 1) : list);
    }

    /// The cores of these CPUs, each by its first CPU: the hyperthreads of a core share it.
    public static List<Integer> cores() {
        return firsts(usable(), Path.of("/sys/devices/system/cpu"));
    }

    /// The number of these cores, or of the processors that the JVM counts if a container allows fewer.
    public static int count() {
        return Math.min(cores().size(), Runtime.getRuntime().availableProcessors());
    }

    /// Of each core the first one of these CPUs. A CPU without siblings in the folder is a core.
    public static List<Integer> firsts(List<Integer> cpus, Path folder) {
        Set<String> known = new HashSet<>();
        List<Integer> firsts = new ArrayList<>();
        for (int cpu : cpus) {
            String siblings = KernelFile.after("", folder.resolve("cpu" + cpu + "/topology/thread_siblings_list"));
            if (siblings.isEmpty() || known.add(siblings)) firsts.add(cpu);
        }
        return firsts;
    }

    /// Parses a list as the kernel writes it, such as `0-3,8`.
    public static List<Integer> parse(String list) {
        List<Integer> cores = new ArrayList<>();
        for (String range : list.split(",")) {
            String[] ends = range.split("-");
            int last = Integer.parseInt(ends[ends.length - 1]);
            for (int core = Integer.parseInt(ends[0]); core <= last; core++) cores.add(core);
        }
        return cores;
    }
}
