// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Channel;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Reach;
import org.jshmem.transport.Topology;
import org.jshmem.transport.Transport;

/// Memory that is as far as the seam allows, on which nothing may work that only happens to: the proof that what is
/// above the seam asks for no more than it says.
///
/// PEs of one *host* load and store each other's memory; from another host, memory has no address and nobody can
/// wait on it. Puts to another host, and atomics that return nothing, arrive late: at the latest at a quiet, or at
/// a signal or an atomic of the same channel to the same PE, or when their PE waits; in an order drawn from a seed,
/// which only a fence restrains. A non-blocking put reads its source, and a non-blocking get its target, when it
/// arrives. A get does not see what its own PE has put and not completed.
public final class FarTransport extends ThreadTransport {
    private static final int EARLY = 4; // one operation in so many lets an earlier one arrive

    private final int perHost;
    private final Random random;
    private final List<FarChannel> channels = new CopyOnWriteArrayList<>();
    private final FarChannel channel;
    private volatile long pauseNanos;
    private volatile boolean holdsPuts;

    /// PE `pe` of `job`, whose hosts have `perHost` PEs each.
    public FarTransport(Job job, int pe, int perHost, long seed) {
        super(job, pe);
        this.perHost = perHost;
        this.random = new Random(seed * 31 + pe);
        this.channel = open();
    }

    /// From now on this PE loses its core for so long after each signal: others go on while what it has put elsewhere
    /// is still under way.
    public void pauseAfterSignals(long nanos) {
        pauseNanos = nanos;
    }

    /// From now on puts do not arrive while this PE waits: a program may rely on a quiet alone.
    public void holdPutsWhileWaiting() {
        holdsPuts = true;
    }

    @Override
    public Reach reach(int target) {
        if (target == pe) return Reach.SELF;
        return target / perHost == pe / perHost ? Reach.LOAD_STORE : Reach.RMA;
    }

    @Override
    public Topology topology() {
        int[] host = IntStream.range(0, job.npes()).map(k -> k / perHost).toArray();
        int[] cores = new int[(job.npes() + perHost - 1) / perHost];
        Arrays.fill(cores, job.oversubscribed() ? 1 : perHost);
        return new Topology(host, IntStream.range(0, job.npes()).toArray(), cores);
    }

    private void near(String what, int target) {
        if (reach(target) == Reach.RMA) {
            throw new AssertionError("PE %d: %s of PE %d, which is out of reach".formatted(pe, what, target));
        }
    }

    @Override
    public long address(int target, long offset) {
        near("address", target);
        return super.address(target, offset);
    }

    @Override
    public FarChannel channel() {
        return channel;
    }

    @Override
    public FarChannel open() {
        FarChannel opened = new FarChannel();
        channels.add(opened);
        return opened;
    }

    @Override
    void progress() {
        if (!holdsPuts) channels.forEach(FarChannel::quiet);
    }

    /// Something under way to a PE, and how many fences came before it.
    private record Flight(int target, int fences, Runnable arrival) {}

    /// The duties of a channel and nothing else but what has to be late.
    public final class FarChannel implements Channel {
        private final List<Flight> flights = new ArrayList<>();
        private int fences;

        @Override
        public Transport transport() {
            return FarTransport.this;
        }

        private synchronized void send(int target, Runnable arrival) {
            if (target == pe) {
                arrival.run();
                return;
            }
            flights.add(new Flight(target, fences, arrival));
            if (random.nextInt(EARLY) == 0) land(flights.get(random.nextInt(flights.size())).target, 1);
        }

        /// Lets operations to a PE arrive, at most so many, in any order that fences allow.
        private void land(int target, int most) {
            for (int n = 0; n < most; n++) {
                int first = flights.stream()
                        .filter(f -> f.target == target)
                        .mapToInt(Flight::fences)
                        .min()
                        .orElse(-1);
                if (first < 0) return;
                List<Flight> next = flights.stream()
                        .filter(f -> f.target == target && f.fences == first)
                        .toList();
                Flight flight = next.get(random.nextInt(next.size()));
                flights.remove(flight);
                flight.arrival.run();
            }
        }

        @Override
        public void put(int target, long offset, MemorySegment src, long from, long bytes) {
            byte[] taken = new byte[(int) bytes];
            MemorySegment copy = MemorySegment.ofArray(taken);
            MemorySegment.copy(src, from, copy, 0, bytes);
            send(target, () -> arrive(copy, 0, target, offset, bytes));
        }

        @Override
        public void putNbi(int target, long offset, MemorySegment src, long from, long bytes) {
            send(target, () -> arrive(src, from, target, offset, bytes));
        }

        /// Words are seen whole: several bytes of them do not arrive one by one.
        private void arrive(MemorySegment src, long from, int target, long offset, long bytes) {
            long to = at(target, offset);
            if (bytes == 8 && (to & 7) == 0) {
                Memory.setLong(to, src.get(ValueLayout.JAVA_LONG_UNALIGNED, from));
            } else if (bytes == 4 && (to & 3) == 0) {
                Memory.setInt(to, src.get(ValueLayout.JAVA_INT_UNALIGNED, from));
            } else Memory.copyIn(src, from, to, bytes);
        }

        @Override
        public void get(int target, long offset, MemorySegment dst, long to, long bytes) {
            long from = at(target, offset);
            if (bytes == 8 && (from & 7) == 0) {
                dst.set(ValueLayout.JAVA_LONG_UNALIGNED, to, Memory.getLongAcquire(from));
            } else Memory.copyOut(from, dst, to, bytes);
            Memory.fullFence();
        }

        @Override
        public void getNbi(int target, long offset, MemorySegment dst, long to, long bytes) {
            send(target, () -> Memory.copyOut(at(target, offset), dst, to, bytes));
        }

        @Override
        public void copyNbi(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes) {
            int far = dstPe == pe ? srcPe : dstPe;
            send(far, () -> Memory.copy(at(srcPe, srcOffset), at(dstPe, dstOffset), bytes));
        }

        @Override
        public synchronized long atomic(Atomic op, int target, long offset, int width, long operand, long expected) {
            land(target, Integer.MAX_VALUE);
            return Memory.atomic(op, at(target, offset), width, operand, expected);
        }

        @Override
        public void update(Atomic op, int target, long offset, int width, long operand) {
            synchronized (this) {
                fences++; // it comes after all that went before to that PE
                send(target, () -> Memory.atomic(op, at(target, offset), width, operand, 0));
                fences++;
            }
        }

        @Override
        public synchronized void signal(int target, long offset, long value) {
            land(target, Integer.MAX_VALUE);
            Memory.setLongRelease(at(target, offset), value); // pairs with the acquire of the PE that awaits it
            if (pauseNanos > 0) LockSupport.parkNanos(pauseNanos);
        }

        @Override
        public synchronized void fence() {
            fences++;
        }

        @Override
        public synchronized void quiet() {
            while (!flights.isEmpty()) {
                land(flights.get(random.nextInt(flights.size())).target, 1);
            }
            Memory.fullFence();
        }

        @Override
        public void close() {
            quiet();
            channels.remove(this);
        }
    }
}
