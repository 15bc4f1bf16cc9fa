// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm.wait;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/// A PE as its carrier has it: what the PE waits for, and the next step of its thread.
public final class CarriedPe implements Pause {
    /// The PE of each thread.
    private static final ThreadLocal<CarriedPe> CALLERS = new ThreadLocal<>();

    /// Null while the PE does not wait. The carrier looks at it, and the thread that takes it out decides how it ends.
    private final AtomicReference<LongWait> wait = new AtomicReference<>();

    /// The PE's thread.
    Thread thread;

    /// The thread's next step, written before the PE is in the queue of its carrier.
    Runnable step;

    /// The carried PE that the calling thread is, or null.
    public static CarriedPe ofCaller() {
        return CALLERS.get();
    }

    /// Sets the thread of this PE, which then [registers][#register] itself.
    public void setThread(Thread thread) {
        this.thread = thread;
    }

    /// Makes the calling thread this PE.
    public void register() {
        CALLERS.set(this);
    }

    /// Whether the caller is the PE's thread, and not another that the PE has started.
    public boolean isCallers() {
        return Thread.currentThread() == thread;
    }

    /// Waits, while the carrier runs other PEs, until the condition holds; then returns true. Returns false at the due
    /// time, or if the thread is interrupted.
    public boolean holds(LongWait longWait, long due) {
        longWait.due = due;
        longWait.held = false;
        wait.setRelease(longWait);
        do {
            if (thread.isInterrupted()) break; // a park would return at once
            LockSupport.park(this);
        } while (wait.getAcquire() == longWait);
        return !wait.compareAndSet(longWait, null) && longWait.held;
    }

    /// The wait is published, and checked, when the carrier first finds that it is long.
    @Override
    public boolean holdsSoon(LongWait longWait) {
        if (holds(longWait, LongWait.SOON)) return true;
        longWait.begin();
        return false;
    }

    @Override
    public void announce(LongWait longWait) {} // the carrier announces its own sleep

    @Override
    public boolean sleep(LongWait longWait, int round, long left) {
        return holds(longWait, System.nanoTime() + Math.min(left, longWait.interval()));
    }

    // the carrier's side

    /// Whether the PE's thread, which has been made and started by then, has ended.
    boolean isOver() {
        return thread != null && thread.getState() == Thread.State.TERMINATED;
    }

    /// Whether the PE waits for a condition that holds.
    boolean isReady() {
        LongWait seen = wait.getAcquire();
        return seen != null && seen.condition.holds();
    }

    /// Counts the time of a wait that the carrier has not yet found to be long. Any thread may call it.
    void count(long nanos) {
        LongWait seen = wait.getAcquire();
        if (seen != null && seen.due == LongWait.SOON) seen.count(nanos);
    }

    /// Resumes the PE if it waits for a condition that holds.
    void resume() {
        LongWait seen = wait.getAcquire();
        if (seen != null && seen.condition.holds()) resume(seen, true);
    }

    private void resume(LongWait seen, boolean held) {
        seen.held = held;
        if (wait.compareAndSet(seen, null)) LockSupport.unpark(thread);
    }

    /// Resumes the PE if its due time has come, or if `all` waits end; a wait without a time gets `later`. Returns the
    /// time that is left.
    public long look(boolean all, long now, long later) {
        LongWait seen = wait.getAcquire();
        if (seen == null) return Long.MAX_VALUE;
        if (seen.due == LongWait.SOON) seen.due = Math.min(later, seen.deadline());
        long left = seen.due - now;
        if (all || left <= 0) resume(seen, false);
        return left;
    }

    /// Announces the carrier's sleep to the writers of the awaited memory, unless the PE does not wait.
    public void announce() {
        LongWait seen = wait.getAcquire();
        if (seen != null) seen.announce();
    }
}
