// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.util.concurrent.ThreadLocalRandom;

/// Finds out from the lengths of its yields that a thread shares its core, and then lets it move.
/*
 * A yield on an unshared core returns within half a microsecond; on a shared core it takes as long as the other thread
 * keeps the core. A thread that has spent a quarter of a few milliseconds in long yields moves. All threads of a core
 * notice. Each watches for a random time, so that they seldom move together. On a machine that is busy with other work,
 * or with this job's compilers, a move helps nothing. So each move doubles the next period of watching, up to 16 times
 * 1 to 3 ms, and a period without long yields resets it.
 */
final class LongYields {
    private static final long OWN_NANOS = 700;
    private static final int SHARE = 4;
    private static final long SHORTEST_LOOK_NANOS = 1_000_000;
    private static final int MOST_DOUBLINGS = 4;

    private final Runnable departure;
    private int doublings;
    private long begin;
    private long end;
    private long away;

    /// @param departure the action that moves the calling thread to another core
    /// @param now the time at which the first period begins
    LongYields(Runnable departure, long now) {
        this.departure = departure;
        startPeriod(now);
    }

    /// Counts a yield that began and ended at these times. Calls the departure if the core has been shared for too
    /// long.
    void count(long before, long after) {
        if (after - before > OWN_NANOS) away += after - before;
        if (after - end >= 0) judge(after);
    }

    private void judge(long now) {
        boolean shared = away > (now - begin) / SHARE;
        if (shared) departure.run();
        doublings = shared ? Math.min(doublings + 1, MOST_DOUBLINGS) : 0;
        startPeriod(now);
    }

    /// Begins to watch for a random time.
    void startPeriod(long now) {
        begin = now;
        end = now + (ThreadLocalRandom.current().nextLong(SHORTEST_LOOK_NANOS, 3 * SHORTEST_LOOK_NANOS) << doublings);
        away = 0;
    }
}
