// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.concurrent.TimeUnit;
import org.jshmem.Cmp;
import org.jshmem.PeerFailedException;
import org.jshmem.SymmetricHeapException;
import org.jshmem.Work;
import org.jshmem.shm.JobLayout.Abort;
import org.jshmem.shm.JobLayout.PeState;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.JobEnd;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Shape;
import org.jshmem.transport.Transport;
import org.jshmem.transport.Watch;

/// The real backend: one PE's view of a mapped job file. Every region is in this address space, so a put is a store.
final class ShmTransport implements Transport {
    /// From here on one system call that backs pages beats writing zeros to the file.
    private static final long POPULATE_BYTES = 1 << 20;

    /// Smaller transfers are not counted: for them the counting would be felt.
    private static final long COUNTED_BYTES = 4096;

    private final JobFile file;
    private final Control control;
    private final Waiting waiting;
    private final int pe;
    private final int npes;
    private final boolean crowded;
    private final boolean process;

    /// Address of region 0; region k is k * stride further.
    private final long base;

    private final long regionBytes;
    private final long stride;

    /// Address of control slot 0.
    private final long slots;

    /// Address of the own control slot.
    private final long own;

    /// Pages of the own region that have memory behind them.
    private final BitSet backed = new BitSet();

    /// `process` says that this PE has the JVM for itself, so that the end of the job is the end of the process.
    ShmTransport(JobFile file, int pe, boolean process) {
        this.file = file;
        this.control = file.control();
        this.pe = pe;
        this.process = process;
        this.npes = file.npes();
        this.base = file.regionAddress(0);
        this.regionBytes = file.regionBytes();
        this.stride = Shape.aligned(regionBytes);
        this.slots = control.slot(0);
        this.own = control.slot(pe);
        this.crowded = npes > control.cores();
        this.waiting = new Waiting(process ? file : null, control, pe, crowded);
        backed.set(0, (int) (file.startBytes() / JobLayout.PAGE));
    }

    @Override
    public int pe() {
        return pe;
    }

    @Override
    public int npes() {
        return npes;
    }

    @Override
    public long regionBytes() {
        return regionBytes;
    }

    @Override
    public boolean crowded() {
        return crowded;
    }

    @Override
    public String machine() {
        return "host";
    }

    private long at(int target, long offset) {
        return base + target * stride + offset;
    }

    private long slot(int target) {
        return slots + ((long) target << JobLayout.SLOT_SHIFT);
    }

    /// What every write to another PE ends with. Operations on one word ask for themselves: where the JIT has
    /// never seen one of them wake somebody, it leaves the call out of loops of them, and the loop keeps its
    /// fields in registers. Asked here, one put of a program that woke somebody would make each p of another
    /// loop take 2.1 ns in place of 0.9.
    private void wake(int target, long offset, long bytes) {
        long slot = slot(target);
        if (Bell.concerns(Bell.asleep(slot), offset, bytes)) Bell.wake(slot);
    }

    @Override
    public void zero(long offset, long bytes) {
        int page = (int) (offset / JobLayout.PAGE);
        int end = (int) (JobLayout.pages(offset + bytes) / JobLayout.PAGE);
        while (page < end) {
            boolean old = backed.get(page);
            int next = Math.min(end, old ? backed.nextClearBit(page) : nextSetBit(page, end));
            if (old) {
                long from = Math.max(offset, (long) page * JobLayout.PAGE);
                Memory.zero(at(pe, from), Math.min(offset + bytes, (long) next * JobLayout.PAGE) - from);
            } else {
                back(page, next);
            }
            page = next;
        }
    }

    private int nextSetBit(int page, int otherwise) {
        int next = backed.nextSetBit(page);
        return next < 0 ? otherwise : next;
    }

    /// Backs fresh pages: they are zero and no later access can fault.
    private void back(int page, int end) {
        long offset = (long) page * JobLayout.PAGE;
        long bytes = (long) (end - page) * JobLayout.PAGE;
        try {
            if (bytes < POPULATE_BYTES || !Kernel.populate(at(pe, offset), bytes)) file.reserve(pe, offset, bytes);
        } catch (IOException e) {
            throw new SymmetricHeapException(
                    "PE %d/%d: %d bytes of the job file cannot be backed by memory, %s; free some, or choose another --heap-dir"
                            .formatted(pe, npes, bytes, e.getMessage()));
        }
        backed.set(page, end);
    }

    @Override
    public void store(int target, long offset, int width, long value) {
        Memory.set(at(target, offset), width, value);
        long slot = slot(target);
        if (Bell.concerns(Bell.asleep(slot), offset, width)) Bell.wake(slot);
    }

    @Override
    public long load(int target, long offset, int width) {
        return Memory.getAcquire(at(target, offset), width);
    }

