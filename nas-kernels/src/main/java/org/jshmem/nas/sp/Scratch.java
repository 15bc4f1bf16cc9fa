// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Zeroed private memory, aligned to cache lines, that lives as long as this object.
///
/// In Java arrays elements begin 16 bytes into a line, and every vector straddles two.
final class Scratch {
    private static final long LINE = 64;

    private final MemorySegment memory;

    Scratch(long doubles) {
        // a line more on either side: rows are read two nodes beyond their ends
        memory = Arena.ofAuto().allocate(doubles * Double.BYTES + 2 * LINE, LINE);
    }

    long address() {
        return memory.address() + LINE;
    }

    /// Sets double number `i`.
    void set(long i, double value) {
        Lanes.set(address() + i * Double.BYTES, value);
    }
}
