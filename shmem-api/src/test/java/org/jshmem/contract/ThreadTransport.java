// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jshmem.PeerFailedException;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Channel;
import org.jshmem.transport.JobEnd;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Reach;
import org.jshmem.transport.Shape;
import org.jshmem.transport.Topology;
import org.jshmem.transport.Transport;
import org.jshmem.transport.Wait;

/// The smallest backend of memory within everybody's reach, and a reference for others: regions in one native
/// allocation, PEs as threads that spin a little, then yield, then nap.
public class ThreadTransport implements Transport {
    private static final int SPINS = 200;
    private static final int ROUND = 64;
    private static final int YIELDS = 100;
    private static final long NAP_NANOS = 100_000;

    /// What the PEs of a job share.
    ///
    /// @param npes how many
    /// @param regionBytes of each
    /// @param stride from one region to the next
    /// @param oversubscribed what they are told about cores
    /// @param base address of region 0
    /// @param arena of the regions: a PE's threads keep it reachable
    /// @param failure why the job has ended, if it has
    public record Job(
            int npes,
            long regionBytes,
            long stride,
            boolean oversubscribed,
            long base,
            Arena arena,
            AtomicReference<Throwable> failure) {

        /// Regions of so many bytes that live as long as `arena`.
        public static Job of(int npes, long regionBytes, boolean oversubscribed, Arena arena) {
            long stride = Shape.aligned(regionBytes);
            long base = SparseMemory.of(npes * stride, arena);
            return new Job(npes, regionBytes, stride, oversubscribed, base, arena, new AtomicReference<>());
        }

        /// With a core for each PE, and a heap of 1 MiB that lives as long as the job.
        public static Job of(int npes) {
            return of(npes, SystemLayout.bytes(npes) + (1 << 20), false, Arena.ofAuto());
        }

        /// Ends the job as an interrupt of its caller does.
        public void interrupt() {
            failure.compareAndSet(null, new InterruptedException("the caller of the job"));
        }
    }

    final Job job;
    final int pe;
    private final Channel channel = new MemoryChannel();

    /// PE `pe` of `job`.
    public ThreadTransport(Job job, int pe) {
        this.job = job;
        this.pe = pe;
    }

    final long at(int pe, long offset) {
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
    public Reach reach(int pe) {
        return pe == this.pe ? Reach.SELF : Reach.LOAD_STORE;
    }

    @Override
    public Topology topology() {
        return Topology.oneJvm(job.npes, job.oversubscribed ? 1 : job.npes);
    }

    @Override
    public long regionBytes() {
        return job.regionBytes;
    }

    @Override
    public void back(long offset, long bytes, long zeroed) {
        Memory.zero(at(pe, offset), zeroed);
    }

    @Override
    public long address(int pe, long offset) {
        return at(pe, offset);
    }

    @Override
    public Channel channel() {
        return channel;
    }

    /// Loads and stores.
    private final class MemoryChannel implements Channel {
        @Override
        public Transport transport() {
            return ThreadTransport.this;
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
        public void release() {}

        @Override
        public void fence() {
            Memory.releaseFence();
        }

        @Override
        public void quiet() {
            Memory.fullFence();
        }
    }

    @Override
    public boolean await(long offset, long bytes, Wait wait) {
        for (int i = 0; i < SPINS && !job.oversubscribed; i++) {
            if (wait.holds()) return true;
            Thread.onSpinWait();
        }
        boolean interrupted = false;
        try {
            for (int round = 1; !wait.holds(); round++) {
                progress();
                boolean naps = round > YIELDS; // a thread that only yields competes with those that it waits for
                if (naps || round % ROUND == 0) {
                    checkJob(wait::what);
                    if (Thread.currentThread().isInterrupted()) {
                        if (wait.interruptible) throw Wait.interrupted(this, wait.what());
                        interrupted = Thread.interrupted();
                    }
                    wait.check(false);
                    if (nanoTime() > wait.deadline) return wait.holds();
                }
                if (naps) LockSupport.parkNanos(NAP_NANOS);
                else Thread.yield();
            }
            return true;
        } finally {
            if (interrupted) Thread.currentThread().interrupt();
        }
    }

    /// What happens by itself while a PE waits.
    void progress() {}

    private void checkJob(Supplier<String> what) {
        Throwable why = job.failure.get();
        if (why == null) return;
        if (why instanceof InterruptedException) throw Wait.jobInterrupted(this, what.get());
        if (!(why instanceof JobEnd end)) {
            throw new PeerFailedException("PE %d/%d: another PE failed, %s".formatted(pe, job.npes, why), -1, 1);
        }
        if (end.getCause() == null) throw new JobEnd(end.status(), end.pe(), null);
        throw new PeerFailedException(
                "PE %d/%d: PE %d failed, %s".formatted(pe, job.npes, end.pe(), end.getCause()), end.pe(), end.status());
    }

    @Override
    public void sleep(long nanos) {
        progress();
        String what = "for a sleep of %d ms to end".formatted(nanos / 1_000_000);
        long end = nanoTime() + nanos;
        for (long left = nanos; left > 0; left = end - nanoTime()) {
            checkJob(() -> what);
            if (Thread.currentThread().isInterrupted()) {
                throw Wait.interrupted(this, what);
            }
            LockSupport.parkNanos(left);
        }
    }

    @Override
    public Error abort(int status, Throwable why) {
        JobEnd end = new JobEnd(status, pe, why);
        job.failure.compareAndSet(null, end);
        throw end;
    }

    @Override
    public void leave() {
        progress();
    }
}
