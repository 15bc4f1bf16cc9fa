// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.lang.foreign.MemorySegment;
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
    private final SimTransport reuses; // keeps this object when the operation is over; null for no issued one
    private Call call;
    private Runnable bytes;
    private boolean hasEnd;
    private MemorySegment copied = MemorySegment.NULL; // memory for the bytes of an issued put

    /// With `issued` the PE's thread goes on before the access, and any thread takes its steps. `bytes` moves the bytes
    /// at the time at which they change.
    MemoryAccess(Simulation sim, Call call, MachineAccess access, boolean issued, Runnable bytes) {
        super(issued);
        this.sim = sim;
        this.call = call;
        this.access = access;
        this.bytes = bytes;
        reuses = null;
    }

    /// An object for the accesses of a PE, one after the other. That of an issued access is free again when the access
    /// is over.
    MemoryAccess(Simulation sim, SimTransport by, boolean issued) {
        super(issued);
        this.sim = sim;
        access = new MachineAccess(AccessKind.LOAD, by.pe(), 0, 0, 0);
        reuses = issued ? by : null;
    }

    /// Makes this object another access: sets the call and the move of its bytes.
    void become(Call by, Runnable move) {
        call = by;
        bytes = move;
        hasEnd = false;
    }

    /// Whether the PE's thread goes on before the access.
    boolean isIssued() {
        return reuses != null;
    }

    /// Copies the bytes of an issued put, because the program may change its own at once.
    MemorySegment copied(MemorySegment source, long from, long count) {
        if (copied.byteSize() < count) copied = MemorySegment.ofArray(new long[(int) (count + 7) >> 3]);
        MemorySegment.copy(source, from, copied, 0, count);
        return copied;
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
        if (reuses != null) reuses.free.push(this);
        return DONE | sim.kernel.now(a.pe);
    }

    @Override
    public String describe() {
        return "PE " + access.pe + " " + access.kind.word() + "s";
    }
}
