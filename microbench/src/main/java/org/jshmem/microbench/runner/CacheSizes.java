// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.runner;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.jshmem.runtime.settings.KernelFile;

/// The sizes of this host's caches, as Linux reports them below `/sys/devices/system/cpu`.
public final class CacheSizes {
    private static final Path CPUS = Path.of("/sys/devices/system/cpu");
    private static final Path FIRST = CPUS.resolve("cpu0");
    private static final long USUAL = 32 << 20;
    private static final int MOST_LEVELS = 5;

    private CacheSizes() {}

    /// Bytes of a core's last-level cache; 32 MiB if the system does not report it.
    public static long lastLevel() {
        long size = size(FIRST, last(CPUS));
        return size == 0 ? USUAL : size;
    }

    private static int last(Path cpus) {
        int last = 0;
        while (last + 1 < MOST_LEVELS && size(cpus.resolve("cpu0"), last + 1) > 0) last++;
        return last;
    }

    /// Bytes of all last-level caches of the host together; 32 MiB if the system does not report them.
    public static long lastLevels() {
        return lastLevels(CPUS);
    }

    /// Each cache has the list of the cores that share it.
    static long lastLevels(Path cpus) {
        int last = last(cpus);
        Map<String, Long> caches = new HashMap<>();
        for (int cpu = 0; size(cpus.resolve("cpu" + cpu), last) > 0; cpu++) {
            Path core = cpus.resolve("cpu" + cpu);
            caches.put(said(core, last, "shared_cpu_list"), size(core, last));
        }
        long sum = caches.values().stream().mapToLong(bytes -> bytes).sum();
        return sum == 0 ? USUAL : sum;
    }

    /// Bytes of a core's data cache of a level; empty if the system does not report it.
    public static OptionalLong level(int level) {
        for (int index = 0; index < MOST_LEVELS; index++) {
            boolean is = said(FIRST, index, "level").equals(Integer.toString(level))
                    && !said(FIRST, index, "type").equals("Instruction");
            if (is && size(FIRST, index) > 0) return OptionalLong.of(size(FIRST, index));
        }
        return OptionalLong.empty();
    }

    private static long size(Path core, int index) {
        String size = said(core, index, "size");
        return size.isEmpty() ? 0 : Sizes.parse(size).getFirst();
    }

    private static String said(Path core, int index, String what) {
        return String.join(
                "", KernelFile.lines(core.resolve("cache/index" + index).resolve(what)));
    }
}
