// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm.wait;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jshmem.jdk.CarriedThreads;
import org.jshmem.shm.jobfile.Control;
import org.jshmem.shm.jobfile.Futex;

/// A thread that runs several PEs by turns: their virtual threads, each until it waits. For jobs in which PEs outnumber
/// cores.
/*
 * A PE that waits leaves its wait on its `CarriedPe` and yields. The carrier goes round its PEs, and takes the next step of
 * the thread of each PE that does not wait, or whose condition holds. So a turn costs 0.2 us, where two threads that hand
 * over a core by the kernel need a microsecond in the best case and a time slice in the worst. If no PE can go on, the
 * carrier waits as a PE with a core of its own does: it spins, yields, and then sleeps on its futex, on which writers for
 * each of its PEs wake it.
 *
 * A PE may go on without a wait: it computes, reads a file, or polls memory that another PE of this carrier is to write.
 * After a few milliseconds `Carriers` then lets another thread carry on, and the thread of that PE ends with its turn. A
 * counter decides between both threads: it is even while the carrier looks, and odd during a PE's turn. The thread that
 * sets it to the next even number carries.
 *
 * A PE that yields or parks leaves its stack in the heap, and gets it back on the stack of the thread that runs it
 * next. HotSpot ends the JVM if there is no room for all of it, as that PE may have yielded on the last bytes of
 * another thread's. So where room might be short a thread with a larger stack runs that turn.
 */
public class Carrier implements IdleStrategy.Blocked {
    /// The part of a thread's stack that no PE gets: HotSpot's guard and shadow pages, 96 KiB, and the carrier's
    /// frames.
    private static final long OWN_STACK_BYTES = 128 << 10;

    private final Control control;
    private final int first;
    private final CarriedPe[] pes;
    private final long futex;
    private final IdleStrategy idle;
    private final Executor threads;
    private final long stackBytes;
    private final Consumer<Throwable> failure;
    private final AtomicLong turns = new AtomicLong(-1);
    private volatile boolean asleep;

    /// The nanoseconds between the last two times that the carrier was watched; 0 after it has checked its PEs.
    private volatile long watched;

    /// The thread that watches the carrier, from a look until the carrier goes on; else null.
    private volatile Thread watcher;

    /// The number of turns when the carrier was last watched.
    private long seen;

    /// The number of waits of its PEs when the carrier last waited.
    private int waits;

    /// The PE at which the next round begins.
    private int next;

    /// A carrier of PEs `first` to `first + count - 1`. `threads` gives it threads, of `stackBytes`; `failure` ends the
    /// job if it fails.
    public Carrier(
            Control control, int first, int count, Executor threads, long stackBytes, Consumer<Throwable> failure) {
        this.control = control;
        this.first = first;
        this.pes = new CarriedPe[count];
        this.futex = control.slot(first);
        this.idle = new IdleStrategy(control, first, 1, 0, false);
        this.threads = threads;
        this.stackBytes = stackBytes;
        this.failure = failure;
        for (int k = 0; k < count; k++) {
            pes[k] = new CarriedPe();
            Futex.share(control.slot(first + k), futex);
        }
    }

    /// Returns the thread of a PE. The carrier ends with its last PE.
    public Thread newThread(int number, Runnable body) {
        CarriedPe pe = pes[number - first];
        pe.thread = CarriedThreads.unstarted("PE " + number, step -> execute(pe, step), () -> {
            pe.register();
            body.run();
        });
        return pe.thread;
    }

    /// Takes the next step of the thread of a PE. The JDK calls this when the thread starts, has yielded or is
    /// unparked.
    private void execute(CarriedPe pe, Runnable step) {
        pe.step = step;
        if (asleep) Futex.wakeAll(futex);
    }

    /// The number of turns so far and of the looks between them; odd during a turn.
    public long turns() {
        return turns.getAcquire();
    }

    /// Whether all PEs have ended.
    boolean isOver() {
        for (CarriedPe pe : pes) if (!pe.isOver()) return false;
        return true;
    }

    /// Begins to carry.
    public void start() {
        handOff(-1);
    }

