// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.lang.foreign.MemorySegment;
import org.jshmem.sim.cost.MachineAccess;
import org.jshmem.transport.Memory;

/// A put, a get, a copy between regions, or direct loads or stores of a range.
final class RangeAccess extends MemoryAccess {
    private final boolean isCall;
    private MemorySegment segment; // private side of a put or get; null for staged bytes
    private long from; // offset in the segment, or address of staged bytes
    private boolean moves;

    /// An access whose bytes the caller moves. A call has the cost of a library routine, and a direct access that of a
    /// declaration.
    RangeAccess(Simulation sim, MachineAccess access, boolean isCall, boolean issued) {
        super(sim, access, issued);
        this.isCall = isCall;
    }

    /// This access with its bytes; the private side of a put or get begins at `first` of a segment.
    RangeAccess moving(MemorySegment side, long first) {
        segment = side;
        from = first;
        moves = true;
        return this;
    }

    /// Makes this put again, of other staged bytes.
    void again(int region, long offset, long staged, long bytes) {
        again(region, offset);
        access.bytes = bytes;
        from = staged;
    }

    @Override
    public long begin() {
        if (!isCall) return sim.calls.direct();
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
        long address = sim.regions.address(a.region, a.offset);
        switch (a.kind) {
            case GET -> Memory.copyOut(address, segment, from, a.bytes);
            case COPY -> Memory.copy(sim.regions.address(a.source, a.sourceOffset), address, a.bytes);
            default -> {
                if (segment == null) Memory.copy(from, address, a.bytes);
                else Memory.copyIn(segment, from, address, a.bytes);
            }
        }
    }
}
