// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.lang.foreign.MemorySegment;
import org.jshmem.sim.cost.AccessKind;
import org.jshmem.sim.cost.MachineAccess;
import org.jshmem.sim.kernel.Picos;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Memory;

/// A channel whose puts to other PEs, and whose non-blocking gets, arrive as late as the specification allows: their
/// costs are those of the simulated channel, and [LatePuts] holds their bytes.
final class LatePutsChannel extends SimChannel {
    /// Duration of a quiet that has puts to complete: 1 ms, during which other PEs may read too early.
    private static final long QUIET = Picos.ofNanos(1_000_000);

    private final LatePuts puts;
    private int epoch; // fences so far

    LatePutsChannel(SimTransport transport, Simulation sim) {
        super(transport, sim);
        puts = sim.late;
    }

    int pe() {
        return pe;
    }

    /// Whether this is the channel of the default context.
    boolean isDefault() {
        return transport.channel() == this;
    }

    int epoch() {
        return epoch;
    }

    /// Bytes for another PE are held back.
    @Override
    long destination(int target, long offset, long bytes) {
        return target == pe ? super.destination(target, offset, bytes) : puts.hold(this, target, offset, bytes);
    }

    @Override
    void moved(int target) {
        if (target != pe) puts.made();
    }

    /// A signal or an atomic reaches a PE: the puts that are ordered before it arrive there first.
    private void releaseBefore(int target, long offset) {
        puts.before(this, target, sim.reports.names.has(offset) ? epoch : Integer.MAX_VALUE);
    }

    @Override
    public void signal(int target, long offset, long value) {
        releaseBefore(target, offset);
        super.signal(target, offset, value);
    }

    @Override
    public long atomic(Atomic op, int target, long offset, int width, long operand, long expected) {
        releaseBefore(target, offset);
        return super.atomic(op, target, offset, width, operand, expected);
    }

    @Override
    public void update(Atomic op, int target, long offset, int width, long operand) {
        releaseBefore(target, offset);
        super.update(op, target, offset, width, operand);
    }

    @Override
    public long load(int target, long offset, int width) {
        long value = super.load(target, offset, width);
        if (target != pe) puts.read(pe, AccessKind.LOAD, target, offset, offset + width);
        puts.watched(pe, target, offset, offset + width); // the load may belong to a loop that tests
        return value;
    }

    @Override
    public long fetch(int target, long offset, int width) {
        return look(target, offset, width);
    }

    @Override
    public long look(int target, long offset, int width) {
        long value = super.look(target, offset, width);
        puts.watched(pe, target, offset, offset + width);
        return value;
    }

    @Override
    public void get(int target, long offset, MemorySegment dst, long to, long bytes) {
        super.get(target, offset, dst, to, bytes);
        if (bytes > 0) missed(AccessKind.GET, target, offset, bytes);
    }

    @Override
    public void copy(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes) {
        super.copy(dstPe, dstOffset, srcPe, srcOffset, bytes);
        if (bytes > 0) missed(AccessKind.READ, srcPe, srcOffset, bytes);
    }

    /// Reports the puts that were under way to bytes that this PE has just read, and delivers them.
    private void missed(AccessKind kind, int target, long offset, long bytes) {
        puts.read(pe, kind, target, offset, offset + bytes);
        puts.watched(pe, target, offset, offset + bytes);
    }

    @Override
    public void putNbi(int target, long offset, MemorySegment src, long from, long bytes) {
        if (target == pe || bytes == 0) {
            super.put(target, offset, src, from, bytes);
            return;
        }
        charge(new MachineAccess(AccessKind.PUT, pe, target, offset, bytes));
        puts.putNbi(this, target, offset, new NonBlockingOps.Source(src, from), bytes);
    }

    @Override
    public void getNbi(int target, long offset, MemorySegment dst, long to, long bytes) {
        if (target == pe || bytes == 0) {
            get(target, offset, dst, to, bytes);
            return;
        }
        charge(new MachineAccess(AccessKind.GET, pe, target, offset, bytes));
        missed(AccessKind.GET, target, offset, bytes);
        puts.nonBlocking.get(this, target, offset, dst, to, bytes);
    }

    @Override
    public void copyNbi(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes) {
        if (bytes == 0 || dstPe == srcPe) {
            copy(dstPe, dstOffset, srcPe, srcOffset, bytes);
            return;
        }
        charge(new MachineAccess(AccessKind.COPY, pe, dstPe, dstOffset, bytes).from(srcPe, srcOffset));
        var source = new NonBlockingOps.Source(Memory.everywhere(), sim.regions.address(srcPe, srcOffset));
        if (dstPe != pe) puts.putNbi(this, dstPe, dstOffset, source, bytes);
        else puts.getNbi(this, dstOffset, source, bytes);
        missed(AccessKind.READ, srcPe, srcOffset, bytes);
    }

    @Override
    public void fence() {
        epoch++;
        super.fence();
    }

    @Override
    public void quiet() {
        if (puts.holds(this)) { // others act meanwhile, and must not rely on these puts
            sim.kernel.advance(pe, QUIET);
            transport.turn();
        }
        release();
        puts.nonBlocking.complete(this);
        super.quiet();
    }

    @Override
    public void bindNextSignal(int target) {
        puts.latest(this, target);
    }

    /// Delivers all puts that are held.
    @Override
    public void release() {
        puts.complete(this);
    }
}
