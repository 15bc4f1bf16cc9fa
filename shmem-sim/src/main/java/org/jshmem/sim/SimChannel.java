// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.lang.foreign.MemorySegment;
import org.jshmem.sim.check.AccessListener;
import org.jshmem.sim.cost.AccessKind;
import org.jshmem.sim.cost.MachineAccess;
import org.jshmem.sim.kernel.Picos;
import org.jshmem.sim.kernel.SimKernel;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Channel;
import org.jshmem.transport.Transport;

/// A simulated PE's stream of operations. Each operation has a cost and moves real bytes.
class SimChannel implements Channel {
    static final int MANY = 8; // more fences, or looks at the clock, at one time than any sequence of calls needs

    /// Puts of more bytes are performed at once, since an issued put has a copy of its source.
    private static final long MOST_ISSUED = 1024;

    final Simulation sim;
    final SimTransport transport;
    final int pe;
    private final SimKernel kernel;
    private long ordered = -1; // end of the latest fence or quiet
    private int idle; // number of further ones that ended at that time

    SimChannel(SimTransport transport, Simulation sim) {
        this.transport = transport;
        this.sim = sim;
        pe = transport.pe();
        kernel = sim.kernel;
    }

    @Override
    public final Transport transport() {
        return transport;
    }

    /// Whether a change of a PE's memory may happen after its call. The PE's own memory changes at once, because its
    /// own loads need no call.
    private boolean mayIssue(int target) {
        return sim.issues && target != pe;
    }

    private MachineAccess access(AccessKind kind, int target, long offset, long bytes) {
        return new MachineAccess(kind, pe, target, offset, bytes);
    }

    @Override
    public void store(int target, long offset, int width, long value) {
        change(AccessKind.STORE, target, offset, width, value, mayIssue(target));
    }

    /// Raises a flag after the data. A signal that follows no issued operation is performed: the wait that follows it
    /// would have to wait for it.
    @Override
    public void signal(int target, long offset, long value) {
        boolean issued = mayIssue(target) && kernel.hasIssued(pe);
        change(AccessKind.SIGNAL, target, offset, Long.BYTES, value, issued);
    }

    private void change(AccessKind kind, int target, long offset, int width, long value, boolean issued) {
        WordChange change = new WordChange(this, access(kind, target, offset, width), value, issued);
        if (issued) kernel.issue(pe, change);
        else transport.perform(change);
    }

    @Override
    public long atomic(Atomic op, int target, long offset, int width, long operand, long expected) {
        WordChange change =
                new WordChange(this, access(AccessKind.ATOMIC, target, offset, width), op, operand, expected);
        transport.perform(change);
        for (AccessListener each : sim.listeners) each.acquired(pe, target, offset, offset + width);
        return change.was;
    }

    /// Changes a word at the cost of [#atomic], but creates no order for this PE, since it returns nothing.
    @Override
    public void update(Atomic op, int target, long offset, int width, long operand) {
        transport.perform(new WordChange(this, access(AccessKind.ATOMIC, target, offset, width), op, operand, 0));
    }

    @Override
    public long load(int target, long offset, int width) {
        return load(target, offset, width, false);
    }

    @Override
    public long fetch(int target, long offset, int width) {
        return load(target, offset, width, true);
    }

    @Override
    public long look(int target, long offset, int width) {
        return load(target, offset, width, true);
    }

    private long load(int target, long offset, int width, boolean isLook) {
        WordLoad load = new WordLoad(sim, pe, target, offset, width, isLook);
        transport.perform(load);
        return load.value;
    }

    @Override
    public void put(int target, long offset, MemorySegment src, long from, long bytes) {
        if (bytes == 0) return;
        if (!mayIssue(target) || bytes > MOST_ISSUED) {
            transport.perform(range(AccessKind.PUT, target, offset, bytes).moving(src, from));
            return;
        }
        transport.drainCopies();
        MemorySegment copy =
                MemorySegment.ofArray(new long[(int) (bytes + 7) >> 3]); // the source may be reused at once
        MemorySegment.copy(src, from, copy, 0, bytes);
        MachineAccess put = access(AccessKind.PUT, target, offset, bytes);
        kernel.issue(pe, new RangeAccess(sim, put, this, true).moving(copy, 0));
    }

    @Override
    public void get(int target, long offset, MemorySegment dst, long to, long bytes) {
        if (bytes > 0)
            transport.perform(range(AccessKind.GET, target, offset, bytes).moving(dst, to));
    }

    @Override
    public void copy(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes) {
        if (bytes > 0)
            transport.perform(copying(dstPe, dstOffset, srcPe, srcOffset, bytes).moving(null, 0));
    }

    /// A put or a get, whose bytes the caller moves.
    final RangeAccess range(AccessKind kind, int target, long offset, long bytes) {
        return new RangeAccess(sim, access(kind, target, offset, bytes), this, false);
    }

    /// A copy, whose bytes the caller moves.
    final RangeAccess copying(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes) {
        MachineAccess copy = access(AccessKind.COPY, dstPe, dstOffset, bytes).from(srcPe, srcOffset);
        return new RangeAccess(sim, copy, this, false);
    }

    /// The address to which a store, a put or a copy moves its bytes.
    long destination(MachineAccess change) {
        return sim.regions.address(change.region, change.offset);
    }

    /// A store, a put or a copy has moved its bytes.
    void moved(MachineAccess change) {}

    @Override
    public void fence() {
        transport.drain();
        kernel.advance(pe, sim.calls.fence());
        letOthersAct();
    }

    @Override
    public void quiet() {
        transport.drain();
        transport.stopped(false);
        long start = kernel.now(pe);
        kernel.advanceTo(pe, sim.costs.quiet(pe, start));
        kernel.advance(pe, sim.calls.quiet());
        sim.passed(pe, AccessKind.QUIET, start);
        letOthersAct();
    }

    /// Ends a fence or a quiet. A program may loop over fences until another PE changes its memory. That PE needs its
    /// turn, and the clock must not stand still. From the ninth fence at one time on, each takes a nanosecond. A
    /// collective needs no turn here: its next operation takes one.
    private void letOthersAct() {
        idle = kernel.now(pe) == ordered ? idle + 1 : 0;
        if (idle >= MANY) kernel.advance(pe, Picos.PER_NANO);
        if (!sim.issues || !sim.times.isInside(pe)) transport.turn();
        ordered = kernel.now(pe);
    }

    /// Does nothing: every flag releases all operations before it.
    @Override
    public void release() {}
}
