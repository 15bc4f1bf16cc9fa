// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cost;

import java.util.function.IntToLongFunction;
import org.jshmem.Work;
import org.jshmem.sim.kernel.Picos;

/// Scalar cores such as the P54C, a Pentium: in order, no vectors, no prefetcher. A floating-point operation takes
/// `c_flop` cycles. Any other instruction takes `c_word`, and so does each load or store of 8 bytes. If the footprint
/// exceeds the cache, all its lines move from and to memory, and nothing hides their cost.
public final class ScalarCores extends Cores {
    private final double flop = m.value("c_flop") * cycle;
    private final double word = m.value("c_word") * cycle;
    private final IntToLongFunction loadedLine; // by PE: the time that a line beyond the cache takes
    private final IntToLongFunction storedLine;

    /// Cores with a `cycle` in picoseconds, over a memory from which a PE loads a line, and to which it stores one, in
    /// these times.
    public ScalarCores(Machine machine, double cycle, IntToLongFunction loadedLine, IntToLongFunction storedLine) {
        super(machine, cycle);
        this.loadedLine = loadedLine;
        this.storedLine = storedLine;
    }

    @Override
    Computation compute(int pe, Work work, long bytes, long footprint) {
        double words = Math.ceilDiv(work.bytesRead(), WORD) + Math.ceilDiv(work.bytesWritten(), WORD);
        long busy = Math.round(work.flops() * flop + (words + work.scalars()) * word);
        if (footprint > l2Bytes) {
            double loads = (double) Math.ceilDiv(work.bytesRead(), line) * loadedLine.applyAsLong(pe);
            double stores = (double) Math.ceilDiv(work.bytesWritten(), line) * storedLine.applyAsLong(pe);
            busy = Picos.plus(busy, Math.round(loads + stores));
        }
        return new Computation(0, busy, 0, 1, 1, footprint);
    }
}
