// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import java.lang.foreign.Arena;
import org.jshmem.transport.Memory;

/// Native blocks for messages on their way: small ones for words, large ones for a whole piece of a transfer.
final class BlockPool {
    private static final int HEAD = 64; // its last word is the size

    private final Arena arena = Arena.ofAuto();
    private final long[] sizes;

    /// A free block of each size, or 0. The first word of a free block is the next one.
    private final long[] free = new long[2];

    /// A pool of blocks of two sizes, the smaller one first.
    BlockPool(long... sizes) {
        this.sizes = sizes;
    }

    /// The block of at least this size that [#take] takes next. It is free until then.
    long next(long bytes) {
        int kind = bytes <= sizes[0] ? 0 : 1;
        if (free[kind] == 0) {
            free[kind] = arena.allocate(HEAD + sizes[kind], HEAD).address() + HEAD;
            Memory.setLong(free[kind] - Long.BYTES, kind);
        }
        return free[kind];
    }

    /// Takes a free block of at least this size.
    long take(long bytes) {
        long block = next(bytes);
        free[(int) Memory.getLong(block - Long.BYTES)] = Memory.getLong(block);
        return block;
    }

    /// Gives a block back.
    void give(long block) {
        int kind = (int) Memory.getLong(block - Long.BYTES);
        Memory.setLong(block, free[kind]);
        free[kind] = block;
    }
}
