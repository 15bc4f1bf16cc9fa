// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cost;

import org.jshmem.Work;

/// In-order cores. Computation takes as long as the longest of three: the issue of its instructions, its unhidden
/// misses, and its transfer at the memory's bandwidth.
final class InOrderCores extends Cores {
    /*
     * Instructions of declared computation, for vectors of 64 bytes: one per 64 bytes loaded, one per 64 bytes stored, one
     * per 8 operations. Without vectors: one per 8 bytes loaded or stored, and one per operation. Scalars count one each.
     * Issue: an in-order thread issues every other cycle; k threads share the one vector slot of their core, so a vector
     * instruction takes max(2, k) cycles. Scalar instructions pair in the two pipes: 2 cycles up to k = 4.
     * Misses: a footprint beyond the thread's share of L2 comes from memory, at R_I a line. If a prefetcher follows the
     * stream it comes at b1, and for all PEs together at B_add or B_copy. A footprint within L2 but beyond L1 costs l_2 a
     * line unless prefetched.
     */
    private final Placement placement;
    private final long memory = m.picos("R_I");
    private final long perL2Line = cycles("l_2");
    private final double issue = m.value("issue");
    private final long vectorBytes = m.count("vector");
    private final double b1 = m.value("b1");
    private final double bCopy = m.value("B_copy");
    private final double bAdd = m.value("B_add");

    InOrderCores(SimulationSetup setup) {
        super(setup.machine(), 1000 / setup.machine().value("clock"));
        placement = setup.placement();
    }

    @Override
    Computation compute(int pe, Work work, long bytes, long footprint) {
        long busy = Math.max(issue(pe, work), misses(pe, bytes, footprint, work.prefetchable()));
        long moved = work.prefetchable() && streams(pe, footprint) ? bytes : 0;
        double bandwidth = work.bytesRead() >= 2 * work.bytesWritten() ? bAdd : bCopy;
        return new Computation(0, busy, moved, bandwidth, b1, footprint);
    }

    /// Whether computation with this footprint takes its data from memory rather than from the caches.
    private boolean streams(int pe, long footprint) {
        return footprint > l2Bytes / placement.sharing(pe);
    }

    /// The time to issue the instructions.
    private long issue(int pe, Work w) {
        double each = issue * cycle;
        if (!w.vector()) {
            double words = Math.ceilDiv(w.bytesRead(), WORD) + Math.ceilDiv(w.bytesWritten(), WORD);
            return Math.round((words + w.flops() + w.scalars()) * each);
        }
        long instructions = Math.ceilDiv(w.flops(), vectorBytes / WORD)
                + Math.ceilDiv(w.bytesRead(), vectorBytes)
                + Math.ceilDiv(w.bytesWritten(), vectorBytes);
        return Math.round((instructions * Math.max(issue, placement.sharing(pe)) + w.scalars() * issue) * cycle);
    }

    /// The time for misses that nothing hides.
    private long misses(int pe, long bytes, long footprint, boolean prefetched) {
        if (prefetched || footprint <= l1Bytes / placement.sharing(pe)) return 0;
        return Math.round((double) Math.ceilDiv(bytes, line) * (streams(pe, footprint) ? memory : perL2Line));
    }
}
