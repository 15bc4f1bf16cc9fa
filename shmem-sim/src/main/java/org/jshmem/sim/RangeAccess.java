// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.lang.foreign.MemorySegment;
import org.jshmem.sim.model.Steps;
import org.jshmem.transport.Memory;

/// A put, a get, a copy between regions, or direct loads or stores of a range, which the program makes itself.
final class RangeAccess extends MemoryAccess {
    private SimChannel by; // of a call, which may be held back
    private int source; // region of a copy's source
    private long sourceOffset;
    private MemorySegment segment; // private side of a put or get; null for staged bytes
    private long from; // offset in the segment, or address of staged bytes
    private boolean moves = true;
    private Steps steps;

    private RangeAccess(Simulation sim, int pe, Activity kind, int region, long offset, long bytes, boolean issued) {
        super(sim, pe, kind, region, offset, bytes, issued);
    }

    static RangeAccess put(
            SimChannel by, int region, long offset, MemorySegment src, long from, long bytes, boolean issued) {
        RangeAccess it = new RangeAccess(by.sim, by.pe(), Activity.PUT, region, offset, bytes, issued);
        it.by = by;
        it.segment = src;
        it.from = from;
        return it;
    }

    /// Makes this put again, by another call.
    void again(SimChannel channel, int otherRegion, long otherOffset, long staged, long length) {
        again(otherRegion, otherOffset);
        by = channel;
        from = staged;
        bytes = length;
    }

    static RangeAccess get(SimChannel by, int region, long offset, MemorySegment dst, long to, long bytes) {
        RangeAccess it = new RangeAccess(by.sim, by.pe(), Activity.GET, region, offset, bytes, false);
        it.by = by;
        it.segment = dst;
        it.from = to;
        return it;
    }

    static RangeAccess copy(
            Simulation sim, int pe, int to, long offset, int source, long from, long bytes, boolean issued) {
        RangeAccess it = new RangeAccess(sim, pe, Activity.COPY, to, offset, bytes, issued);
        it.source = source;
        it.sourceOffset = from;
        return it;
    }

    /// Direct loads, or `stores`, which the program makes.
    static RangeAccess direct(Simulation sim, int pe, int region, long offset, long bytes, boolean stores) {
        RangeAccess it =
                new RangeAccess(sim, pe, stores ? Activity.WRITE : Activity.READ, region, offset, bytes, false);
        it.moves = false;
        return it;
    }

    /// This copy as one of a channel's calls.
    RangeAccess by(SimChannel channel) {
        by = channel;
        return this;
    }

    /// This transfer without its bytes, which the caller moves.
    RangeAccess withoutBytes() {
        moves = false;
        return this;
    }

    @Override
    public long begin() {
        if (by == null) return sim.calls.direct();
        sim.memory.begin(pe);
        return switch (kind) {
            case PUT -> sim.calls.put();
            case GET -> sim.calls.get();
            default -> region != pe ? sim.calls.put() : source != pe ? sim.calls.get() : 0;
        };
    }

    @Override
    public long step(long now) {
        if (start < 0) {
            start = now;
            steps = steps();
        }
        if (done < 0) {
            long end = steps.step(now);
            if (steps.hasMore()) return end;
            long effect = effect(now, end);
            if (kind.changes() && effect >= 0) return effect;
        }
        if (kind == Activity.COPY) readSource();
        observe();
        if (kind.changes()) sim.pollers.changed(region, offset, offset + bytes, seen);
        if (moves) move();
        return DONE | sim.kernel.now(pe);
    }

    private Steps steps() {
        return switch (kind) {
            case PUT -> sim.memory.write(pe, region, offset, bytes, true);
            case WRITE -> sim.memory.write(pe, region, offset, bytes, false);
            case GET -> sim.memory.read(pe, region, offset, bytes, true);
            case READ -> sim.memory.read(pe, region, offset, bytes, false);
            default -> sim.memory.copy(pe, region, offset, source, sourceOffset, bytes);
        };
    }

    private void readSource() {
        long end = sourceOffset + bytes;
        sim.kernel.advanceTo(pe, done);
        sim.races.meets(pe, Activity.READ, source, sourceOffset, end, start);
        if (bytes > sim.memory.line(sourceOffset)) {
            sim.races.flies(pe, Activity.READ, source, sourceOffset, end, start, done);
        }
        if (sim.conflicts != null) sim.conflicts.read(pe, Activity.READ, source, sourceOffset, end);
    }

    private void observe() {
        long end = offset + bytes;
        sim.races.meets(pe, kind, region, offset, end, start);
        if (sim.delayed != null && kind.changes()) sim.delayed.nonBlocking.changes(pe, kind, region, offset, end);
        if (bytes > sim.memory.line(offset)) sim.races.flies(pe, kind, region, offset, end, start, done);
        sim.kernel.advanceTo(pe, done);
        if (sim.conflicts != null) sim.conflicts.accessed(pe, kind, region, offset, end);
        note();
    }

    private void move() {
        long address = sim.regions.address(region, offset);
        if (kind == Activity.GET) {
            Memory.copyOut(address, segment, from, bytes);
        } else {
            long to = by == null ? address : by.destination(region, offset, bytes);
            if (segment != null) Memory.copyIn(segment, from, to, bytes);
            else Memory.copy(kind == Activity.PUT ? from : sim.regions.address(source, sourceOffset), to, bytes);
            if (by != null) by.written(region);
        }
        if (by != null && sim.delayed != null && kind != Activity.PUT) missed();
    }

    /// Reports the puts that were under way to bytes that this PE has just read, and delivers them.
    private void missed() {
        boolean copy = kind == Activity.COPY;
        by.missed(copy ? Activity.READ : kind, copy ? source : region, copy ? sourceOffset : offset, bytes);
    }
}
