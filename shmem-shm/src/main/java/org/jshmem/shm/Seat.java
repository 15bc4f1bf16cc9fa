// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jshmem.transport.Transport.Condition;

/// The place of a PE at its carrier: what the PE waits for.
final class Seat {
    /// The due time of a wait that the carrier has not yet found to be long.
    static final long SOON = Long.MAX_VALUE;

    // the low bits of a state; the high ones count waits, so that a look at one wait cannot end the next
    private static final int EMPTY = 0;
    private static final int WAITING = 1;
    private static final int HELD = 2;
    private static final int DUE = 3;
    private static final int LOW = 3;

    /// The seat of each PE's thread.
    private static final ThreadLocal<Seat> SEATS = new ThreadLocal<>();

    private final AtomicInteger state = new AtomicInteger();
    private Thread thread;
    private Runnable step; // written before the seat is in a queue of its carrier

    // written before the state becomes WAITING, and read by the carrier while it is
    private Condition condition;
    private PublishedWait what;
    private long bell;
    private long due;

    /// The seat of the calling thread, or null.
    static Seat ofCaller() {
        return SEATS.get();
    }

    /// Makes this the seat of a thread, which then [takes][#take] it.
    void give(Thread thread) {
        this.thread = thread;
    }

    /// Makes this the seat of the calling thread.
    void take() {
        SEATS.set(this);
    }

    /// Whether the caller is the PE's thread, and not another that the PE has started.
    boolean isCallers() {
        return Thread.currentThread() == thread;
    }

    /// Waits, while the carrier runs other PEs, until the condition holds; then returns true. Returns false at the due
    /// time, or if the thread is interrupted.
    boolean holds(Condition condition, PublishedWait what, long bell, long due) {
        this.condition = condition;
        this.what = what;
        this.bell = bell;
        this.due = due;
        int waiting = (state.getPlain() & ~LOW) + LOW + 1 | WAITING;
        state.setRelease(waiting);
        do {
            if (thread.isInterrupted()) break; // a park would return at once
            LockSupport.park(this);
        } while (state.getAcquire() == waiting);
        return (state.getAndSet(waiting & ~LOW | EMPTY) & LOW) == HELD;
    }

    // the carrier's side

    /// Sets the next step of the PE's thread.
    void next(Runnable step) {
        this.step = step;
    }

    /// Runs the thread's next step.
    void run() {
        step.run();
    }

    /// The name of the PE's thread.
    String name() {
        return thread.getName();
    }

    /// The stack that the PE's thread has left in the heap.
    long stackBytes() {
        return ParkedStack.bytes(thread);
    }

    /// Whether the PE's thread has not ended.
    boolean isAlive() {
        return thread.isAlive();
    }

    private static boolean isWaiting(int state) {
        return (state & LOW) == WAITING;
    }

    /// Whether the PE waits for a condition that holds.
    boolean isReady() {
        return isWaiting(state.getAcquire()) && condition.holds();
    }

    /// Whether the PE waits, and has not been found to wait for long. Any thread may ask.
    boolean waitsUnseen() {
        return isWaiting(state.getAcquire()) && due == SOON;
    }

    /// Resumes the PE if it waits for a condition that holds.
    void resume() {
        int seen = state.getAcquire();
        if (isWaiting(seen) && condition.holds()) resume(seen, HELD);
    }

    private void resume(int waiting, int how) {
        if (state.compareAndSet(waiting, waiting & ~LOW | how)) LockSupport.unpark(thread);
    }

    /// Resumes the PE if its due time has come, or if `all` waits end; a wait without a time gets `later`. Returns the
    /// time that is left.
    long look(boolean all, long now, long later) {
        int seen = state.getAcquire();
        if (!isWaiting(seen)) return Long.MAX_VALUE;
        if (due == SOON) due = later;
        if (all || now - due >= 0) resume(seen, DUE);
        return due - now;
    }

    /// Announces a sleep at the bell of the awaited memory, unless the PE does not wait.
    void announce(Bells bells) {
        if (!isWaiting(state.getAcquire())) return;
        bells.add(bell);
        Bell.sleeping(bell, what.offset(), what.bytes());
    }
}
