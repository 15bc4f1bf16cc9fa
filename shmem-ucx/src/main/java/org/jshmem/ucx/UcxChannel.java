// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.lang.foreign.MemorySegment;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Channel;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Transport;

/// The channel of a PE of a job on several hosts: PEs of this host by shared memory, all others by messages to the
/// agent of their host. No other class decides between the two.
/*
 * One-way messages to a host keep the order of its stream, so a signal follows its data and a fence costs nothing. A
 * quiet waits until each host has carried out this channel's last message to it; all hosts are asked at once.
 */
final class UcxChannel implements Channel {
    private final UcxTransport transport;
    private final Channel near;

    /// The host of each PE, -1 for this PE's host.
    private final int[] far;

    private final Marks marks;

    UcxChannel(UcxTransport transport, Channel near, Hosts hosts) {
        this.transport = transport;
        this.near = near;
        this.far = new int[hosts.npes()];
        int own = hosts.of(transport.pe());
        for (int pe = 0; pe < far.length; pe++) far[pe] = hosts.of(pe) == own ? -1 : hosts.of(pe);
        this.marks = new Marks(hosts.count());
    }

    @Override
    public Transport transport() {
        return transport;
    }

    @Override
    public Channel towards(int pe) {
        return far[pe] < 0 ? near : this;
    }

    @Override
    public boolean passesOn() {
        return true;
    }

    /// The client, after a fence: stores of this PE on its host are visible before a message to another host. A
    /// PE that receives news through that host then finds them.
    private Client far() {
        Memory.fullFence();
        return transport.client();
    }

    @Override
    public void put(int pe, long offset, MemorySegment src, long from, long bytes) {
        if (far[pe] < 0) near.put(pe, offset, src, from, bytes);
        else if (bytes > 0) far().put(marks, far[pe], pe, offset, src, from, bytes, 0, 0, 0, false);
    }

    @Override
    public void putNbi(int pe, long offset, MemorySegment src, long from, long bytes) {
        if (far[pe] < 0) near.putNbi(pe, offset, src, from, bytes);
        else if (bytes > 0) far().put(marks, far[pe], pe, offset, src, from, bytes, 0, 0, 0, true);
    }

    @Override
    public void putSignal(int pe, long offset, MemorySegment src, long from, long bytes, long flag, long value) {
        if (far[pe] < 0) near.putSignal(pe, offset, src, from, bytes, flag, value);
        else far().put(marks, far[pe], pe, offset, src, from, bytes, Message.THEN_SET, flag, value, false);
    }

    @Override
    public void copySignal(int pe, long offset, long from, long bytes, long flag, long value) {
        if (far[pe] < 0) near.copySignal(pe, offset, from, bytes, flag, value);
        else putSignal(pe, offset, Memory.everywhere(), transport.address(transport.pe(), from), bytes, flag, value);
    }

    @Override
    public void get(int pe, long offset, MemorySegment dst, long to, long bytes) {
        if (far[pe] < 0) near.get(pe, offset, dst, to, bytes);
        else if (bytes > 0) far().get(far[pe], pe, offset, dst, to, bytes);
    }

    @Override
    public void getNbi(int pe, long offset, MemorySegment dst, long to, long bytes) {
        if (far[pe] < 0) near.getNbi(pe, offset, dst, to, bytes);
        else if (bytes > 0) far().getNbi(marks, far[pe], pe, offset, dst, to, bytes);
    }

    @Override
    public void copy(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes) {
        if (far[dstPe] < 0 && far[srcPe] < 0) near.copy(dstPe, dstOffset, srcPe, srcOffset, bytes);
        else if (far[dstPe] >= 0)
            put(dstPe, dstOffset, Memory.everywhere(), transport.address(srcPe, srcOffset), bytes);
        else get(srcPe, srcOffset, Memory.everywhere(), transport.address(dstPe, dstOffset), bytes);
    }

    @Override
    public void copyNbi(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes) {
        if (far[dstPe] < 0 && far[srcPe] < 0) near.copyNbi(dstPe, dstOffset, srcPe, srcOffset, bytes);
        else if (far[dstPe] >= 0) {
            putNbi(dstPe, dstOffset, Memory.everywhere(), transport.address(srcPe, srcOffset), bytes);
        } else getNbi(srcPe, srcOffset, Memory.everywhere(), transport.address(dstPe, dstOffset), bytes);
    }

    @Override
    public void store(int pe, long offset, int width, long value) {
        if (far[pe] < 0) near.store(pe, offset, width, value);
        else far().store(marks, far[pe], pe, offset, width, value);
    }

    @Override
    public long look(int pe, long offset, int width) {
        return far[pe] < 0 ? near.look(pe, offset, width) : load(pe, offset, width);
    }

    @Override
    public long load(int pe, long offset, int width) {
        return far[pe] < 0 ? near.load(pe, offset, width) : far().load(far[pe], pe, offset, width);
    }

    @Override
    public long fetch(int pe, long offset, int width) {
        return far[pe] < 0 ? near.fetch(pe, offset, width) : atomic(Atomic.ADD, pe, offset, width, 0, 0);
    }

    @Override
    public long atomic(Atomic op, int pe, long offset, int width, long operand, long expected) {
        if (far[pe] < 0) return near.atomic(op, pe, offset, width, operand, expected);
        return far().atomic(op, far[pe], pe, offset, width, operand, expected);
    }

    @Override
    public void atomicNbi(Atomic op, int pe, long offset, int width, long operand, long expected, long result) {
        if (far[pe] < 0) near.atomicNbi(op, pe, offset, width, operand, expected, result);
        else {
            long to = transport.address(transport.pe(), result);
            far().atomicNbi(marks, op, far[pe], pe, offset, width, operand, expected, to);
        }
    }

    @Override
    public void update(Atomic op, int pe, long offset, int width, long operand) {
        if (far[pe] < 0) near.update(op, pe, offset, width, operand);
        else far().update(marks, op, far[pe], pe, offset, width, operand);
    }

    @Override
    public void signal(int pe, long offset, long value) {
        if (far[pe] < 0) near.signal(pe, offset, value);
        else far().store(marks, far[pe], pe, offset, 8, value);
    }

    @Override
    public void release() {
        near.release();
        if (marks.any()) transport.client().quiet(marks);
    }

    @Override
    public void fence() {
        near.fence();
        if (marks.any()) transport.client().fence();
    }

    @Override
    public void quiet() {
        Memory.fullFence(); // the fence of the near channel, without a virtual call
        if (marks.any()) transport.client().quiet(marks);
    }

    @Override
    public void quiet(int pe) {
        near.quiet(pe);
        if (far[pe] >= 0 && marks.any()) transport.client().quiet(marks);
    }

    @Override
    public void close() {
        quiet();
        near.close();
    }
}
