// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.runner;

import java.nio.file.Path;
import java.util.OptionalLong;
import org.jshmem.runtime.settings.KernelFile;

/// The sizes of this host's caches, as Linux reports them below `/sys/devices/system/cpu`.
public final class CacheSizes {
    private static final long USUAL = 32 << 20;
    private static final int MOST_LEVELS = 5;

    private CacheSizes() {}

    /// Bytes of the last-level cache; 32 MiB if the system does not report it.
    public static long lastLevel() {
        long largest = 0;
        for (int index = 0; index < MOST_LEVELS; index++) largest = Math.max(largest, size(index));
        return largest == 0 ? USUAL : largest;
    }

    /// Bytes of a core's data cache of a level; empty if the system does not report it.
    public static OptionalLong level(int level) {
        for (int index = 0; index < MOST_LEVELS; index++) {
            boolean is = said(index, "level").equals(Integer.toString(level))
                    && !said(index, "type").equals("Instruction");
            if (is && size(index) > 0) return OptionalLong.of(size(index));
        }
        return OptionalLong.empty();
    }

    private static long size(int index) {
        String size = said(index, "size");
        return size.isEmpty() ? 0 : Sizes.parse(size).getFirst();
    }

    private static String said(int index, String what) {
        return String.join("", KernelFile.lines(Path.of("/sys/devices/system/cpu/cpu0/cache/index" + index, what)));
    }
}
