// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// What the operating system says of the caches.
final class Caches {
    private static final long USUAL = 32 << 20;
    private static final int MOST_LEVELS = 5;

    private Caches() {}

    /// Bytes of the last-level cache, or a usual size where nothing is said.
    static long lastLevel() {
        long largest = 0;
        for (int index = 0; index < MOST_LEVELS; index++) {
            try {
                Path size = Path.of("/sys/devices/system/cpu/cpu0/cache/index" + index + "/size");
                if (!Files.exists(size)) break;
                largest = Math.max(
                        largest, Sizes.parse(Files.readString(size).strip()).getFirst());
            } catch (IOException | IllegalArgumentException e) {
                break;
            }
        }
        return largest == 0 ? USUAL : largest;
    }
}