    /// Whether the C library's copy is the faster one (by a quarter); for fewer and for more bytes it is the slower.
    private static boolean isMiddling(long bytes) {
        return bytes >= 24 << 10 && bytes <= 768 << 10;
    }

    @Override
    public void put(int target, long offset, MemorySegment src, long from, long bytes) {
        if (isMiddling(bytes)) {
            Kernel.move(src.asSlice(from, bytes), MemorySegment.ofAddress(at(target, offset)), bytes);
        } else {
            Memory.copyIn(src, from, at(target, offset), bytes);
        }
        if (bytes >= COUNTED_BYTES) count(JobLayout.PUT_BYTES_OFFSET, bytes);
        wake(target, offset, bytes);
    }

    /// For the inspector. Threads of one PE may lose each other's, which is what being free of cost takes.
    private void count(int counter, long bytes) {
        Memory.setLong(own + counter, Memory.getLong(own + counter) + bytes);
    }

    @Override
    public void get(int target, long offset, MemorySegment dst, long to, long bytes) {
        if (isMiddling(bytes)) {
            Kernel.move(MemorySegment.ofAddress(at(target, offset)), dst.asSlice(to, bytes), bytes);
        } else {
            Memory.copyOut(at(target, offset), dst, to, bytes);
        }
        if (bytes >= COUNTED_BYTES) count(JobLayout.GOT_BYTES_OFFSET, bytes);
    }

    @Override
    public void copy(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes) {
        long from = at(srcPe, srcOffset);
        long to = at(dstPe, dstOffset);
        if (isMiddling(bytes)) Kernel.move(MemorySegment.ofAddress(from), MemorySegment.ofAddress(to), bytes);
        else Memory.copy(from, to, bytes);
        if (bytes >= COUNTED_BYTES) count(dstPe != pe ? JobLayout.PUT_BYTES_OFFSET : JobLayout.GOT_BYTES_OFFSET, bytes);
        wake(dstPe, dstOffset, bytes);
    }

    @Override
    public long atomic(Atomic op, int target, long offset, int width, long operand, long expected) {
        long old = Memory.atomic(op, at(target, offset), width, operand, expected);
        long slot = slot(target);
        if (Bell.concerns(Bell.asleep(slot), offset, width)) Bell.wake(slot);
        return old;
    }

    @Override
    public void signal(int target, long offset, long value) {
        // release: pairs with the acquire in Waiting.await; publishes everything this PE did before
        Memory.setLongRelease(at(target, offset), value);
        if (crowded) Memory.fullFence(); // sleeping is the rule here: never miss a sleeper
        wake(target, offset, 8);
    }

    @Override
    public long address(int target, long offset) {
        return at(target, offset);
    }

    @Override
    public void touch(int target, long offset, long bytes, boolean stores) {
        // direct accesses are what they are
    }

    @Override
    public void fence() {
        Memory.releaseFence();
    }

    @Override
    public void quiet() {
        Memory.fullFence();
    }

    @Override
    public boolean await(int home, long offset, int width, Cmp cmp, long value, Watch watch) {
        long address = at(home, offset);
        if (cmp.holds(Memory.getAcquire(address, width), value)) return true;
        return waiting.await(home, address, width, cmp, value, offset, watch);
    }

    @Override
    public long awaitGrown(int home, long offset, long value, Watch watch) {
        long address = at(home, offset);
        long seen = Memory.getLongAcquire(address);
        return seen >= value ? seen : waiting.awaitGrown(home, address, value, offset, watch);
    }

    @Override
    public boolean awaitAny(long offset, long bytes, Condition condition, Watch watch) {
        return condition.holds() || waiting.awaitAny(offset, bytes, condition, watch);
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public void sleep(long nanos) {
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = end - System.nanoTime()) {
            waiting.checkJob();
            try {
                TimeUnit.NANOSECONDS.sleep(Math.min(left, 100_000_000));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    @Override
    public void compute(Work work) {
        // real computation takes its own time
    }

    @Override
    public Error abort(int status, Throwable why) {
        control.abort(why == null ? Abort.EXIT : Abort.FAILED, status, pe);
        if (!process) throw new JobEnd(status, pe, why);
        // a PE that only heard of another's failure has nothing to tell
        if (why != null && !(why instanceof PeerFailedException)) {
            System.err.print(Story.of(pe, npes, why));
            file.events()
                    .post(Events.FAILED, pe, why.toString().lines().findFirst().orElse(""));
        }
        System.out.flush();
        System.err.flush();
        System.exit(status);
        throw new AssertionError("exit returned");
    }

    @Override
    public void enter() {
        control.started(pe, ProcessHandle.current().pid());
    }

    @Override
    public void leave() {
        control.state(pe, PeState.FINALIZED);
    }
}
