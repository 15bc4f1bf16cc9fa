// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm.wait;

import java.util.concurrent.locks.LockSupport;

/// A PE as its carrier has it: what the PE waits for, and the next step of its thread.
public final class CarriedPe {
    /// The due time of a wait that the carrier has not yet looked at.
    private static final long SOON = Long.MAX_VALUE;

    /// The PE of each thread.
    private static final ThreadLocal<CarriedPe> CALLERS = new ThreadLocal<>();

    /// The PE's thread.
    Thread thread;

    /// The thread's next step; null while it runs or is parked. Its write publishes the fields below.
    volatile Runnable step;

    /// Null while the PE does not wait: then its next step can be taken at once.
    private BlockedWait wait;

    /// The number of the PE's waits so far, of which the carrier notices the end.
    int waits;

    private long due;

    /// The carried PE that the calling thread is, or null.
    public static CarriedPe ofCaller() {
        return CALLERS.get();
    }

    /// Makes the calling thread this PE.
    void register() {
        CALLERS.set(this);
    }

    /// Whether the caller is the PE's thread, and not another that the PE has started.
    public boolean isCallers() {
        return Thread.currentThread() == thread;
    }

    /// Waits until the condition holds; then returns true. Returns false at the deadline. The wait is published, and
    /// checked, when the carrier first finds that it is long.
    boolean await(BlockedWait blockedWait) {
        waits++;
        if (holds(blockedWait, SOON)) return true;
        blockedWait.begin();
        for (int checks = 0; ; checks++) {
            long left = blockedWait.check();
            if (left <= 0) return blockedWait.holds();
            long now = System.nanoTime();
            long shortest = blockedWait.interval();
            long pause = Math.max(shortest, Math.min(shortest << Math.min(checks, 6), WaitTimes.LONGEST_CARRIED_CHECK));
            long rest = pause - now % pause; // the PEs of a carrier check together, so that it wakes once for all
            if (holds(blockedWait, now + Math.min(left, rest))) return true;
        }
    }

    /// Yields to the carrier, which takes the next step of this thread when the condition holds, or at the due time.
    /// Returns whether the condition holds.
    private boolean holds(BlockedWait blockedWait, long due) {
        this.due = due;
        wait = blockedWait;
        try {
            Thread.yield();
            // a thread that initializes a class, as an example, cannot leave its carrier, which others then relieve
            if (wait != null) LockSupport.parkNanos(WaitTimes.PINNED);
        } finally {
            wait = null; // also if the stack had no room for the yield
        }
        return blockedWait.holds();
    }

    // the carrier's side

    /// Whether the PE's thread, which has been made and started by then, has ended.
    boolean isOver() {
        return thread != null && thread.getState() == Thread.State.TERMINATED;
    }

    /// Whether the PE can go on: its thread has a next step, and what it waits for holds.
    boolean isReady() {
        return step != null && (wait == null || wait.holds());
    }

    /// Takes the next step of the PE's thread.
    Runnable take() {
        Runnable next = step;
        wait = null;
        step = null;
        return next;
    }

    /// Whether the PE waits, and its thread has a next step.
    boolean isWaiting() {
        return step != null && wait != null;
    }

    /// Announces the carrier's sleep to the writers of the awaited memory, unless the PE does not wait.
    void announce() {
        if (isWaiting()) wait.announce();
    }

    /// Lets the PE go on if its due time has come, it has been interrupted, or `all` waits end. A wait that has no due
    /// time yet gets one. Returns the time that is left. Adds `nanos` to the PE's time of waits if this one is not
    /// published, and counts for itself from then on.
    long check(boolean all, long now, long nanos) {
        if (!isWaiting()) return Long.MAX_VALUE;
        wait.countUnpublished(nanos);
        if (due == SOON) due = Math.min(now + WaitTimes.CARRIED_CHECK, wait.deadline());
        if (!all && due - now > 0 && !thread.isInterrupted()) return due - now;
        wait = null;
        return 0;
    }
}
