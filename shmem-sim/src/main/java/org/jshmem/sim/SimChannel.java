// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.lang.foreign.MemorySegment;
import java.util.function.LongConsumer;
import org.jshmem.sim.MemoryAccess.Call;
import org.jshmem.sim.check.AccessListener;
import org.jshmem.sim.cost.AccessKind;
import org.jshmem.sim.kernel.SimKernel;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Channel;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Transport;

/// A simulated PE's stream of operations. Each operation has a cost and moves real bytes.
class SimChannel implements Channel {
    /// Puts of more bytes are performed at once, since an issued put has a copy of its source.
    private static final long MOST_ISSUED = 1024;

    final Simulation sim;
    final SimTransport transport;
    final int pe;
    private final SimKernel kernel;

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

    @Override
    public void store(int target, long offset, int width, long value) {
        boolean issued = mayIssue(target);
        Runnable store = () -> write(target, offset, width, to -> Memory.set(to, width, value));
        happen(transport.next(issued, AccessKind.STORE, target, offset, width), Call.NONE, store);
    }

    /// Raises a flag after the data. A signal that follows no issued operation is performed: the wait that follows it
    /// would have to wait for it.
    @Override
    public void signal(int target, long offset, long value) {
        reaches(target, offset);
        boolean issued = mayIssue(target) && kernel.hasIssued(pe);
        Runnable raise = () -> Memory.setLongRelease(sim.regions.address(target, offset), value);
        happen(transport.next(issued, AccessKind.SIGNAL, target, offset, Long.BYTES), Call.ROUTINE, raise);
    }

    /// Makes an access: issues it if it may happen after its call.
    private void happen(MemoryAccess access, Call call, Runnable bytes) {
        access.become(call, bytes);
        if (access.isIssued()) kernel.issue(pe, access);
        else transport.perform(access);
    }

    @Override
    public long atomic(Atomic op, int target, long offset, int width, long operand, long expected) {
        long was = change(op, target, offset, width, operand, expected);
        for (AccessListener each : sim.listeners) each.acquired(pe, target, offset, offset + width);
        return was;
    }

    /// Changes a word at the cost of [#atomic], but creates no order for this PE, since it returns nothing.
    @Override
    public void update(Atomic op, int target, long offset, int width, long operand) {
        change(op, target, offset, width, operand, 0);
    }

    private long change(Atomic op, int target, long offset, int width, long operand, long expected) {
        reaches(target, offset);
        long[] was = new long[1];
        long address = sim.regions.address(target, offset);
        Runnable change = () -> was[0] = Memory.atomic(op, address, width, operand, expected);
        happen(transport.next(false, AccessKind.ATOMIC, target, offset, width), Call.NONE, change);
        return was[0];
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
        long[] word = new long[1];
        long address = sim.regions.address(target, offset);
        MemoryAccess load = transport.next(false, AccessKind.LOAD, target, offset, width);
        load.access.look = isLook;
        happen(load, Call.NONE, () -> word[0] = Memory.getAcquire(address, width));
        hasRead(isLook ? AccessKind.POLL : AccessKind.LOAD, target, offset, width);
        return word[0];
    }

    @Override
    public void put(int target, long offset, MemorySegment src, long from, long bytes) {
        if (bytes == 0) return;
        boolean issued = mayIssue(target) && bytes <= MOST_ISSUED;
        if (issued && transport.copies) transport.drain(); // it may read their bytes
        MemoryAccess access = transport.next(issued, AccessKind.PUT, target, offset, bytes);
        MemorySegment source = issued ? access.copied(src, from, bytes) : src;
        Runnable put = () -> write(target, offset, bytes, to -> Memory.copyIn(source, issued ? 0 : from, to, bytes));
        happen(access, Call.ROUTINE, put);
    }

    @Override
    public void get(int target, long offset, MemorySegment dst, long to, long bytes) {
        if (bytes == 0) return;
        long address = sim.regions.address(target, offset);
        Runnable move = () -> Memory.copyOut(address, dst, to, bytes);
        happen(transport.next(false, AccessKind.GET, target, offset, bytes), Call.ROUTINE, move);
        hasRead(AccessKind.GET, target, offset, bytes);
    }

    @Override
    public void copy(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes) {
        if (bytes == 0) return;
        MemoryAccess copy = copyFrom(dstPe, dstOffset, srcPe, srcOffset, bytes);
        long source = sim.regions.address(srcPe, srcOffset);
        Runnable move = () -> write(dstPe, dstOffset, bytes, to -> Memory.copy(source, to, bytes));
        happen(copy, Call.ROUTINE, move);
        hasRead(AccessKind.READ, srcPe, srcOffset, bytes);
    }

    /// Performs a put, a get or a copy without its bytes.
    final void charge(MemoryAccess access) {
        happen(access, Call.ROUTINE, () -> {});
    }

    /// A copy that the PE is going to perform.
    final MemoryAccess copyFrom(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes) {
        MemoryAccess copy = transport.next(false, AccessKind.COPY, dstPe, dstOffset, bytes);
        copy.access.from(srcPe, srcOffset);
        return copy;
    }

    /// Moves the bytes of a store, a put or a copy: `move` gets the address that they go to.
    void write(int target, long offset, long bytes, LongConsumer move) {
        move.accept(sim.regions.address(target, offset));
    }

    /// This PE has read bytes as data, or as a flag by a look ([AccessKind#POLL]).
    void hasRead(AccessKind kind, int target, long offset, long bytes) {}

    /// A signal or an atomic reaches a PE next.
    void reaches(int target, long offset) {}

    @Override
    public void fence() {
        transport.drain();
        kernel.advance(pe, sim.calls.fence());
        letOthersAct();
    }

    @Override
    public void quiet() {
        transport.drain();
        long start = kernel.now(pe);
        kernel.advanceTo(pe, sim.costs.quiet(pe, start));
        kernel.advance(pe, sim.calls.quiet());
        sim.passed(pe, AccessKind.QUIET, start);
        letOthersAct();
    }

    /// Ends a fence or a quiet. A program may loop over them until another PE changes its memory, and that PE needs its
    /// turn. A collective needs no turn here: its next operation takes one.
    private void letOthersAct() {
        transport.stand(!sim.issues || !sim.times.isInside(pe));
    }

    /// Does nothing: every flag releases all operations before it.
    @Override
    public void release() {}
}
