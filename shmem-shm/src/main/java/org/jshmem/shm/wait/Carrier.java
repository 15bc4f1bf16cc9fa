// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm.wait;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jshmem.shm.jobfile.Control;
import org.jshmem.shm.jobfile.Futex;
import org.jshmem.shm.jobfile.JobLayout.Abort;
import org.jshmem.spi.CarriedThreads;
import org.jshmem.transport.Transport.Condition;

/// A thread that runs several PEs by turns: their virtual threads, each until it waits. For jobs in which PEs outnumber
/// cores.
/*
 * A PE that waits leaves its wait on its `CarriedPe` and parks. The carrier looks at the conditions of all its PEs, round
 * and round, and unparks a PE whose condition holds. So a turn costs 0.2 us, where two threads that hand over a core by the
 * kernel need a microsecond in the best case and a time slice in the worst. If nothing holds, the carrier waits as a PE
 * with a core of its own does: it spins, yields, and then sleeps on its futex, on which writers for each of its PEs wake it.
 *
 * A PE may go on without a wait: it computes, reads a file, or polls memory that another PE of this carrier is to write.
 * After a few milliseconds `Carriers` then lets another thread carry on, and the thread of that PE ends with its turn. A
 * counter decides between both threads: it is even while the carrier looks, and odd during a PE's turn. The thread that
 * sets it to the next even number carries.
 *
 * A PE that parks leaves its stack in the heap, and gets it back on the stack of the thread that runs it next. HotSpot
 * ends the JVM if there is no room for all of it, as that PE may have parked on the last bytes of another thread's. So
 * where room might be short a thread with a larger stack runs that turn.
 */
public class Carrier {
    /// The part of a thread's stack that no PE gets: HotSpot's guard and shadow pages, 96 KiB, and the carrier's
    /// frames.
    private static final long OWN_STACK_BYTES = 128 << 10;

    /// The time after which a PE whose wait the carrier has noticed checks its job.
    static final long LONG_NANOS = 5_000_000;

    private final Control control;
    private final int first;
    private final CarriedPe[] pes;
    private final long futex;
    private final Pauses pauses;
    private final Executor threads;
    private final long stackBytes;
    private final Consumer<Throwable> failure;
    private final Condition anyReady = this::isAnyReady;
    private final ConcurrentLinkedQueue<CarriedPe> ready = new ConcurrentLinkedQueue<>();
    private final AtomicLong turns = new AtomicLong(-1);

    /// The thread that carries.
    private volatile Thread owner;

    private volatile boolean asleep;
    private volatile boolean reminded;

    /// The number of turns when the carrier was last watched.
    private long seen;

    // of the owner alone
    private boolean resuming;
    private CarriedPe resumed;
    private int next;
    private int round;

    /// A carrier of PEs `first` to `first + count - 1`. `threads` gives it threads, of `stackBytes`; `failure` ends the
    /// job if it fails.
    public Carrier(
            Control control, int first, int count, Executor threads, long stackBytes, Consumer<Throwable> failure) {
        this.control = control;
        this.first = first;
        this.pes = new CarriedPe[count];
        this.futex = control.slot(first);
        this.pauses = new Pauses(control, first, 1, 1, false);
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
        Thread thread = CarriedThreads.on(step -> execute(pe, step))
                .name("PE " + number)
                .unstarted(() -> {
                    pe.register();
                    body.run();
                });
        pe.setThread(thread);
        return thread;
    }

    /// Takes the next step of the thread of a PE. The JDK calls this when the thread starts, has yielded or is
    /// unparked.
    private void execute(CarriedPe pe, Runnable step) {
        pe.step = step;
        if (resuming && Thread.currentThread() == owner) {
            resumed = pe;
            return;
        }
        ready.add(pe);
        wake();
    }

    /// Wakes the carrier if it sleeps. The caller has made something ready before.
    private void wake() {
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
        relieve(-1);
    }

