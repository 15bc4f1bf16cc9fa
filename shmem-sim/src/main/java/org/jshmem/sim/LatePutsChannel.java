// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.lang.foreign.MemorySegment;
import org.jshmem.sim.cost.AccessKind;
import org.jshmem.sim.kernel.Picos;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Channel;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Transport;

/// A channel whose puts to other PEs, and whose non-blocking gets, arrive as late as the specification allows: their
/// costs are those of the simulated channel, and [LatePuts] holds their bytes.
final class LatePutsChannel implements Channel {
    /// Duration of a quiet that has puts to complete: 1 ms, during which other PEs may read too early.
    private static final long QUIET = Picos.ofNanos(1_000_000);

    private final SimTransport transport;
    private final SimChannel channel;
    private final Simulation sim;
    private final LatePuts puts;
    private final int pe;
    private int epoch; // fences so far

    LatePutsChannel(SimTransport transport, SimChannel channel, LatePuts puts) {
        this.transport = transport;
        this.channel = channel;
        this.puts = puts;
        sim = channel.sim;
        pe = channel.pe();
    }

    @Override
    public Transport transport() {
        return transport;
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

    @Override
    public void store(int target, long offset, int width, long value) {
        if (target == pe) {
            channel.store(target, offset, width, value);
            return;
        }
        channel.cost(AccessKind.STORE, target, offset, width);
        Memory.set(puts.hold(this, target, offset, width), width, value);
        puts.made();
    }

    /// A signal or an atomic reaches a PE: the puts that are ordered before it arrive there first.
    private void comes(int target, long offset) {
        puts.before(this, target, sim.reports.names.has(offset) ? epoch : Integer.MAX_VALUE);
    }

    @Override
    public void signal(int target, long offset, long value) {
        comes(target, offset);
        channel.signal(target, offset, value);
    }

    @Override
    public long atomic(Atomic op, int target, long offset, int width, long operand, long expected) {
        comes(target, offset);
        return channel.atomic(op, target, offset, width, operand, expected);
    }

    @Override
    public void update(Atomic op, int target, long offset, int width, long operand) {
        comes(target, offset);
        channel.update(op, target, offset, width, operand);
    }

    @Override
    public long load(int target, long offset, int width) {
        long value = channel.load(target, offset, width);
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
        long value = channel.look(target, offset, width);
        puts.watched(pe, target, offset, offset + width);
        return value;
    }

    @Override
    public void put(int target, long offset, MemorySegment src, long from, long bytes) {
        if (target == pe || bytes == 0) {
            channel.put(target, offset, src, from, bytes);
            return;
        }
        channel.cost(AccessKind.PUT, target, offset, bytes);
        Memory.copyIn(src, from, puts.hold(this, target, offset, bytes), bytes);
        puts.made();
    }

    @Override
    public void get(int target, long offset, MemorySegment dst, long to, long bytes) {
        channel.get(target, offset, dst, to, bytes);
        if (bytes > 0) missed(AccessKind.GET, target, offset, bytes);
    }

    @Override
    public void copy(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes) {
        if (bytes == 0) return;
        if (dstPe == pe) {
            channel.copy(dstPe, dstOffset, srcPe, srcOffset, bytes);
        } else {
            channel.costOfCopy(dstPe, dstOffset, srcPe, srcOffset, bytes);
            Memory.copy(sim.regions.address(srcPe, srcOffset), puts.hold(this, dstPe, dstOffset, bytes), bytes);
            puts.made();
        }
        missed(AccessKind.READ, srcPe, srcOffset, bytes);
    }

    /// Reports the puts that were under way to bytes that this PE has just read, and delivers them.
    private void missed(AccessKind kind, int target, long offset, long bytes) {
        puts.read(pe, kind, target, offset, offset + bytes);
        puts.watched(pe, target, offset, offset + bytes);
    }

    @Override
    public void putNbi(int target, long offset, MemorySegment src, long from, long bytes) {
        if (target == pe || bytes == 0) {
            channel.put(target, offset, src, from, bytes);
            return;
        }
        channel.cost(AccessKind.PUT, target, offset, bytes);
        puts.putNbi(this, target, offset, new NonBlockingOps.Source(src, from), -1, 0, bytes);
    }

    @Override
    public void getNbi(int target, long offset, MemorySegment dst, long to, long bytes) {
        if (target == pe || bytes == 0) {
            get(target, offset, dst, to, bytes);
            return;
        }
        channel.cost(AccessKind.GET, target, offset, bytes);
        missed(AccessKind.GET, target, offset, bytes);
        puts.nonBlocking.get(this, target, offset, dst, to, bytes);
    }

    @Override
    public void copyNbi(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes) {
        if (bytes == 0 || dstPe == srcPe) {
            copy(dstPe, dstOffset, srcPe, srcOffset, bytes);
            return;
        }
        channel.costOfCopy(dstPe, dstOffset, srcPe, srcOffset, bytes);
        var source = new NonBlockingOps.Source(Memory.everywhere(), sim.regions.address(srcPe, srcOffset));
        if (dstPe != pe) puts.putNbi(this, dstPe, dstOffset, source, srcPe, srcOffset, bytes);
        else puts.getNbi(this, dstOffset, source, bytes);
        missed(AccessKind.READ, srcPe, srcOffset, bytes);
    }

    @Override
    public void fence() {
        epoch++;
        channel.fence();
    }

    @Override
    public void quiet() {
        if (puts.holds(this)) { // others act meanwhile, and must not rely on these puts
            sim.kernel.advance(pe, QUIET);
            transport.turn();
        }
        release();
        puts.nonBlocking.complete(this);
        channel.quiet();
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
