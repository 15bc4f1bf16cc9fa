// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.machine;

/// What computation costs: the issue of its instructions, the misses that nothing hides, or the memory's bandwidth,
/// whichever takes longest.
public final class Computing {
    /*
     * Instructions of a declared stretch: in vectors, one per 64 bytes loaded, one per 64 bytes stored, one per 8
     * operations; unvectorised, one per 8 bytes either way and one per operation. Scalars count one each.
     * Issue: an in-order thread issues every other cycle; k threads share the one vector slot of their core, so a vector
     * instruction takes max(2, k) cycles. Scalar instructions pair in the two pipes: 2 cycles up to k = 4.
     * Misses: a footprint beyond the thread's share of L2 comes from memory: R_I a line unless a prefetcher follows the
     * stream, b1 if it does; one within L2 but beyond L1 costs l_2 a line unless prefetched.
     */
    private static final int WORD = 8;

    private final Prices prices;
    private final int[] threadsOfCore;
    private long serverBusy;

    /// For a job of so many PEs, placed round robin.
    public Computing(Prices prices, int pes) {
        this.prices = prices;
        threadsOfCore = new int[prices.cores];
        for (int pe = 0; pe < pes; pe++) threadsOfCore[pe % prices.cores]++;
    }

    private int threads(int pe) {
        return threadsOfCore[pe % prices.cores];
    }

    /// Whether a stretch of this footprint lives on memory rather than in the caches.
    public boolean streams(int pe, long footprint) {
        return footprint > prices.l2Bytes / threads(pe);
    }

    /// Time to issue the instructions.
    public long issue(int pe, long operations, long scalars, long read, long written, boolean vector) {
        double each = prices.issue * prices.cycle;
        if (!vector) return Math.round((operations + scalars + up(read, WORD) + up(written, WORD)) * each);
        long instructions = up(operations, prices.vectorBytes / WORD)
                + up(read, prices.vectorBytes)
                + up(written, prices.vectorBytes);
        return Math.round((instructions * Math.max(prices.issue, threads(pe)) + scalars * prices.issue) * prices.cycle);
    }

    private static long up(long amount, long unit) {
        return (amount + unit - 1) / unit;
    }

    /// Time for misses that nothing hides.
    public long misses(int pe, long bytes, long footprint, boolean prefetched) {
        if (prefetched || footprint <= prices.l1Bytes / threads(pe)) return 0;
        long lines = up(bytes, prices.line);
        return lines * (streams(pe, footprint) ? prices.memory : prices.perL2Line);
    }

    /// Bytes that a thread asks of the memory server at once.
    public long chunk() {
        return prices.chunk;
    }

    /// Takes a chunk through the memory server, which serves all PEs one after the other: when it has arrived.
    public long stream(long bytes, boolean manyLoadsPerStore, long now) {
        double total = manyLoadsPerStore ? prices.bAdd : prices.bCopy;
        long share = Math.round(bytes * 1000 / total);
        serverBusy = Math.max(serverBusy, now) + share;
        return Math.max(now + Math.round(bytes * 1000 / prices.b1), serverBusy);
    }
}
