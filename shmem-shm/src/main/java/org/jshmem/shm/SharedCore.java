// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;

/// Notices that the PE which spins here shares its core with somebody, although there is a core for every PE, and asks
/// the kernel for another one.
/*
 * A kernel puts two PEs on one core while another core idles, more readily on a virtual machine, whose idle cores look
 * taken to it, and repairs that after tens of milliseconds or not at all: each hand-over is a context switch then, and a
 * barrier takes 2.5 us in place of 60 ns. To bind PEs would prevent it, but would keep their compilers and collectors, and
 * the PEs of a second job, on the same cores.
 *
 * A yield on a core of one's own returns within half a microsecond; where somebody else got the core it takes as long
 * as they keep it. When nothing but long yields has been seen for a few milliseconds this thread goes to another core, by
 * taking the present one out of its affinity for a moment. Both PEs of a core notice: how long each waits is
 * random, so that they seldom go together. On a machine that is busy with other work it would help nothing, so each
 * departure that bought no peace doubles the patience.
 */
final class SharedCore {
    private static final long OWN_NANOS = 700;
    private static final int LEAST_YIELDS = 100;
    private static final long FIRST_PATIENCE_NANOS = 1_000_000;
    private static final int MOST_DOUBLINGS = 10;
    private static final long PEACE_NANOS = 100_000_000;

    private final LongSupplier clock;
    private final Runnable departure;
    private long since;
    private int longYields;
    private int doublings;
    private long departed;
    private long patience = nextPatience();

    /// @param departure what puts the calling thread on another core
    SharedCore(LongSupplier clock, Runnable departure) {
        this.clock = clock;
        this.departure = departure;
    }

    /// Gives the core away once; moves to another one when this one is shared for too long.
    void yield() {
        long before = clock.getAsLong();
        Thread.yield();
        long after = clock.getAsLong();
        if (after - before < OWN_NANOS) longYields = 0;
        else look(before, after);
    }

    private void look(long before, long after) {
        if (longYields++ == 0) since = before;
        if (longYields < LEAST_YIELDS || after - since < patience) return;
        boolean peace = since - departed > PEACE_NANOS;
        doublings = peace ? 0 : Math.min(doublings + 1, MOST_DOUBLINGS);
        patience = nextPatience();
        longYields = 0;
        departed = after;
        departure.run();
    }

    private long nextPatience() {
        return ThreadLocalRandom.current().nextLong(FIRST_PATIENCE_NANOS, 3 * FIRST_PATIENCE_NANOS) << doublings;
    }
}