    /// Looks at the carrier, `nanos` after the last time: lets another thread carry if this one is still in the same
    /// turn, and reminds it of the PEs that wait for long. Returns whether it sleeps. It unparks the caller at the
    /// end of its sleep.
    boolean monitor(long nanos) {
        long turn = turns();
        try {
            if (turn == seen && (turn & 1) != 0) handOff(turn);
        } catch (OutOfMemoryError | RejectedExecutionException e) {
            // threads count as processes: until there is room for one, the PE holds up the others; or all PEs
            // have ended
        }
        seen = turn;
        watched = nanos;
        watcher = Thread.currentThread(); // before the look at `asleep`, which the carrier clears before it looks here
        return asleep;
    }

    /// Lets another thread carry unless the turn ends before.
    public void handOff(long turn) {
        threads.execute(() -> carry(turn));
    }

    private void carry(long turn) {
        if (!turns.compareAndSet(turn, turn + 1)) return;
        boolean carries = true;
        while (carries && !isOver()) {
            try {
                carries = round();
            } catch (Throwable e) { // no memory; the PEs still have to hear of the end
                fail(e);
            }
        }
    }

    private void fail(Throwable why) {
        try {
            failure.accept(why);
        } catch (Throwable again) {
            // the job ends all the same; the launcher reports the status without the reason
        }
    }

    /// Runs each PE that can go on, or waits for one. Returns false if another thread carries on.
    private boolean round() {
        boolean allWait = true;
        for (int k = 0; k < pes.length; k++) {
            CarriedPe pe = pes[next];
            next = next + 1 == pes.length ? 0 : next + 1;
            if (!pe.isReady()) continue;
            allWait = false;
            if (!turn(pe)) return false;
        }
        if (allWait) {
            int now = 0;
            for (CarriedPe pe : pes) now += pe.waits;
            idle.await(this, now == waits);
            waits = now;
            asleep = false;
            LockSupport.unpark(watcher);
            watcher = null;
        }
        if (watched != 0) check();
        return true;
    }

    /// Runs the virtual thread of a PE until it yields, parks or ends. Returns false if another thread carries on.
    private boolean turn(CarriedPe pe) {
        Runnable step = pe.take(); // before the turn, in which another thread may take over and look for steps
        long turn = turns.getPlain() + 1;
        turns.setRelease(turn);
        Throwable why = null;
        try {
            run(step, pe.thread);
        } catch (Throwable e) { // no memory
            pe.step = step;
            why = e;
        }
        boolean carries = turns.compareAndSet(turn, turn + 1);
        if (why != null) fail(why); // between two turns: otherwise a second thread would carry
        return carries;
    }

    private void run(Runnable step, Thread thread) {
        long bytes = CarriedThreads.parkedBytes(thread);
        long room = bytes + bytes / 8 + OWN_STACK_BYTES; // the JVM counts up to an eighth more, to align frames
        if (room <= stackBytes) step.run();
        else
            CompletableFuture.runAsync(step, run -> start(new Thread(null, run, thread.getName(), room)))
                    .join();
    }

    public void start(Thread roomy) {
        roomy.start();
    }

    /// The begin of the latest published wait of its PEs; now if a wait is not published yet.
    @Override
    public long since() {
        long latest = 0; // if all are parked, as in a sleep: an end of that wakes the carrier
        for (int k = 0; k < pes.length; k++) {
            if (!pes[k].isWaiting()) continue;
            long since = control.waitsSince(first + k);
            latest = Math.max(latest, since == 0 ? System.nanoTime() : since);
        }
        return latest;
    }

    @Override
    public long deadline() {
        return Long.MAX_VALUE;
    }

    @Override
    public boolean holds() {
        for (CarriedPe pe : pes) if (pe.isReady()) return true;
        return false;
    }

    @Override
    public void announce() {
        asleep = true;
        for (CarriedPe pe : pes) pe.announce();
    }

    /// Lets the PEs that wait for long check their job, and all PEs if the job ends. Returns the time until
    /// the next one is due.
    @Override
    public long check() {
        long nanos = watched;
        watched = 0;
        boolean all = control.isEnding();
        long now = System.nanoTime();
        long left = isOver() ? 0 : Long.MAX_VALUE;
        for (CarriedPe pe : pes) left = Math.min(left, pe.check(all, now, nanos));
        return left;
    }
}
