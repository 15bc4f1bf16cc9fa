// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm.system;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.runtime.settings.KernelFile;

/// The cores on which this process may run.
public final class AllowedCores {
    private AllowedCores() {}

    /// Returns the numbers of these cores, from `/proc`; without it, as many numbers from 0 as the JVM counts
    /// processors.
    public static List<Integer> usable() {
        String list = KernelFile.after("Cpus_allowed_list:", Path.of("/proc/self/status"));
        return parse(list.isEmpty() ? "0-" + (Runtime.getRuntime().availableProcessors() - 1) : list);
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
