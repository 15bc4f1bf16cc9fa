// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.lang.foreign.MemorySegment;
import org.jshmem.sim.cost.AccessKind;
import org.jshmem.sim.kernel.SimKernel;
import org.jshmem.sim.memory.MemoryAccess;
import org.jshmem.sim.memory.MemoryAccess.Call;
import org.jshmem.sim.memory.SimMemory;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Channel;
import org.jshmem.transport.Memory;

/// A simulated PE's stream of operations. Each operation has a cost and moves real bytes.
class SimChannel implements Channel {
    /// Puts of more bytes are performed at once, since an issued put has a copy of its source.
    private static final long MOST_ISSUED = 1024;

    private final SimJob job;
    private final SimMemory memory;
    final SimTransport transport;
    final int pe;
    private final SimKernel kernel;

    SimChannel(SimTransport transport, SimJob job) {
        this.transport = transport;
        this.job = job;
        memory = job.memory;
        pe = transport.pe();
        kernel = job.kernel;
    }

    @Override
    public SimTransport transport() {
        return transport;
    }

    /// Whether a change of a PE's memory may happen after its call. The PE's own memory changes at once, because its
    /// own loads need no call.
    private boolean mayIssue(int target) {
        return job.issues && target != pe;
    }

    @Override
    public void store(int target, long offset, int width, long value) {
        MemoryAccess store = transport.next(mayIssue(target), AccessKind.STORE, target, offset, width);
        transport.happen(store.storing(value), Call.NONE, null);
    }

    @Override
    public void signal(int target, long offset, long value) {
        signal(target, offset, value, null);
    }

    /// Raises a flag, which `move` writes; null for the access itself.
    final void signal(int target, long offset, long value, Runnable move) {
        MemoryAccess raise = transport.next(mayIssue(target), AccessKind.SIGNAL, target, offset, Long.BYTES);
        Call call = target != pe && transport.direct.byCalls ? Call.FLAG : Call.ROUTINE;
        transport.happen(raise.storing(value), call, move);
    }

    @Override
    public long atomic(Atomic op, int target, long offset, int width, long operand, long expected) {
        long was = change(op, target, offset, width, operand, expected);
        memory.acquired(pe, target, offset, offset + width);
        return was;
    }

    /// Changes a word at the cost of [#atomic], but creates no order for this PE, since it returns nothing.
    @Override
    public void update(Atomic op, int target, long offset, int width, long operand) {
        change(op, target, offset, width, operand, 0);
    }

    long change(Atomic op, int target, long offset, int width, long operand, long expected) {
        long[] was = new long[1];
        long address = memory.address(target, offset);
        Runnable change = () -> was[0] = Memory.atomic(op, address, width, operand, expected);
        transport.perform(AccessKind.ATOMIC, target, offset, width, Call.NONE, change);
        return was[0];
    }

    @Override
    public long load(int target, long offset, int width) {
        return load(AccessKind.LOAD, target, offset, width);
    }

    @Override
    public long fetch(int target, long offset, int width) {
        return look(target, offset, width);
    }

    @Override
    public long look(int target, long offset, int width) {
        return load(AccessKind.POLL, target, offset, width);
    }

    private long load(AccessKind kind, int target, long offset, int width) {
        long[] word = new long[1];
        long address = memory.address(target, offset);
        Call call = kind == AccessKind.POLL ? Call.LOOK : Call.NONE;
        read(kind, target, offset, width, call, () -> word[0] = Memory.getAcquire(address, width));
        return word[0];
    }

    /// Performs a read, whose bytes `move` moves.
    void read(AccessKind kind, int target, long offset, long bytes, Call call, Runnable move) {
        transport.perform(kind, target, offset, bytes, call, move);
    }

    @Override
    public void put(int target, long offset, MemorySegment src, long from, long bytes) {
        if (bytes == 0) return;
        boolean issued = mayIssue(target) && bytes <= MOST_ISSUED;
        if (issued && transport.copies) transport.drain(); // it may read their bytes
        MemoryAccess access = transport.next(issued, AccessKind.PUT, target, offset, bytes);
        Runnable put = null;
        if (issued || memory.costs.sends(pe, target)) access.copy(src, from);
        else put = () -> Memory.copyIn(src, from, memory.address(target, offset), bytes);
        transport.happen(access, Call.ROUTINE, put);
    }

    @Override
    public void get(int target, long offset, MemorySegment dst, long to, long bytes) {
        if (bytes == 0) return;
        long address = memory.address(target, offset);
        Runnable move = () -> Memory.copyOut(address, dst, to, bytes);
        read(AccessKind.GET, target, offset, bytes, Call.ROUTINE, move);
    }

    @Override
    public void copy(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes) {
        if (bytes > 0) transport.copy(dstPe, dstOffset, srcPe, srcOffset, bytes, Call.ROUTINE, null);
    }

    @Override
    public void fence() {
        transport.drain();
        kernel.advance(pe, memory.calls.fence());
        letOthersAct();
    }

    @Override
    public void quiet() {
        transport.drain();
        long start = kernel.now(pe);
        long known = memory.costs.quietKnown(pe);
        if (known > start) {
            kernel.advanceTo(pe, known);
            transport.perform(SimKernel.TURN);
        }
        kernel.advanceTo(pe, memory.costs.quiet(pe, start));
        kernel.advance(pe, memory.calls.quiet());
        memory.passed(pe, AccessKind.QUIET, start, kernel.now(pe));
        letOthersAct();
    }

    /// Ends a fence or a quiet. A program may loop over them until another PE changes its memory, and that PE needs its
    /// turn. A collective needs no turn here: its next operation takes one.
    private void letOthersAct() {
        transport.stand(!job.issues || !memory.times.isInside(pe));
    }

    /// Does nothing: every flag releases all operations before it.
    @Override
    public void release() {}
}
