// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReference;
import org.jshmem.Cmp;
import org.jshmem.PeerFailedException;
import org.jshmem.Work;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.JobEnd;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Shape;
import org.jshmem.transport.Transport;
import org.jshmem.transport.Watch;

/// The smallest backend there is, and a reference for others: regions in one native allocation, PEs as threads that
/// spin a little and then yield.
public class ThreadTransport implements Transport {
    private static final int SPINS = 200;
    private static final int ROUND = 64;

    /// What the PEs of a job share.
    ///
    /// @param npes how many
    /// @param regionBytes of each
    /// @param stride from one region to the next
    /// @param crowded what they are told about cores
    /// @param base address of region 0
    /// @param failure why the job has ended, if it has
    public record Job(
            int npes, long regionBytes, long stride, boolean crowded, long base, AtomicReference<Throwable> failure) {

        /// Regions of so many bytes that live as long as `arena`.
        public static Job of(int npes, long regionBytes, boolean crowded, Arena arena) {
            long stride = Shape.aligned(regionBytes);
            long base = arena.allocate(npes * stride, Shape.ALIGNMENT).address();
            return new Job(npes, regionBytes, stride, crowded, base, new AtomicReference<>());
        }
    }

    private final Job job;
    private final int pe;

    /// PE `pe` of `job`.
    public ThreadTransport(Job job, int pe) {
        this.job = job;
        this.pe = pe;
    }

    private long at(int pe, long offset) {
        return job.base + pe * job.stride + offset;
    }

    @Override
    public int pe() {
        return pe;
    }

    @Override
    public int npes() {
        return job.npes;
    }

    @Override
    public long regionBytes() {
        return job.regionBytes;
    }

    @Override
    public boolean crowded() {
        return job.crowded;
    }

    @Override
    public String machine() {
        return "host";
    }

    @Override
    public void zero(long offset, long bytes) {
        Memory.zero(at(pe, offset), bytes);
    }

    @Override
    public void store(int pe, long offset, int width, long value) {
        Memory.set(at(pe, offset), width, value);
    }

    @Override
    public long load(int pe, long offset, int width) {
        return Memory.getAcquire(at(pe, offset), width);
    }

    @Override
    public void put(int pe, long offset, MemorySegment src, long from, long bytes) {
        Memory.copyIn(src, from, at(pe, offset), bytes);
    }

    @Override
    public void get(int pe, long offset, MemorySegment dst, long to, long bytes) {
        Memory.copyOut(at(pe, offset), dst, to, bytes);
    }

    @Override
    public void copy(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes) {
        Memory.copy(at(srcPe, srcOffset), at(dstPe, dstOffset), bytes);
    }

    @Override
    public long atomic(Atomic op, int pe, long offset, int width, long operand, long expected) {
        return Memory.atomic(op, at(pe, offset), width, operand, expected);
    }

    @Override
    public void signal(int pe, long offset, long value) {
        Memory.setLongRelease(at(pe, offset), value); // pairs with the acquire in await()
    }

    @Override
    public long address(int pe, long offset) {
        return at(pe, offset);
    }

    @Override
    public void touch(int pe, long offset, long bytes, boolean stores) {}

    @Override
    public void fence() {
        Memory.releaseFence();
    }

    @Override
    public void quiet() {
        Memory.fullFence();
    }

    @Override
    public boolean await(int pe, long offset, int width, Cmp cmp, long value, Watch watch) {
        long address = at(pe, offset);
        if (cmp.holds(Memory.getAcquire(address, width), value)) return true;
        return waitFor(() -> cmp.holds(Memory.getAcquire(address, width), value), watch);
    }

    @Override
    public boolean awaitAny(long offset, long bytes, Condition condition, Watch watch) {
        return waitFor(condition, watch);
    }

    private boolean waitFor(Condition condition, Watch watch) {
        for (int i = 0; i < SPINS && !job.crowded; i++) {
            if (condition.holds()) return true;
            Thread.onSpinWait();
        }
        for (int round = 1; !condition.holds(); round++) {
            if (round % ROUND == 0) {
                checkJob();
                watch.check(false);
                if (nanoTime() > watch.deadline()) return false;
            }
            Thread.yield();
        }
        return true;
    }

    private void checkJob() {
        Throwable why = job.failure.get();
        if (why == null) return;
        if (!(why instanceof JobEnd end)) {
            throw new PeerFailedException("PE %d/%d: another PE failed, %s".formatted(pe, job.npes, why), -1, 1);
        }
        if (end.getCause() == null) throw new JobEnd(end.status(), end.pe(), null);
        throw new PeerFailedException(
                "PE %d/%d: PE %d failed, %s".formatted(pe, job.npes, end.pe(), end.getCause()), end.pe(), end.status());
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public void sleep(long nanos) {
        long end = nanoTime() + nanos;
        while (nanoTime() < end) Thread.yield();
    }

    @Override
    public void compute(Work work) {}

    @Override
    public Error abort(int status, Throwable why) {
        JobEnd end = new JobEnd(status, pe, why);
        job.failure.compareAndSet(null, end);
        throw end;
    }

    @Override
    public void enter() {}

    @Override
    public void leave() {}
}
