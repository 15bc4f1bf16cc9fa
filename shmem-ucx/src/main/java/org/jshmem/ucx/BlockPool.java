// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.lang.foreign.Arena;
import java.util.Arrays;

/// A pool of native blocks of one size, for messages on their way.
final class BlockPool implements AutoCloseable {
    private final Arena arena = Arena.ofShared();
    private final long bytes;
    private long[] free = new long[16];
    private int count;

    BlockPool(long bytes) {
        this.bytes = bytes;
    }

    /// Takes a free block, or a new one.
    long take() {
        return count > 0 ? free[--count] : arena.allocate(bytes, 64).address();
    }

    /// Gives a block back.
    void give(long block) {
        if (count == free.length) free = Arrays.copyOf(free, 2 * count);
        free[count++] = block;
    }

    @Override
    public void close() {
        arena.close();
    }
}
