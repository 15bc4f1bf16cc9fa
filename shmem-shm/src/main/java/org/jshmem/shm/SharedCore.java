// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.util.function.LongSupplier;

/// The yields of a spinning PE, which notice that the PE shares its core with another thread, and its move to another
/// core. For jobs with a core for every PE.
/*
 * A kernel may put two PEs on one core while another core idles, more readily on a virtual machine, whose idle cores
 * look taken to it. It repairs that after tens of milliseconds or not at all. Each turn is then a context switch, and a
 * barrier takes 2.5 us instead of 60 ns. Binding PEs would prevent it, but would keep their compilers and collectors,
 * and the PEs of a second job, on the same cores. So the PE moves by itself: it takes the present core out of its
 * affinity for a moment.
 *
 * A yield that takes a time slice has met a thread that computes: a compiler's, or another program's. Since Linux 6.16
 * a thread that yields gives up the rest of its own slice for good. Each task switch between PEs then waits for a
 * slice. With two busy loops on two cores 10,000 barriers took 3.4 to 9.8 s, without yields 0.1 to 0.2 s. So a PE does
 * not yield for a while after such a yield. A PE that spins gets its share of the core, and a PE that sleeps keeps its
 * claim to it.
 */
final class SharedCore {
    /// A longer yield has met a thread that computes.
    private static final long SLICE_NANOS = 200_000;

    /// The time without yields after such a meeting.
    private static final long REST_NANOS = 100_000_000;

    private final LongSupplier clock;
    private final LongYields yields;

    /// No yield before this time.
    private long resumed;

    /// @param departure the action that moves the calling thread to another core
    SharedCore(LongSupplier clock, Runnable departure) {
        this.clock = clock;
        resumed = clock.getAsLong();
        yields = new LongYields(departure, resumed);
    }

    /// Yields once, unless a yield has lately met a thread that computes. Moves to another core if this one has
    /// been shared for too long.
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
            yields.startPeriod(resumed); // another core would be as busy
            return;
        }
        yields.count(before, after);
    }
}
