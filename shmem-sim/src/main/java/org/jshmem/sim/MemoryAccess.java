// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import org.jshmem.sim.cost.AccessKind;
import org.jshmem.sim.cost.MachineAccess;
import org.jshmem.sim.kernel.Picos;
import org.jshmem.sim.kernel.Simcall;

/// An operation of a PE on simulated memory, or a computation: the cost model takes its steps, the listeners observe
/// it, and its bytes move.
class MemoryAccess extends Simcall {
    final Simulation sim;
    final MachineAccess access;
    private boolean hasEnd;

    /// With `issued` the PE's thread goes on before the access, and any thread takes its steps.
    MemoryAccess(Simulation sim, MachineAccess access, boolean issued) {
        super(issued);
        this.sim = sim;
        this.access = access;
    }

    /// Makes this access again, on other bytes.
    final void again(int region, long offset) {
        access.again(region, offset);
        hasEnd = false;
    }

    @Override
    public final long step(long now) {
        MachineAccess a = access;
        if (!hasEnd) {
            if (a.start < 0) a.start = now;
            long next = sim.costs.step(a, now);
            if (a.kind == AccessKind.COMPUTE) sim.kernel.checked(a.pe, next);
            if (a.more) return next;
            hasEnd = true;
            a.end = a.look ? Math.max(next, a.start + Picos.PER_NANO) : next; // loops of looks end
            if (a.kind.changes() && a.effect > now) return a.effect;
        }
        sim.kernel.advanceTo(a.pe, a.end);
        sim.happened(a);
        move();
        return DONE | sim.kernel.now(a.pe);
    }

    /// Moves the bytes, at the time at which they change; none by default.
    void move() {}

    @Override
    public String describe() {
        return "PE " + access.pe + " " + access.kind.word() + "s";
    }
}
