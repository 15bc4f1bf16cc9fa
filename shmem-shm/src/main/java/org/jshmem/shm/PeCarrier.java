// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.util.Arrays;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
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
 *
 * A PE that parks leaves its stack in the heap, and gets it back on the stack of the thread that carries then. HotSpot
 * ends the JVM if there is no room for all of it, as that PE may have parked on the last bytes of another thread's. So
 * where room might be short a thread with a larger stack carries on, for that turn.
 */
final class PeCarrier {
    /// The name of the threads. One that a PE keeps gets the PE's name, by which the report of a hang finds its lines.
    static final String NAME = "carrier";

    /// The part of a thread's stack that no PE gets: HotSpot's guard and shadow pages, 96 KiB, and the carrier's
    /// frames.
    private static final long OWN_STACK_BYTES = 128 << 10;

    /// The time after which a PE whose wait the carrier has noticed looks around.
    static final long LONG_NANOS = 5_000_000;

    /// Gives a carrier its threads.
    interface Threads {
        /// Runs `carry` on a thread with at least this stack.
        void execute(Runnable carry, long stackBytes);
    }

    private final Control control;
    private final Seat[] seats;
    private final WaitLadder ladder;
    private final Starting start;
    private final Threads threads;
    private final long usualStackBytes;
    private final Consumer<Throwable> failure;
    private final Bells bells = new Bells();
    private final ConcurrentLinkedQueue<Seat> ready = new ConcurrentLinkedQueue<>();
    private final AtomicLong turns = new AtomicLong(-1);
    private final AtomicInteger live;

    /// The thread that carries.
    private volatile Thread owner;

    private volatile boolean reminded;

    // of the owner alone
    private long stackBytes;
    private boolean resuming;
    private Seat resumed;
    private Seat handedOver;
    private Seat running;
    private int next;
    private int round;

    /// A carrier of the PEs on these seats. `threads` gives it threads, of `stackBytes` as a rule; `failure` ends the
    /// job if it fails.
    PeCarrier(
            Control control,
            Seat[] seats,
            WaitLadder ladder,
            Threads threads,
            long stackBytes,
            Consumer<Throwable> failure) {
        this.control = control;
        this.seats = seats;
        this.ladder = ladder;
        this.start = new Starting(control);
        this.threads = threads;
        this.usualStackBytes = stackBytes;
        this.failure = failure;
        this.live = new AtomicInteger(seats.length);
    }

    /// Takes the next step of the thread on a seat. The JDK calls this when the thread starts, has yielded or is
    /// unparked.
    void execute(Seat seat, Runnable step) {
        seat.next(step);
        if (resuming && Thread.currentThread() == owner) {
            resumed = seat;
            return;
        }
        ready.add(seat);
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
        threads.execute(() -> carry(turn, usualStackBytes), usualStackBytes);
    }

    private void carry(long turn, long stackBytes) {
        Thread before = owner;
        Seat goingOn = running;
        if (!turns.compareAndSet(turn, turn + 1)) return;
        this.stackBytes = stackBytes;
        owner = Thread.currentThread();
        owner.setName(NAME);
        if (goingOn != null) before.setName(goingOn.name());
        while (!isOver()) {
            try {
                if (!round()) return;
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

    /// Gives a turn to a PE whose condition holds and to one that has been unparked, or waits for one. Returns false if
    /// another thread carries on.
    private boolean round() {
        Seat first = handedOver;
        handedOver = null;
        if (first != null && !turn(first)) return false;
        Seat waiting = resume();
        if (waiting != null && !turn(waiting)) return false;
        Seat other = ready.poll();
        if (other != null && !turn(other)) return false;
        if (waiting == null && other == null) await();
        if (reminded) look();
        return true;
    }

    /// Runs the virtual thread on a seat until it parks or ends. Returns false if another thread carries on, which may
    /// be asleep: it has to look what the PE waits for now.
    private boolean turn(Seat seat) {
        round = 0;
        long turn = turns.getPlain() + 1;
        long room = room(seat);
        boolean elsewhere = room != stackBytes;
        handedOver = elsewhere ? seat : null;
        running = elsewhere ? null : seat;
        turns.setRelease(turn);
        try {
            if (elsewhere) threads.execute(() -> carry(turn, room), room);
            else seat.run();
        } catch (Throwable e) { // no memory; an odd counter between turns would let a second thread carry
            if (!turns.compareAndSet(turn, turn + 1)) {
                fail(e);
                return false;
            }
            handedOver = null;
            if (elsewhere) ready.add(seat);
            throw e;
        }
        if (elsewhere) return false;
        if (turns.compareAndSet(turn, turn + 1)) return true;
        bells.ringOwn(owner);
        return false;
    }

    /// The stack of the thread that is to resume the PE of a seat. The JVM counts up to an eighth more than the PE has
    /// left, for the alignment of frames.
    private long room(Seat seat) {
        long bytes = seat.stackBytes();
        long least = bytes + bytes / 8 + OWN_STACK_BYTES;
        return least <= usualStackBytes ? usualStackBytes : Math.max(least, stackBytes);
    }

    /// The seat of the next PE whose condition holds, or null.
    private Seat resume() {
        resuming = true;
        for (int k = 0; k < seats.length && resumed == null; k++) {
            Seat seat = seats[next];
            next = next + 1 == seats.length ? 0 : next + 1;
            seat.resume();
        }
        resuming = false;
        Seat seat = resumed;
        resumed = null;
        return seat;
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
