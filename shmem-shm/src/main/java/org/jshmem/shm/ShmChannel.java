// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.lang.foreign.MemorySegment;
import org.jshmem.shm.jobfile.Futex;
import org.jshmem.shm.jobfile.JobFile;
import org.jshmem.shm.jobfile.JobLayout;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Channel;
import org.jshmem.transport.FlightEvents;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Shape;
import org.jshmem.transport.Transport;

/// The channel of shared memory: every region is in this address space, so a put is a store. One channel serves all
/// contexts, since the same two fences order and complete the updates of all of them.
class ShmChannel implements Channel {
    /// Smaller transfers are not counted, since counting would slow them noticeably.
    private static final long COUNTED_BYTES = 4096;

    /// The most words that are stored one by one.
    private static final int STORED_WORDS = 16;

    private static final boolean AMD64 = System.getProperty("os.arch").equals("amd64");

    /// Whether an atomic operation orders earlier operations before later loads: the machine guarantees it, the
    /// language does not.
    private static final boolean ATOMICS_ARE_FENCES = AMD64;

    private final ShmTransport transport;
    private final int pe;
    private final boolean oversubscribed;

    /// The address of region 0; region k is k * stride further.
    private final long base;

    private final long stride;

    /// The address of control slot 0.
    private final long slots;

    /// The address of this PE's control slot.
    private final long own;

    ShmChannel(ShmTransport transport, JobFile file) {
        this.transport = transport;
        this.pe = transport.pe();
        this.oversubscribed = transport.topology().oversubscribed(pe);
        this.base = file.regionAddress(0);
        this.stride = Shape.aligned(file.regionBytes());
        this.slots = file.control().slot(0);
        this.own = file.control().slot(pe);
    }

    @Override
    public Transport transport() {
        return transport;
    }

    /// Returns the address of a byte of a PE's region.
    long at(int target, long offset) {
        return base + target * stride + offset;
    }

    private long slot(int target) {
        return slots + ((long) target << JobLayout.SLOT_SHIFT);
    }

    /// Wakes the target if it sleeps on these bytes; every put ends with this call. Operations on one word repeat
    /// this test in their own methods. If the JIT has never seen such a method wake a PE, it leaves the call out
    /// of loops, and a loop keeps its fields in registers. If they shared this method, one put that woke a PE
    /// would make each p of another loop take 2.1 ns instead of 0.9.
    private void wake(int target, long offset, long bytes) {
        long slot = slot(target);
        if (Memory.getInt(slot + JobLayout.ASLEEP_OFFSET) != 0) Futex.wake(slot, offset, bytes);
    }

    @Override
    public void store(int target, long offset, int width, long value) {
        Memory.set(base + target * stride + offset, width, value);
        long slot = slots + ((long) target << JobLayout.SLOT_SHIFT);
        if (Memory.getInt(slot + JobLayout.ASLEEP_OFFSET) != 0) Futex.wake(slot, offset, width);
    }

    @Override
    public long look(int target, long offset, int width) {
        return Memory.getAcquire(at(target, offset), width);
    }

    @Override
    public long load(int target, long offset, int width) {
        return Memory.getAcquire(at(target, offset), width);
    }

    @Override
    public long fetch(int target, long offset, int width) {
        return load(target, offset, width);
    }

    @Override
    public void put(int target, long offset, MemorySegment src, long from, long bytes) {
        var event = FlightEvents.transfer(target, bytes);
        Memory.copyIn(src, from, at(target, offset), bytes);
        if (bytes >= COUNTED_BYTES) count(JobLayout.PUT_BYTES, bytes, event);
        wake(target, offset, bytes);
    }

    /// The JDK's copy is a call, and loads several words at once, which has to wait for the caller's stores of them.
    @Override
    public void putWords(int target, long offset, long[] words, int from, int count) {
        if (count > STORED_WORDS) {
            Channel.super.putWords(target, offset, words, from, count);
            return;
        }
        long at = at(target, offset);
        for (int i = 0; i < count; i++) Memory.setLong(at + 8L * i, words[from + i]);
        wake(target, offset, 8L * count);
    }

    /// Counts for the inspector. Threads of one PE may lose each other's counts: atomic counting would slow every
    /// transfer.
    private void count(JobLayout.Slot counter, long bytes, FlightEvents.Begun event) {
        long at = own + counter.at();
        Memory.setLong(at, Memory.getLong(at) + bytes);
        if (event != null) event.end(pe, () -> counter == JobLayout.PUT_BYTES ? "put" : "get");
    }

    @Override
    public void get(int target, long offset, MemorySegment dst, long to, long bytes) {
        var event = FlightEvents.transfer(target, bytes);
        Memory.copyOut(at(target, offset), dst, to, bytes);
        if (bytes >= COUNTED_BYTES) count(JobLayout.GOT_BYTES, bytes, event);
    }

    @Override
    public void copy(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes) {
        move(dstPe, at(dstPe, dstOffset), srcPe, at(srcPe, srcOffset), bytes);
        wake(dstPe, dstOffset, bytes);
    }

    private void move(int dstPe, long to, int srcPe, long from, long bytes) {
        boolean puts = dstPe != pe;
        var event = FlightEvents.transfer(puts ? dstPe : srcPe, bytes);
        Memory.copy(from, to, bytes);
        var counter = puts ? JobLayout.PUT_BYTES : JobLayout.GOT_BYTES;
        if (bytes >= COUNTED_BYTES) count(counter, bytes, event);
    }

    /// Looks for a sleeper once, after the flag: a reader waits for the flag and reads the data afterwards.
    @Override
    public void copySignal(int target, long offset, long from, long bytes, long flag, long value) {
        move(target, at(target, offset), pe, at(pe, from), bytes);
        signal(target, flag, value);
    }

    @Override
    public long atomic(Atomic op, int target, long offset, int width, long operand, long expected) {
        long old = Memory.atomic(op, at(target, offset), width, operand, expected);
        if (!ATOMICS_ARE_FENCES && oversubscribed) Memory.fullFence(); // as in signal
        long slot = slot(target);
        if (Memory.getInt(slot + JobLayout.ASLEEP_OFFSET) != 0) Futex.wake(slot, offset, width);
        return old;
    }

    /// An OR that changes no bit writes nothing: the line of a doorbell that has rung stays in the caches of all PEs
    /// that ring it.
    @Override
    public void update(Atomic op, int target, long offset, int width, long operand) {
        if (op == Atomic.OR) {
            Memory.fullFence(); // orders as the atomic would: pairs with the swap of the PE that finds the bit set
            if ((Memory.getAcquire(at(target, offset), width) & operand) == operand) return;
        }
        atomic(op, target, offset, width, operand, 0);
    }

    @Override
    public void signal(int target, long offset, long value) {
        // release: pairs with the acquire of the wait; publishes every earlier write of this PE, to any PE
        Memory.setLongRelease(at(target, offset), value);
        if (oversubscribed) Memory.fullFence(); // sleeping is the rule here: never miss a sleeper
        wake(target, offset, 8);
    }

    @Override
    public void release() {
        // every signal publishes everything
    }

    @Override
    public void fence() {
        Memory.releaseFence();
    }

    @Override
    public void quiet() {
        Memory.fullFence();
    }
}
