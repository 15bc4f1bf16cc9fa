// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.sim.LatePuts.Held;
import org.jshmem.sim.LatePuts.Source;
import org.jshmem.sim.cost.AccessKind;
import org.jshmem.sim.memory.MemoryAccess;
import org.jshmem.sim.memory.MemoryAccess.Call;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Memory;

/// A channel whose puts to other PEs, and whose non-blocking gets, arrive as late as the specification allows. They
/// cost what they cost on other channels, and [LatePuts] holds their bytes.
final class LatePutsChannel extends SimChannel {
    private final LatePuts puts;
    private final LatePuts.Stream stream;
    private final List<Runnable> completions = new ArrayList<>(); // of non-blocking calls, by the next quiet
    private Held latest; // the put of the latest call, if that was non-blocking; otherwise null
    private Held bound; // the put that the next signal follows; null for none

    LatePutsChannel(SimTransport transport, SimJob job, boolean isDefault) {
        super(transport, job);
        puts = job.late;
        stream = puts.stream(pe, isDefault);
    }

    @Override
    public void store(int target, long offset, int width, long value) {
        if (target == pe) super.store(target, offset, width, value);
        else {
            transport.perform(AccessKind.STORE, target, offset, width, Call.NONE, MemoryAccess.NOTHING);
            hold("put", target, offset, MemorySegment.ofArray(new long[] {value}), 0, width);
        }
    }

    @Override
    public void put(int target, long offset, MemorySegment src, long from, long bytes) {
        put("put", target, offset, src, from, bytes);
    }

    @Override
    public void putNbi(int target, long offset, MemorySegment src, long from, long bytes) {
        put("putNbi", target, offset, src, from, bytes);
    }

    private void put(String word, int target, long offset, MemorySegment src, long from, long bytes) {
        latest = null;
        if (target == pe || bytes == 0) super.put(target, offset, src, from, bytes);
        else {
            transport.perform(AccessKind.PUT, target, offset, bytes, Call.ROUTINE, MemoryAccess.NOTHING);
            hold(word, target, offset, src, from, bytes);
        }
    }

    private void hold(String word, int target, long offset, MemorySegment src, long from, long bytes) {
        Source source = new Source(src, from, !word.equals("put"));
        Held put = puts.hold(stream, word, target, offset, bytes, source);
        if (!word.equals("putNbi")) return;
        latest = put;
        completions.add(() -> puts.checkSource(put));
    }

    @Override
    public void copy(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes) {
        copy(dstPe == pe ? null : "put", dstPe, dstOffset, srcPe, srcOffset, bytes);
    }

    @Override
    public void copyNbi(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes) {
        String word = dstPe != pe ? "putNbi" : srcPe != pe ? "getNbi" : null;
        copy(word, dstPe, dstOffset, srcPe, srcOffset, bytes);
    }

    /// A copy that may arrive late, as reports name it; null for one that arrives now.
    private void copy(String word, int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes) {
        latest = null;
        if (bytes == 0) return;
        if (word == null) super.copy(dstPe, dstOffset, srcPe, srcOffset, bytes);
        else {
            transport.copy(dstPe, dstOffset, srcPe, srcOffset, bytes, Call.ROUTINE, MemoryAccess.NOTHING);
            hold(word, dstPe, dstOffset, Memory.everywhere(), transport.address(srcPe, srcOffset), bytes);
        }
        hasRead(AccessKind.READ, srcPe, srcOffset, bytes);
    }

    @Override
    public void getNbi(int target, long offset, MemorySegment dst, long to, long bytes) {
        if (target == pe || bytes == 0) get(target, offset, dst, to, bytes);
        else {
            read(AccessKind.GET, target, offset, bytes, Call.ROUTINE, MemoryAccess.NOTHING);
            completions.add(() -> Memory.copyOut(transport.address(target, offset), dst, to, bytes));
        }
    }

    @Override
    void read(AccessKind kind, int target, long offset, long bytes, Call call, Runnable move) {
        super.read(kind, target, offset, bytes, call, move);
        hasRead(kind, target, offset, bytes);
    }

    /// Reports the puts that were under way to bytes that this PE has just read as data, and delivers them. A load may
    /// belong to a loop that tests.
    private void hasRead(AccessKind kind, int target, long offset, long bytes) {
        boolean reports = kind != AccessKind.POLL && !(kind == AccessKind.LOAD && target == pe);
        if (reports) puts.read(pe, kind, target, offset, offset + bytes);
        puts.looked(pe, target, offset, offset + bytes);
    }

    @Override
    public void signal(int target, long offset, long value) {
        signal(target, offset, value, follows(Atomic.SWAP, target, offset, value) ? MemoryAccess.NOTHING : null);
    }

    @Override
    long change(Atomic op, int target, long offset, int width, long operand, long expected) {
        if (!follows(op, target, offset, operand)) return super.change(op, target, offset, width, operand, expected);
        transport.perform(AccessKind.ATOMIC, target, offset, width, Call.NONE, MemoryAccess.NOTHING);
        return 0;
    }

    /// Whether the update of a word is the signal of a non-blocking put, and as late as that is.
    private boolean follows(Atomic op, int target, long offset, long operand) {
        Held put = bound;
        bound = null;
        if (put == null) puts.beforeWord(stream, target, offset);
        else {
            long address = transport.address(target, offset);
            puts.follow(put, offset, () -> Memory.atomic(op, address, Long.BYTES, operand, 0));
        }
        return put != null;
    }

    @Override
    public void fence() {
        stream.fence();
        super.fence();
    }

    @Override
    public void quiet() {
        if (puts.holds(stream)) transport.pass(LatePuts.QUIET); // others act meanwhile, and must not rely on these puts
        release();
        completions.forEach(Runnable::run);
        completions.clear();
        super.quiet();
    }

    @Override
    public void bindNextSignal(int target) {
        bound = latest;
        if (bound == null) puts.latest(stream, target);
    }

    /// Delivers all puts that are held.
    @Override
    public void release() {
        puts.complete(stream);
    }
}
