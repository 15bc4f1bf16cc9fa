// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.util.function.LongSupplier;

/// Decides whether an agent without a message polls for the next one or sleeps.
/*
 * An agent with a core of its own finds a message sooner by polling than by a wake-up. On a core that a PE needs, each
 * poll delays this PE, which may be the one that sends the next message. The number of cores does not show the
 * difference: other jobs, and other hosts on the same machine, may use the same cores. A yield shows it, since it takes
 * as long as another thread keeps the core. After a long one the agent only sleeps for a while. The kernel then runs it
 * when a message arrives, because PEs yield while they wait.
 *
 * Since Linux 6.16 a yield gives up the rest of the thread's time slice. If the other thread yields too, an agent that
 * polls owes so much time after its last yield that the kernel runs it 60 us late when a message arrives, for
 * milliseconds. So each rest that ends in another long yield at once doubles the next one.
 */
final class Polling {
    /// A yield on an unshared core is shorter.
    static final long OWN_NANOS = 2_000;

    /// The shortest time without polls after a longer one.
    static final long REST_NANOS = 10_000_000;

    private static final int MOST_DOUBLINGS = 6; // 0.64 s

    /// A long yield that comes sooner after a rest met a thread that shares the core all the time.
    private static final long SOON_NANOS = 1_000_000;

    private final long nanos;
    private final LongSupplier clock;
    private final Runnable yield;
    private long busyAt;
    private long resumed;
    private int doublings = -1; // none before the first rest

    /// Polls for `nanos` after each message.
    Polling(long nanos) {
        this(nanos, System::nanoTime, Thread::yield);
    }

    Polling(long nanos, LongSupplier clock, Runnable yield) {
        this.nanos = nanos;
        this.clock = clock;
        this.yield = yield;
        busyAt = clock.getAsLong();
        resumed = busyAt;
    }

    /// Notes that a message has come.
    void busy() {
        busyAt = clock.getAsLong();
    }

    /// Yields, and returns true, if the agent is to poll again. Otherwise it is to sleep.
    boolean goesOn() {
        if (nanos == 0) return false;
        long before = clock.getAsLong();
        if (before - busyAt >= nanos || before - resumed < 0) return false;
        yield.run();
        long after = clock.getAsLong();
        if (after - before > OWN_NANOS) rest(after);
        return true;
    }

    private void rest(long now) {
        doublings = now - resumed < SOON_NANOS ? Math.min(doublings + 1, MOST_DOUBLINGS) : 0;
        resumed = now + (REST_NANOS << doublings);
    }
}
