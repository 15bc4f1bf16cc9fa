// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;

/// Notices that the PE which spins here shares its core with somebody, although there is a core for every PE, and asks
/// the kernel for another one.
/*
 * A kernel puts two PEs on one core while another core idles, more readily on a virtual machine, whose idle cores look
 * taken to it, and repairs that after tens of milliseconds or not at all: each turn is a context switch then, and a
 * barrier takes 2.5 us instead of 60 ns. To bind PEs would prevent it, but would keep their compilers and collectors, and
 * the PEs of a second job, on the same cores.
 *
 * A yield on a core of one's own returns within half a microsecond; where somebody else got the core it takes as long
 * as they keep it. A PE that has spent a quarter of a few milliseconds in long yields goes to another core, by taking the
 * present one out of its affinity for a moment. Both PEs of a core notice: how long each looks is random, so that they
 * seldom go together. On a machine that is busy with other work, or with this job's compilers, it helps nothing: each
 * departure doubles the next look, up to some 30 ms, and a look that finds peace ends that.
 *
 * A yield that takes a time slice has met a thread that computes: a compiler's, or another program's. Since Linux 6.16 a
 * thread that yields gives up what was left of its own slice for good, and each hand-over between PEs then waits for a slice:
 * with two busy loops on two cores 10,000 barriers took 3.4 to 9.8 s, without yields 0.1 to 0.2. So there are none for a
 * while after such a yield. A PE that spins gets its share of the core, and one that sleeps keeps its claim to it.
 */
final class SharedCore {
    private static final long OWN_NANOS = 700;
    private static final int SHARE = 4;
    private static final long SHORTEST_LOOK_NANOS = 1_000_000;
    private static final int MOST_DOUBLINGS = 4;

    /// A yield that takes longer has met a thread that computes.
    private static final long SLICE_NANOS = 200_000;

    /// How long such a thread is left alone.
    private static final long REST_NANOS = 100_000_000;

    private final LongSupplier clock;
    private final Runnable departure;
    private int doublings;
    private long begin;
    private long end;
    private long away;

    /// Before this time no core is given away.
    private long resumed;

    /// @param departure what puts the calling thread on another core
    SharedCore(LongSupplier clock, Runnable departure) {
        this.clock = clock;
        this.departure = departure;
        resumed = clock.getAsLong();
        startWindow(resumed);
    }

    /// Gives the core away once, unless a thread that computes has lately got it so; moves to another one when
    /// this one is shared for too long.
    void yield() {
        long before = clock.getAsLong();
        if (before - resumed < 0) {
            Thread.onSpinWait();
            return;
        }
        Thread.yield();
        long after = clock.getAsLong();
        if (after - before > SLICE_NANOS) {
            resumed = after + REST_NANOS;
            startWindow(resumed); // another core would be as busy
            return;
        }
        if (after - before > OWN_NANOS) away += after - before;
        if (after - end >= 0) judge(after);
    }

    private void judge(long now) {
        boolean shared = away > (now - begin) / SHARE;
        if (shared) departure.run();
        doublings = shared ? Math.min(doublings + 1, MOST_DOUBLINGS) : 0;
        startWindow(now);
    }

    /// Begins to watch for a random time: two PEs of one core seldom end it together.
    private void startWindow(long now) {
        begin = now;
        end = now + (ThreadLocalRandom.current().nextLong(SHORTEST_LOOK_NANOS, 3 * SHORTEST_LOOK_NANOS) << doublings);
        away = 0;
    }
}
