// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jshmem.shm.jobfile.RemoteProgress;
import org.jshmem.transport.Transport;
import org.jshmem.transport.Wait;

/// Progress of the messages of one JVM: the lock under which its PEs, their carriers and the [ProgressThread] make it,
/// and the waits for it.
/*
 * A wait for an answer is a wait for memory of the PE's host: the thread that waits, a PE or a carrier, makes progress
 * until the condition holds or until it had better sleep. It sleeps on its futex, and the progress thread takes over,
 * whose handlers wake it. A thread holds the lock to send one message or to make progress once, and never while it waits,
 * so that a carried PE never leaves its carrier with the lock.
 */
final class Progress implements RemoteProgress {
    private static final int SPINS = 10_000; // about 0.4 ms
    private static final int SPINS_WITHOUT_CORE = 5;
    private static final int YIELDS = 300;

    private final ReentrantLock lock = new ReentrantLock();
    private final Call call = lock::unlock;
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

    /// A call of a PE, which holds the lock until it is closed.
    interface Call extends AutoCloseable {
        @Override
        void close();
    }

    /// Begins a call of a PE: acquires the lock.
    Call enter() {
        StackRoom.check();
        for (int k = 0; !lock.tryLock(); k++) {
            wanted = true;
            if (k == spins) {
                lock.lock();
                break;
            }
            Thread.onSpinWait();
        }
        wanted = false;
        count();
        return call;
    }

    /// Begins a call of a PE at a moment at which a condition holds. `near` is the PE's transport to its host.
    Call enter(Transport near, BooleanSupplier condition) {
        for (Call entered = enter(); ; entered = enter()) {
            if (condition.getAsBoolean()) return entered;
            entered.close();
            await(near, condition);
        }
    }

    /// Waits for a condition that messages make true.
    static void await(Transport near, BooleanSupplier condition) {
        if (condition.getAsBoolean()) return;
        near.await(0, near.regionBytes(), new Wait(_ -> "for answers of other hosts", condition));
    }

    /// Makes progress in a look at memory of this host, unless another thread does.
    void look() {
        StackRoom.check();
        if (!lock.tryLock()) return;
        try {
            count();
            outbox.flush();
            once();
        } finally {
            lock.unlock();
        }
    }

    private void count() {
        calls.lazySet(calls.getPlain() + 1);
    }

    @Override
    public boolean holdsSoon(BooleanSupplier condition) {
        for (int idle = 0; !condition.getAsBoolean(); idle++) {
            if (idle == spins + yields) return false;
            if (!wanted && lock.tryLock()) {
                try {
                    count(); // in each look: the progress thread would take over in a long wait
                    if (once()) idle = 0;
                } finally {
                    lock.unlock();
                }
            } else Thread.onSpinWait();
            if (idle >= spins) Thread.yield();
        }
        return true;
    }

    /// Makes progress once. The caller holds the lock.
    boolean once() {
        boolean busy = fabric.progress();
        outbox.settle();
        return busy;
    }

    @Override
    public void beginSleep() {
        if (sleepers.getAndIncrement() == 0) thread.takeOver();
    }

    @Override
    public void endSleep() {
        sleepers.getAndDecrement();
    }

    // the progress thread

    /// Whether the progress thread had better make progress: threads sleep, or PEs have made no call since there were
    /// `seen`.
    boolean isIdle(long seen) {
        return areSleeping() || calls() == seen;
    }

    /// Whether threads sleep.
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
            for (int idle = 0; idle < spins && !wanted; idle++) if (once()) idle = 0;
            armed = fabric.arm();
        } finally {
            lock.unlock();
        }
        if (armed) fabric.poll(millis);
        return true;
    }

    /// Throws the exception of a message that could not be executed.
    void check() {
        inbox.check();
    }

    /// Ends the job because the progress thread cannot go on.
    void failed(Throwable why) {
        hosts.fail(1, why);
    }
}