    /// Looks at the carrier, `nanos` after the last time: lets another thread carry if this one is still in the same
    /// turn, reminds it of the PEs that wait for long, and counts the time of waits that have not been published.
    void watch(long nanos) {
        long turn = turns();
        try {
            if (turn == seen && (turn & 1) != 0) relieve(turn);
        } catch (OutOfMemoryError | RejectedExecutionException e) {
            // threads count as processes: until there is room for one, the PE holds up the others; or all PEs
            // have ended
        }
        seen = turn;
        reminded = true;
        for (CarriedPe pe : pes) pe.count(nanos);
    }

    /// Lets another thread carry unless the turn ends before.
    public void relieve(long turn) {
        threads.execute(() -> carry(turn));
    }

    private void carry(long turn) {
        if (!turns.compareAndSet(turn, turn + 1)) return;
        owner = Thread.currentThread();
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
        resuming = false;
        try {
            failure.accept(why);
        } catch (Throwable again) {
            // the job ends all the same; the launcher reports the status without the reason
        }
    }

    /// Runs a PE whose condition holds and one that has been unparked, or waits for one. Returns false if another
    /// thread carries on.
    private boolean round() {
        CarriedPe waiting = resume();
        if (waiting != null && !turn(waiting)) return false;
        CarriedPe other = ready.poll();
        if (other != null && !turn(other)) return false;
        if (waiting == null && other == null) await();
        if (reminded) look();
        return true;
    }

    /// Unparks the next PE whose condition holds, and returns it; null if there is none. It does not go
    /// through the queue, which would take a third of a turn.
    private CarriedPe resume() {
        resuming = true;
        resumed = null;
        for (int k = 0; k < pes.length && resumed == null; k++) {
            CarriedPe pe = pes[next];
            next = next + 1 == pes.length ? 0 : next + 1;
            pe.resume();
        }
        resuming = false;
        return resumed;
    }

    /// Runs the virtual thread of a PE until it parks or ends. Returns false if another thread carries on, which may
    /// be asleep: it has to look what the PE waits for now.
    private boolean turn(CarriedPe pe) {
        round = 0;
        long turn = turns.getPlain() + 1;
        turns.setRelease(turn);
        Throwable why = null;
        try {
            run(pe);
        } catch (Throwable e) { // no memory
            why = e;
        }
        boolean carries = turns.compareAndSet(turn, turn + 1);
        if (!carries) wake();
        if (why != null) fail(why); // between two turns: otherwise a second thread would carry
        return carries;
    }

    private void run(CarriedPe pe) {
        long bytes = CarriedThreads.parkedBytes(pe.thread);
        long room = bytes + bytes / 8 + OWN_STACK_BYTES; // the JVM counts up to an eighth more, to align frames
        if (room <= stackBytes) {
            pe.step.run();
            return;
        }
        var roomy = new Thread(null, pe.step, pe.thread.getName(), room);
        roomy.setDaemon(true);
        try {
            start(roomy);
        } catch (OutOfMemoryError e) {
            ready.add(pe);
            throw e;
        }
        while (roomy.isAlive()) {
            try {
                roomy.join();
            } catch (InterruptedException e) {
                // of the pool that is closed after the PEs have ended: this turn has to end first
            }
        }
    }

    public void start(Thread roomy) {
        roomy.start();
    }

    private boolean isAnyReady() {
        if (!ready.isEmpty()) return true;
        for (CarriedPe pe : pes) if (pe.isReady()) return true;
        return false;
    }

    /// Resumes the PEs that wait for long, so that they check their job, and all PEs if the job ends. Returns the time
    /// until the next one is due.
    private long look() {
        reminded = false;
        boolean all = control.abort() != Abort.NONE;
        long now = System.nanoTime();
        long left = Long.MAX_VALUE;
        for (CarriedPe pe : pes) left = Math.min(left, pe.look(all, now, now + LONG_NANOS));
        return left;
    }

    /// Waits until a PE can go on, or until one is due.
    private void await() {
        if (pauses.holdsSoon(anyReady)) return;
        int wakes = Futex.wakes(futex);
        asleep = true;
        for (CarriedPe pe : pes) pe.announce();
        long left = look();
        if (!isAnyReady()) pauses.sleep(futex, Integer.toUnsignedLong(wakes), round++, left);
        asleep = false;
    }
}
