// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/// Progress of the messages of one JVM: the lock under which its PEs and the [ProgressThread] make it, and their waits.
/*
 * A thread that waits makes progress in a loop and holds the lock, so that two PEs that wait for each other answer each
 * other without a task switch. It releases the lock to yield, and at once if another thread wants the lock. A thread that
 * waits for an answer then sleeps on the fabric's descriptor. One that waits for memory of its host sleeps on its PE's
 * futex, on which the progress thread wakes it: before such a sleep it takes over.
 */
final class Progress {
    private static final int SPINS = 10_000; // about 0.4 ms
    private static final int SPINS_WITHOUT_CORE = 5;
    private static final int YIELDS = 300;
    private static final int SLEEP_MILLIS = 1;
    private static final long LOOK_NANOS = 1_000_000;
    private static final long LOST_NANOS = 3_000_000_000L;

    private final ReentrantLock lock = new ReentrantLock();
    private final Call call = lock::unlock;
    private final Call sleep = this::endSleep;
    private final Fabric fabric;
    private final Inbox inbox;
    private final Outbox outbox;
    private final AtomicLong calls = new AtomicLong();
    private final AtomicInteger sleepers = new AtomicInteger();
    private final ProgressThread thread = new ProgressThread(this);
    private Hosts hosts;
    private int spins;
    private int yields;

    /// Whether a thread waits for the lock.
    private volatile boolean wanted;

    Progress(Fabric fabric, Inbox inbox, Outbox outbox) {
        this.fabric = fabric;
        this.inbox = inbox;
        this.outbox = outbox;
    }

    void begin(Hosts all) {
        hosts = all;
        spins = all.hasSpareCore() ? SPINS : SPINS_WITHOUT_CORE;
        yields = all.hasSpareCore() ? 0 : YIELDS; // a yield may cost a time slice where another program computes
        thread.start();
    }

    void close() {
        thread.end(fabric);
    }

    /// A call of a PE, which holds the lock until it is closed, or a sleep.
    interface Call extends AutoCloseable {
        @Override
        void close();
    }

    /// Begins a call of a PE: acquires the lock.
    Call enter() {
        StackRoom.check();
        for (int k = 0; !lock.tryLock(); k++) {
            wanted = true;
            if (k == SPINS) {
                lock.lock();
                break;
            }
            Thread.onSpinWait();
        }
        wanted = false;
        calls.lazySet(calls.getPlain() + 1);
        return call;
    }

    /// Makes progress once in a wait for other JVMs, and waits a little if there was nothing to do, longer the longer
    /// that lasts. `idle` counts the turns without progress. Returns the count for the next turn.
    ///
    /// @param peer the JVM that the caller waits for; null if the caller takes note of lost ones itself
    int turn(int idle, Peer peer) {
        if (progress()) return 0;
        if (idle < spins && !wanted) {
            Thread.onSpinWait();
            return idle + 1;
        }
        if (peer != null) check(peer);
        if (idle < spins + yields) yieldLock();
        else sleep();
        return idle + 1;
    }

    /// The same in a wait for memory of this host. The count is negative once the wait had better sleep.
    int turnOfWait(int idle) {
        if (progress()) return 0;
        if (idle >= spins + yields) return -1;
        if (idle >= spins || wanted) yieldLock();
        return idle + 1;
    }

    private void yieldLock() {
        lock.unlock();
        try {
            Thread.yield();
        } finally {
            lock.lock();
        }
    }

    /// Sleeps until a message arrives, and for a short time at most: another thread may have taken the message.
    private void sleep() {
        hosts.checkJob();
        if (!fabric.arm()) return;
        inbox.sleepers++;
        lock.unlock();
        try {
            fabric.poll(SLEEP_MILLIS);
        } finally {
            lock.lock();
            inbox.sleepers--;
        }
    }

    /// The calling thread sleeps next: the progress thread takes over.
    Call beginSleep() {
        if (sleepers.getAndIncrement() == 0) thread.takeOver();
        return sleep;
    }

    private void endSleep() {
        sleepers.getAndDecrement();
    }

    /// Makes progress in a look at memory of this host, unless another thread does.
    void look() {
        StackRoom.check();
        if (!lock.tryLock()) return;
        try {
            calls.lazySet(calls.getPlain() + 1);
            outbox.flush();
            once();
        } finally {
            lock.unlock();
        }
    }

    /// Whether the fabric reaches a JVM no more.
    boolean isLost(Peer peer) {
        return peer.endpoint != 0 && fabric.failure(peer.endpoint) != null;
    }

    private void check(Peer peer) {
        if (!isLost(peer)) return;
        String why = fabric.failure(peer.endpoint);
        // the launcher names a process that has ended, and ends this one
        long end = System.nanoTime() + LOST_NANOS;
        while (System.nanoTime() - end < 0) {
            hosts.checkJob();
            LockSupport.parkNanos(LOOK_NANOS);
        }
        throw hosts.lost(peer.jvm, why);
    }

    /// Makes progress once in a call that goes on.
    void once() {
        boolean unused = progress();
    }

    private boolean progress() {
        boolean busy = fabric.progress();
        outbox.settle();
        inbox.check();
        return busy;
    }

    // the progress thread

    /// Whether the progress thread had better make progress: PEs sleep, or have made no call since there were `seen`.
    boolean isIdle(long seen) {
        return sleepers.getOpaque() > 0 || calls() == seen;
    }

    /// Whether PEs sleep.
    boolean areSleeping() {
        return sleepers.getOpaque() > 0;
    }

    /// Number of calls so far.
    long calls() {
        return calls.getOpaque();
    }

    /// Makes all progress that is possible now, and sleeps until the next event, for a limited time. Returns false if
    /// another thread makes progress.
    boolean serve(int millis) {
        if (!lock.tryLock()) return false;
        boolean armed;
        try {
            outbox.flush();
            for (int idle = 0; idle < spins && !wanted; idle++) if (progress()) idle = 0;
            armed = fabric.arm();
        } finally {
            lock.unlock();
        }
        if (armed) fabric.poll(millis);
        return true;
    }

    /// Ends the job because the progress thread cannot go on.
    void failed(Throwable why) {
        hosts.fail(why);
    }
}
