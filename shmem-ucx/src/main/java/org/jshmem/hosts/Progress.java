// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jshmem.shm.jobfile.RemoteProgress;
import org.jshmem.transport.Transport;
import org.jshmem.transport.Wait;

/// Progress of the messages of one JVM: the lock under which its PEs, their carriers and a thread of its own make it,
/// and the waits for it.
/*
 * A wait for an answer is a wait for memory of the PE's host: the thread that waits, a PE or a carrier, makes progress
 * until the condition holds or until it had better sleep. It sleeps on its futex, and the progress thread takes over,
 * whose handlers wake it. A thread holds the lock to send one message or to make progress once, and never while it waits,
 * so that a carried PE never leaves its carrier with the lock.
 *
 * The progress thread looks once a millisecond whether PEs have made progress since its last look. If not, because they
 * compute or only send, it takes over: it sleeps on the fabric's descriptor and executes messages as they arrive, until a
 * PE makes progress. A PE that is about to sleep makes it take over at once, as a carrier does. Its sleeps begin at the
 * longest time for which a put is held back, and grow while nothing arrives. The first held-back put of a longer one ends
 * it.
 */
final class Progress implements RemoteProgress {
    private static final int SPINS = 10_000; // about 0.4 ms
    private static final int SPINS_WITHOUT_CORE = 5;

    /// A thread that receives messages looks at its deadline and at the end of the job after so many turns.
    private static final int MOST_TURNS = 100_000;

    private static final int YIELDS = 300;
    private static final long LOOK_NANOS = 1_000_000;
    private static final int HELD_MILLIS = 20;
    private static final int LONGEST_POLL_MILLIS = 500;

    private final ReentrantLock lock = new ReentrantLock();
    private final Call call = lock::unlock;
    private final Fabric fabric;
    private final Inbox inbox;
    private final Outbox outbox;

    /// Counts how often PEs and carriers have made progress, or have tried to.
    final AtomicLong looks = new AtomicLong();

    private final AtomicInteger sleepers = new AtomicInteger();
    final Thread thread = Thread.ofPlatform().daemon().name("progress").unstarted(this::run);
    private Hosts hosts;
    private Reports reports;
    private int spins;
    private int yields;

    /// The turns since the last message. After many, a thread that yields looks at the network in one turn of four: it
    /// may await PEs of its host alone, and a look is a system call.
    private int still;

    /// Whether a thread waits for the lock.
    private volatile boolean wanted;

    /// Whether the progress thread looks only once in a while.
    private volatile boolean parked;

    /// Set by tests, which run many jobs in a JVM.
    volatile boolean ended;

    Progress(Fabric fabric, Inbox inbox, Outbox outbox) {
        this.fabric = fabric;
        this.inbox = inbox;
        this.outbox = outbox;
    }

    void begin(Hosts all, Reports rows) {
        hosts = all;
        reports = rows;
        boolean spare = all.topology.hasSpareCore(all.near.pe());
        spins = spare ? SPINS : SPINS_WITHOUT_CORE;
        yields = spare ? 0 : YIELDS; // a yield may cost a time slice where another program computes
        thread.start();
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
        count();
        if (lock.tryLock()) onceAndUnlock();
    }

    /// Sends the held-back messages, and makes progress once. Returns whether there was something to do.
    private boolean onceAndUnlock() {
        try {
            outbox.flush();
            return turn();
        } finally {
            lock.unlock();
        }
    }

    private void count() {
        looks.lazySet(looks.getPlain() + 1);
    }

    @Override
    public boolean holdsSoon(BooleanSupplier condition) {
        for (int idle = 0, turns = 0; !condition.getAsBoolean(); idle++) {
            if (idle == spins + yields || turns++ == MOST_TURNS) return false;
            count(); // also while the progress thread has the lock, which then leaves
            boolean skips = idle > spins && still > YIELDS && (idle & 3) != 0;
            if (skips || wanted || !lock.tryLock()) Thread.onSpinWait();
            else if (onceAndUnlock()) idle = 0;
            if (idle >= spins) Thread.yield();
        }
        return true;
    }

    /// Makes progress once. The caller holds the lock.
    boolean once() {
        count();
        return turn();
    }

    private boolean turn() {
        boolean busy = fabric.progress();
        still = busy ? 0 : Math.min(still + 1, YIELDS + 1);
        outbox.settle();
        return busy;
    }

    @Override
    public void beginSleep() {
        if (sleepers.getAndIncrement() == 0 && parked) LockSupport.unpark(thread);
    }

    @Override
    public void endSleep() {
        sleepers.getAndDecrement();
    }

    @Override
    public void requestRows() {
        reports.request();
    }

    // the progress thread, for which see above

    private void run() {
        try {
            for (long seen = -1; !ended; seen = looks.getOpaque()) {
                parked = true;
                if (sleepers.getOpaque() == 0) LockSupport.parkNanos(LOOK_NANOS);
                parked = false;
                inbox.check();
                if (isIdle(seen)) serve();
            }
        } catch (Throwable t) {
            hosts.fail(1, t);
        }
    }

    /// Whether threads sleep, or PEs have made no progress since there were `seen` looks.
    private boolean isIdle(long seen) {
        return sleepers.getOpaque() > 0 || looks.getOpaque() == seen;
    }

    /// Executes messages until a PE makes progress that does not end in a sleep, or another thread holds the lock.
    private void serve() {
        long seen = looks.getOpaque();
        int millis = HELD_MILLIS;
        while (!ended && isIdle(seen) && lock.tryLock()) {
            boolean armed;
            try {
                outbox.flush();
                for (int idle = 0, turns = 0; idle < spins && turns < MOST_TURNS && !wanted && isIdle(seen); turns++)
                    idle = turn() ? 0 : idle + 1;
                armed = fabric.arm();
                outbox.sleepsLong = armed && millis > HELD_MILLIS;
            } finally {
                lock.unlock();
            }
            boolean arrived = !armed || fabric.poll(millis);
            millis = arrived || inbox.losesOne() ? HELD_MILLIS : Math.min(2 * millis, LONGEST_POLL_MILLIS);
            inbox.check();
        }
    }
}
