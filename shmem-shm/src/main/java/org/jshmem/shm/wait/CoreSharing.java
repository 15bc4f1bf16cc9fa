// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm.wait;

import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import org.jshmem.shm.jobfile.Control;
import org.jshmem.shm.system.SystemCalls;

/// The core of a spinning PE, and its move off a core that it shares. For jobs with a core for each PE.
/*
 * A kernel may put two PEs on one core while another core idles, more readily on a virtual machine, whose idle
 * cores look taken to it. It repairs that after tens of milliseconds or not at all. Each turn is then a task
 * switch, and a barrier takes 2.5 us instead of 60 ns. Binding PEs, or their threads alone, would prevent it. But
 * a thread that a PE or its carrier starts inherits the core, and a second job gets the same cores. So the PE
 * moves by itself: it takes the present core out of its affinity for a moment. It has two signs of a shared core.
 *
 * Its yields are long. A yield on an unshared core returns within half a microsecond; on a shared core it takes as long
 * as the other thread keeps the core. A thread that has spent a quarter of a few milliseconds in long yields moves. All
 * threads of a core notice. Each watches for a random time, so that they seldom move together. On a machine that is busy
 * with other work, or with this job's compilers, a move helps nothing. So each move doubles the next period, up to 16
 * times 1 to 3 ms, and a period without long yields resets it. A yield that takes a time slice has met a thread that
 * computes: a compiler's, or another program's. Since Linux 6.16 a thread that yields gives up the rest of its own slice
 * for good, and each task switch between PEs waits for a slice. So a PE does not yield for a while after such a yield.
 *
 * Another PE has published the same core. A wake-up may put a PE on the core of the PE that wakes it. If both then leave
 * out yields, each spins for a whole round while the PE that it awaits cannot run, sleeps, and is woken on that core
 * again, for as long as the program runs. So a PE publishes its core after it has spun
 * in vain and when it wakes, and moves to a core that no other PE has published.
 */
public final class CoreSharing {
    private final Control control;
    private final int pe;
    private final LongSupplier clock;
    private final Runnable departure;

    /// No yield before this time.
    private long resumed;

    // the period of watching, and the time in long yields
    private int doublings;
    private long begin;
    private long end;
    private long away;

    /// @param departure the action that moves the calling thread to another core
    public CoreSharing(Control control, int pe, LongSupplier clock, Runnable departure) {
        this.control = control;
        this.pe = pe;
        this.clock = clock;
        this.departure = departure;
        resumed = clock.getAsLong();
        startPeriod(resumed);
    }

    /// Yields once, unless a yield has lately met a thread that computes. Moves to another core if this one has been
    /// shared for too long.
    public void yield() {
        long before = clock.getAsLong();
        if (before - resumed < 0) {
            Thread.onSpinWait();
            return;
        }
        Thread.yield();
        long after = clock.getAsLong();
        if (after - before > WaitTimes.SLICE) {
            resumed = after + WaitTimes.REST;
            startPeriod(resumed); // another core would be as busy
            return;
        }
        if (after - before > WaitTimes.OWN_CORE_YIELD) away += after - before;
        if (after - end < 0) return;
        boolean shared = away > (after - begin) / WaitTimes.AWAY;
        if (shared) departure.run();
        doublings = shared ? Math.min(doublings + 1, WaitTimes.MOST_PERIOD_DOUBLINGS) : 0;
        startPeriod(after);
    }

    private void startPeriod(long now) {
        long period = ThreadLocalRandom.current().nextLong(WaitTimes.SHORTEST_PERIOD, 3 * WaitTimes.SHORTEST_PERIOD);
        begin = now;
        end = now + (period << doublings);
        away = 0;
    }

    /// Moves the calling thread off a core that another PE has published. Returns false if the thread stays on its
    /// core.
    public boolean leavesShared() {
        int here = publish();
        if (here < 0 || !isTaken(here)) return false;
        SystemCalls.leaveCores(this::isTaken);
        return publish() != here;
    }

    /// Publishes the core of the calling thread.
    int publish() {
        int here = SystemCalls.core();
        control.core(pe, here);
        return here;
    }

    /// Publishes that this PE uses no core, as while it sleeps.
    public void retract() {
        control.core(pe, -1);
    }

    private boolean isTaken(int core) {
        for (int k = 0; k < control.npes(); k++) if (k != pe && control.core(k) == core) return true;
        return false;
    }
}
