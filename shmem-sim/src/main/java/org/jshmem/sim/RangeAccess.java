// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.lang.foreign.MemorySegment;
import org.jshmem.sim.cost.AccessKind;
import org.jshmem.sim.cost.MachineAccess;
import org.jshmem.transport.Memory;

/// A put, a get, a copy between regions, or direct loads or stores of a range.
final class RangeAccess extends MemoryAccess {
    private final SimChannel by; // null for a direct access
    private MemorySegment segment; // private side of a put or get
    private long from; // offset in the segment
    private boolean moves;

    /// An access whose bytes the caller moves. A call of a channel has the cost of a library routine, and a direct
    /// access that of a declaration.
    RangeAccess(Simulation sim, MachineAccess access, SimChannel by, boolean issued) {
        super(sim, access, issued);
        this.by = by;
    }

    /// This access with its bytes; the private side of a put or get begins at `first` of a segment.
    RangeAccess moving(MemorySegment side, long first) {
        segment = side;
        from = first;
        moves = true;
        return this;
    }

    @Override
    public long begin() {
        if (by == null) return sim.calls.direct();
        sim.costs.begin(access.pe);
        return switch (access.kind) {
            case PUT -> sim.calls.put();
            case GET -> sim.calls.get();
            default -> access.region != access.pe ? sim.calls.put() : access.source != access.pe ? sim.calls.get() : 0;
        };
    }

    @Override
    void move() {
        if (!moves) return;
        MachineAccess a = access;
        if (a.kind == AccessKind.GET) {
            Memory.copyOut(sim.regions.address(a.region, a.offset), segment, from, a.bytes);
            return;
        }
        long to = by == null ? sim.regions.address(a.region, a.offset) : by.destination(a);
        if (a.kind == AccessKind.PUT) Memory.copyIn(segment, from, to, a.bytes);
        else Memory.copy(sim.regions.address(a.source, a.sourceOffset), to, a.bytes);
        if (by != null) by.moved(a);
    }
}
