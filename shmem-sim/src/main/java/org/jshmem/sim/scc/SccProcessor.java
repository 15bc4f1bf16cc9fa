// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.scc;

import org.jshmem.Work;
import org.jshmem.sim.model.Machine;
import org.jshmem.sim.model.Processor;
import org.jshmem.sim.model.Setup;

/// A P54C, the first Pentium: in order, no vectors. What it computes on is in its caches, or was priced as an
/// access: a floating-point operation takes `c_flop` cycles, any other instruction, and each 8 bytes loaded or
/// stored, `c_word`.
final class SccProcessor implements Processor {
    private static final int WORD = 8;

    private final double flop;
    private final double word;

    SccProcessor(Setup setup) {
        Machine m = setup.machine();
        double cycle = 1e6 / m.value("core");
        flop = m.value("c_flop") * cycle;
        word = m.value("c_word") * cycle;
    }

    @Override
    public long compute(int pe, Work work, long now) {
        long words = (work.bytesRead() + WORD - 1) / WORD + (work.bytesWritten() + WORD - 1) / WORD + work.scalars();
        return now + Math.round(work.flops() * flop + words * word);
    }
}
