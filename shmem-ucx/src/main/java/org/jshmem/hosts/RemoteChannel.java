// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import java.lang.foreign.MemorySegment;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Channel;
import org.jshmem.transport.FlightEvents;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Reach;
import org.jshmem.transport.Transport;

/// The channel of a PE of a job on several hosts: PEs of this host by shared memory, all others by messages. No other
/// class decides between the two.
final class RemoteChannel implements Channel {
    private final RemoteTransport transport;
    private final Channel near;

    private final Worker worker;

    /// For each PE, whether it is on another host.
    private final boolean[] far;

    private final Outstanding outstanding;

    RemoteChannel(RemoteTransport transport, Channel near, Worker worker) {
        this.transport = transport;
        this.near = near;
        this.worker = worker;
        this.outstanding = new Outstanding(near.transport());
        this.far = new boolean[transport.npes()];
        for (int pe = 0; pe < far.length; pe++) far[pe] = transport.reach(pe) == Reach.RMA;
    }

    @Override
    public Transport transport() {
        return transport;
    }

    /// The worker, after a fence: stores of this PE on its host are visible before a message to another host. A
    /// PE that receives news through that host then finds them.
    private Worker far() {
        Memory.fullFence();
        return worker;
    }

    @Override
    public void put(int pe, long offset, MemorySegment src, long from, long bytes) {
        if (!far[pe]) near.put(pe, offset, src, from, bytes);
        else if (bytes > 0) {
            var event = FlightEvents.transfer(pe, bytes);
            far().put(outstanding, pe, offset, src, from, bytes, -1, 0);
            if (event != null) event.end(transport.pe(), () -> "put");
        }
    }

    @Override
    public void putSignal(int pe, long offset, MemorySegment src, long from, long bytes, long flag, long value) {
        if (!far[pe]) near.putSignal(pe, offset, src, from, bytes, flag, value);
        else far().put(outstanding, pe, offset, src, from, bytes, flag, value);
    }

    @Override
    public void copySignal(int pe, long offset, long from, long bytes, long flag, long value) {
        if (!far[pe]) near.copySignal(pe, offset, from, bytes, flag, value);
        else putSignal(pe, offset, Memory.everywhere(), transport.address(transport.pe(), from), bytes, flag, value);
    }

    @Override
    public void get(int pe, long offset, MemorySegment dst, long to, long bytes) {
        if (!far[pe]) near.get(pe, offset, dst, to, bytes);
        else if (bytes > 0) {
            var event = FlightEvents.transfer(pe, bytes);
            getBlocks(pe, offset, 0, dst, to, 0, bytes, 1);
            if (event != null) event.end(transport.pe(), () -> "get");
        }
    }

    @Override
    public boolean getBlocks(
            int pe, long offset, long stride, MemorySegment dst, long to, long step, long bytes, long count) {
        if (!far[pe]) return false;
        worker.call(near.transport(), all -> {
            for (long k = 0; k < count; k++) {
                worker.get(all, pe, offset + k * stride, Destination.of(dst, to + k * step, bytes), bytes);
            }
        });
        return true;
    }

    @Override
    public void getNbi(int pe, long offset, MemorySegment dst, long to, long bytes) {
        if (!far[pe]) near.getNbi(pe, offset, dst, to, bytes);
        else if (bytes > 0) worker.get(outstanding, pe, offset, Destination.of(dst, to, bytes), bytes);
    }

    @Override
    public void copyNbi(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes) {
        if (!far[dstPe] && !far[srcPe]) near.copyNbi(dstPe, dstOffset, srcPe, srcOffset, bytes);
        else if (far[dstPe]) {
            putNbi(dstPe, dstOffset, Memory.everywhere(), transport.address(srcPe, srcOffset), bytes);
        } else getNbi(srcPe, srcOffset, Memory.everywhere(), transport.address(dstPe, dstOffset), bytes);
    }

    @Override
    public void store(int pe, long offset, int width, long value) {
        if (!far[pe]) near.store(pe, offset, width, value);
        else far().send(outstanding, Packet.STORE, 0, pe, offset, width, value, true);
    }

    @Override
    public long look(int pe, long offset, int width) {
        if (far[pe]) return load(pe, offset, width);
        worker.progress.look();
        return near.look(pe, offset, width);
    }

    @Override
    public long load(int pe, long offset, int width) {
        return !far[pe] ? near.load(pe, offset, width) : fetch(Packet.LOAD, 0, pe, offset, width, 0, 0);
    }

    @Override
    public long atomic(Atomic op, int pe, long offset, int width, long operand, long expected) {
        if (!far[pe]) return near.atomic(op, pe, offset, width, operand, expected);
        Memory.fullFence(); // as in far()
        return fetch(Packet.FETCH, op.ordinal(), pe, offset, width, operand, expected);
    }

    private long fetch(int kind, int operation, int pe, long offset, int width, long operand, long expected) {
        return worker.call(
                near.transport(),
                one -> worker.fetch(one, null, kind, operation, pe, offset, width, operand, expected));
    }

    @Override
    public long fetch(int pe, long offset, int width) {
        return !far[pe] ? near.fetch(pe, offset, width) : atomic(Atomic.ADD, pe, offset, width, 0, 0);
    }

    @Override
    public void atomicNbi(Atomic op, int pe, long offset, int width, long operand, long expected, long result) {
        if (!far[pe]) near.atomicNbi(op, pe, offset, width, operand, expected, result);
        else {
            long own = transport.address(transport.pe(), result);
            Destination to = Destination.of(Memory.everywhere(), own, width).asWord();
            far().fetch(outstanding, to, Packet.FETCH, op.ordinal(), pe, offset, width, operand, expected);
        }
    }

    @Override
    public void update(Atomic op, int pe, long offset, int width, long operand) {
        if (!far[pe]) near.update(op, pe, offset, width, operand);
        else far().send(outstanding, Packet.ATOMIC, op.ordinal(), pe, offset, width, operand, false);
    }

    @Override
    public void signal(int pe, long offset, long value) {
        if (!far[pe]) near.signal(pe, offset, value);
        else far().send(outstanding, Packet.STORE, 0, pe, offset, 8, value, false);
    }

    @Override
    public void fence() {
        near.fence();
    }

    @Override
    public void quiet() {
        Memory.fullFence(); // the fence of the near channel, without a virtual call
        if (outstanding.any()) worker.quiet(outstanding);
    }

    @Override
    public void quiet(int pe) {
        near.quiet(pe);
        if (far[pe] && outstanding.any()) worker.quiet(outstanding);
    }

    @Override
    public void close() {
        quiet();
        near.close();
    }
}
