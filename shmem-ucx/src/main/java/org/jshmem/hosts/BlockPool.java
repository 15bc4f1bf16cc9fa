// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import java.lang.foreign.Arena;
import java.util.Arrays;
import org.jshmem.transport.Memory;

/// Native blocks for messages on their way: small ones for words, large ones for a whole piece of a transfer.
final class BlockPool {
    private static final int HEAD = 64; // its last word is the size

    private final Arena arena = Arena.ofAuto();
    private final long small;
    private final long large;
    private long[][] free = new long[2][16];
    private int[] count = new int[2];

    BlockPool(long small, long large) {
        this.small = small;
        this.large = large;
    }

    /// Takes a free block of at least this size, or a new one.
    long take(long bytes) {
        int kind = bytes <= small ? 0 : 1;
        if (count[kind] > 0) return free[kind][--count[kind]];
        long block = arena.allocate(HEAD + (kind == 0 ? small : large), HEAD).address() + HEAD;
        Memory.setLong(block - Long.BYTES, kind);
        return block;
    }

    /// Gives a block back.
    void give(long block) {
        int kind = (int) Memory.getLong(block - Long.BYTES);
        if (count[kind] == free[kind].length) free[kind] = Arrays.copyOf(free[kind], 2 * count[kind]);
        free[kind][count[kind]++] = block;
    }
}
