// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.check;

import java.util.Arrays;

/// A vector clock: for each PE, the number of the latest of its accesses that comes before a point of the program. It
/// is immutable, so that accesses and PEs can share it.
final class VectorClock {
    /*
     * Clocks are made of chunks, which they share too. Two PEs that meet mostly know different PEs, so one of two
     * chunks has all that the other has, and the new clock takes that chunk as it is. An array for each clock would
     * take 8 KiB for each flag of a barrier of 1,024 PEs.
     */
    private static final int BITS = 5;
    private static final int CHUNK = 1 << BITS;
    private static final long[] NOTHING = new long[CHUNK];

    private final long[][] chunks;

    private VectorClock(long[][] chunks) {
        this.chunks = chunks;
    }

    /// The clock before the first access.
    static VectorClock start(int npes) {
        long[][] chunks = new long[(npes + CHUNK - 1) >> BITS][];
        Arrays.fill(chunks, NOTHING);
        return new VectorClock(chunks);
    }

    /// The number of the latest known access of a PE, 0 for none.
    long of(int pe) {
        return chunks[pe >> BITS][pe & CHUNK - 1];
    }

    /// This clock, extended by what another one knows and by one access of a PE. Returns this clock if it knows all
    /// that already.
    VectorClock and(VectorClock other, int pe, long access) {
        long[][] all = chunks;
        for (int i = 0; i < chunks.length; i++) all = with(all, i, latest(chunks[i], other.chunks[i]));
        int at = pe >> BITS;
        if (all[at][pe & CHUNK - 1] < access) {
            long[] chunk = all[at].clone();
            chunk[pe & CHUNK - 1] = access;
            all = with(all, at, chunk);
        }
        return all == chunks ? this : new VectorClock(all);
    }

    private long[][] with(long[][] all, int i, long[] chunk) {
        if (all[i] == chunk) return all;
        long[][] changed = all == chunks ? all.clone() : all;
        changed[i] = chunk;
        return changed;
    }

    /// The larger numbers of two chunks.
    private static long[] latest(long[] one, long[] other) {
        if (one == other || other == NOTHING) return one;
        if (one == NOTHING) return other;
        boolean lacks = false;
        boolean exceeds = false;
        for (int k = 0; k < CHUNK; k++) {
            lacks |= one[k] < other[k];
            exceeds |= one[k] > other[k];
        }
        if (!lacks) return one;
        if (!exceeds) return other;
        long[] both = new long[CHUNK];
        for (int k = 0; k < CHUNK; k++) both[k] = Math.max(one[k], other[k]);
        return both;
    }
}
