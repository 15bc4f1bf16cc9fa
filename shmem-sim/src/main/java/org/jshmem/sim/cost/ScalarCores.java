// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cost;

import org.jshmem.Work;
import org.jshmem.sim.kernel.Picos;

/// Scalar cores such as the P54C, a Pentium: in order, no vectors, no prefetcher. A floating-point operation takes
/// `c_flop` cycles. Any other instruction takes `c_word`, and so does each load or store of 8 bytes. If the footprint
/// exceeds the cache, all its lines move from and to memory, and nothing hides their cost.
public final class ScalarCores implements Cores {
    private static final int WORD = 8;

    /// The memory behind a core's cache.
    public interface Backing {
        /// The time in which a core loads and stores these numbers of bytes beyond its cache.
        long stream(int pe, long read, long written);
    }

    private final double flop;
    private final double word;
    private final long cacheBytes;
    private final Backing memory;

    /// Cores with a `cycle` in picoseconds.
    public ScalarCores(Machine m, double cycle, Backing memory) {
        this.memory = memory;
        flop = m.value("c_flop") * cycle;
        word = m.value("c_word") * cycle;
        cacheBytes = (long) m.value("L2");
    }

    static ScalarCores of(Machine m) {
        int line = (int) m.value("line");
        long miss = m.picos("R_I");
        return new ScalarCores(
                m,
                1000 / m.value("clock"),
                (pe, read, written) ->
                        Math.round((double) (Math.ceilDiv(read, line) + Math.ceilDiv(written, line)) * miss));
    }

    @Override
    public Computation compute(int pe, Work work) {
        double words = Math.ceilDiv(work.bytesRead(), WORD) + Math.ceilDiv(work.bytesWritten(), WORD);
        double cost = work.flops() * flop + (words + work.scalars()) * word;
        long bytes = work.bytesRead() + work.bytesWritten();
        long footprint = work.footprint() == 0 ? bytes : work.footprint();
        long busy = Math.round(cost);
        if (footprint > cacheBytes) busy = Picos.plus(busy, memory.stream(pe, work.bytesRead(), work.bytesWritten()));
        return new Computation(0, busy, 0, 1, 1, footprint);
    }
}
