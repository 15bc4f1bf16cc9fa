// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import org.jshmem.Work;
import org.jshmem.sim.kernel.Simcall;
import org.jshmem.sim.model.Steps;

/// Declared computation of a PE.
final class Computation extends Simcall {
    private final Simulation sim;
    private final int pe;
    private final long bytes;
    private final Steps steps;
    private long start = -1;

    Computation(Simulation sim, int pe, Work work) {
        super(false); // a time beyond the end of virtual time is the PE's own mistake
        this.sim = sim;
        this.pe = pe;
        bytes = work.bytesRead() + work.bytesWritten();
        steps = sim.processor.compute(pe, work);
    }

    @Override
    public long step(long now) {
        if (start < 0) start = now;
        long next = sim.kernel.checked(pe, steps.step(now));
        if (steps.hasMore()) return next;
        sim.note(pe, Activity.COMPUTE, -1, 0, bytes, start, next);
        return DONE | next;
    }
}
