// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import org.jshmem.sim.cost.AccessKind;
import org.jshmem.sim.cost.MachineAccess;
import org.jshmem.sim.kernel.Picos;
import org.jshmem.sim.kernel.Simcall;

/// An operation of a PE on simulated memory, or a computation: the cost model takes its steps, the listeners observe
/// it, and its bytes move.
final class MemoryAccess extends Simcall {
    /// The call that makes an access and has a cost of its own: none; a routine of the library, for which
    /// the prefetcher forgets its streams; or loads and stores of the program, which it declares.
    enum Call {
        NONE,
        ROUTINE,
        DIRECT
    }

    final MachineAccess access;
    private final Simulation sim;
    private final Call call;
    private final Runnable bytes;
    private boolean hasEnd;

    /// With `issued` the PE's thread goes on before the access, and any thread takes its steps. `bytes` moves the bytes
    /// at the time at which they change.
    MemoryAccess(Simulation sim, Call call, MachineAccess access, boolean issued, Runnable bytes) {
        super(issued);
        this.sim = sim;
        this.call = call;
        this.access = access;
        this.bytes = bytes;
    }

    /// Makes this access again, on other bytes.
    void again(int region, long offset) {
        access.again(region, offset);
        hasEnd = false;
    }

    @Override
    public long begin() {
        if (call == Call.DIRECT) return sim.calls.direct();
        if (call == Call.NONE) return 0;
        sim.costs.begin(access.pe);
        return sim.calls.of(access);
    }

    @Override
    public long step(long now) {
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
        bytes.run();
        return DONE | sim.kernel.now(a.pe);
    }

    @Override
    public String describe() {
        return "PE " + access.pe + " " + access.kind.word() + "s";
    }
}
