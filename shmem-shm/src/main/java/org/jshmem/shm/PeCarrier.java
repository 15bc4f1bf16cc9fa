// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.util.Arrays;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jshmem.shm.JobLayout.Abort;

/// A thread that runs several PEs by turns: their virtual threads, each until it waits. For jobs in which PEs outnumber
/// cores.
/*
 * A PE that waits leaves its condition in its `Seat` and parks. The carrier looks at the conditions of all seats, round
 * and round, and resumes a PE whose condition holds. So a turn costs 0.15 us, where two threads that hand over a core by
 * the kernel need a microsecond in the best case and a time slice in the worst. If nothing holds, the carrier waits as a
 * PE with a core of its own does: it spins, yields, and then sleeps on the bells of all seats at once.
 *
 * A PE may go on without a wait: it computes, reads a file, or polls memory that another PE of this carrier is to write.
 * After a few milliseconds `PeCarriers` then lets another thread carry on, and the thread of that PE ends with its turn. A
 * counter decides between both threads: it is even while the carrier looks, and odd during a PE's turn. The thread that
 * sets it to the next even number carries.
 */
final class PeCarrier implements Executor {
    /// The name of the threads. One that a PE keeps gets the PE's name, by which the report of a hang finds its lines.
    static final String NAME = "carrier";

    /// The time after which a PE whose wait the carrier has noticed looks around.
    static final long LONG_NANOS = 5_000_000;

    private final Control control;
    private final Seat[] seats;
    private final WaitLadder ladder;
    private final Starting start;
    private final Executor threads;
    private final Bells bells = new Bells();
    private final ConcurrentLinkedQueue<Runnable> ready = new ConcurrentLinkedQueue<>();
    private final AtomicLong turns = new AtomicLong(-1);
    private final AtomicInteger live;

    /// The thread that carries.
    private volatile Thread owner;

    private volatile boolean reminded;

    // of the owner alone
    private boolean resuming;
    private Runnable resumed;
    private Runnable step;
    private int next;
    private int round;

    /// A carrier of the PEs on these seats; `threads` gives it a thread.
    PeCarrier(Control control, Seat[] seats, WaitLadder ladder, Executor threads) {
        this.control = control;
        this.seats = seats;
        this.ladder = ladder;
        this.start = new Starting(control);
        this.threads = threads;
        this.live = new AtomicInteger(seats.length);
    }

    /// Takes a step of a virtual thread. The JDK calls this when the thread starts, has yielded or is unparked.
    @Override
    public void execute(Runnable step) {
        if (resuming && Thread.currentThread() == owner) {
            resumed = step;
            return;
        }
        ready.add(step);
        bells.ringOwn(owner);
    }

    /// The number of turns so far and of the looks between them; odd during a turn.
    long turns() {
        return turns.getAcquire();
    }

    /// Ends the turns of a PE. The carrier ends with its last PE.
    void leave() {
        if (live.decrementAndGet() == 0) bells.ringOwn(owner);
    }

    /// Whether all PEs have ended. A thread may still have to be run after its last call of [#leave].
    boolean isOver() {
        return live.get() == 0 && Arrays.stream(seats).noneMatch(Seat::isAlive);
    }

    /// The step of the present turn, which is the same object in all turns of a PE.
    Runnable step() {
        return step;
    }

    /// Begins to carry.
    void start() {
        relieve(-1);
    }

    /// Makes the carrier look after the PEs that wait for long. Any thread may call it, now and then.
    void remind() {
        reminded = true;
    }

    /// Lets another thread carry unless the turn ends before.
    void relieve(long turn) {
        threads.execute(() -> carry(turn));
    }

    private void carry(long turn) {
        Thread before = owner;
        Runnable goingOn = step;
        if (!turns.compareAndSet(turn, turn + 1)) return;
        owner = Thread.currentThread();
        owner.setName(NAME);
        for (Seat seat : seats) if (goingOn != null && seat.isOf(goingOn)) before.setName(seat.name());
        while (!isOver()) {
            Runnable step = resume();
            if (step != null && !turn(step)) return;
            Runnable other = ready.poll();
            if (other != null && !turn(other)) return;
            if (step == null && other == null) await();
            if (reminded) look();
        }
    }

    /// Runs a virtual thread until it parks or ends. Returns false if another thread carries on, which may be asleep:
    /// it has to look what the PE waits for now.
    private boolean turn(Runnable step) {
        round = 0;
        this.step = step;
        long turn = turns.getPlain() + 1;
        turns.setRelease(turn);
        step.run();
        if (turns.compareAndSet(turn, turn + 1)) return true;
        bells.ringOwn(owner);
        return false;
    }

    /// The step of the next PE whose condition holds, or null.
    private Runnable resume() {
        resuming = true;
        for (int k = 0; k < seats.length && resumed == null; k++) {
            Seat seat = seats[next];
            next = next + 1 == seats.length ? 0 : next + 1;
            seat.resume();
        }
        resuming = false;
        Runnable step = resumed;
        resumed = null;
        return step;
    }

    private boolean isAnyReady() {
        if (!ready.isEmpty()) return true;
        for (Seat seat : seats) if (seat.isReady()) return true;
        return false;
    }

    /// Resumes the PEs that wait for long, so that they look around, and all PEs if the job ends. Returns the
    /// time until the next one is due.
    private long look() {
        reminded = false;
        boolean all = control.abort() != Abort.NONE;
        long now = System.nanoTime();
        long left = Long.MAX_VALUE;
        for (Seat seat : seats) left = Math.min(left, seat.look(all, now, now + LONG_NANOS));
        return left;
    }

    /// Waits until a PE can go on, or until one is due.
    private void await() {
        if (ladder.holdsSoon(this::isAnyReady)) return;
        boolean early = start.isGoingOn();
        int step = ladder.step(round++, early, look());
        if (ladder.parks(early)) {
            bells.park();
            if (!isAnyReady()) LockSupport.parkNanos(WaitLadder.FIRST_SLEEP_NANOS << step);
        } else {
            bells.clear();
            for (Seat seat : seats) seat.announce(bells);
            if (!isAnyReady()) ladder.sleep(() -> bells.sleep(WaitLadder.FIRST_SLEEP_NANOS << step));
        }
        bells.awake();
    }
}
