// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.calibrate;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Buffer that evicts all other lines from this PE's caches: a sweep reads more memory than they hold.
final class Evictor implements AutoCloseable {
    private static final int LINE = 64;

    private final Arena arena = Arena.ofConfined();
    private final long bytes;
    private MemorySegment ballast;
    private long seen;

    /// Allocates at the first sweep, so that only PEs that evict hold the memory.
    Evictor(long bytes) {
        this.bytes = bytes;
    }

    void sweep() {
        if (ballast == null) ballast = arena.allocate(bytes, LINE).fill((byte) 0);
        long sum = 0;
        for (long at = 0; at < bytes; at += LINE) sum += ballast.get(ValueLayout.JAVA_LONG, at);
        seen |= sum; // zeros; kept, so that the compiler does not drop the loads
    }

    @Override
    public void close() {
        if (seen != 0) throw new AssertionError("zeros sum to " + seen);
        arena.close();
    }
}
