// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

import java.lang.foreign.Arena;

/// Zeroed private memory, aligned to cache lines, that lives as long as this object.
///
/// In Java arrays elements begin 16 bytes into a line, so every 64-byte vector would straddle two lines.
final class ScratchMemory {
    private static final long LINE = 64;

    private final Arena arena = Arena.ofAuto();
    private long taken;

    /// Returns the address of memory for `doubles` doubles. A line before and after it belongs to it too: rows are read
    /// two nodes beyond their ends.
    long take(long doubles) {
        taken += doubles * Double.BYTES + 2 * LINE;
        return arena.allocate(doubles * Double.BYTES + 2 * LINE, LINE).address() + LINE;
    }

    long taken() {
        return taken;
    }
}
