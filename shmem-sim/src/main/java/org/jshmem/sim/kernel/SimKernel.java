// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.kernel;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import org.jshmem.sim.kernel.PeState.State;

/// Virtual time for a fixed number of PEs, in picoseconds: performs their operations in the order of their times, as
/// SimGrid performs simcalls. Among equal times the smaller PE number comes first.
///
/// PEs are virtual threads, one of which runs at a time. A PE [issues][#issue] an operation and goes on, or
/// [performs][#perform] one and continues after it, at its end. The operations of one PE happen in their order. A PE
/// calls [#advance] for effects that only it can see.
///
/// **Blocked PEs** cost nothing until [#wake]. The step that follows runs on whichever thread is in the kernel, so that
/// a look in vain needs no task switch.
public final class SimKernel {
    /*
     * Only the PE that runs touches these fields, which are therefore plain.
     *
     * A PE is in the queue of events (its next step has a time, or its wait has a deadline), blocked without a deadline,
     * running, or ended. A change is announced when it is made and noticed later. Wake-ups therefore arrive in any order
     * of their times, and the earliest counts. A step sees all changes announced before it, so the kernel does not keep
     * the other wake-ups.
     */
    /// An operation that is over when no PE that could act has a smaller clock.
    public static final Simcall TURN = new Simcall(false) {
        @Override
        public long step(long now) {
            return DONE | now;
        }
    };

    private static final Comparator<Event> BY_TIME =
            Comparator.comparingLong(Event::time).thenComparingLong(Event::number);

    private record Event(long time, long number, Runnable action) {}

    private final PeState[] states;
    private final EventQueue events;

    /// The threads of the PEs.
    public final HandOff threads;

    /// The search for waits that never end.
    public final DeadlockDetector deadlocks;

    /// The events of the machine, such as the arrival of a message, in the order of their times and of their making. An
    /// event comes before the steps of PEs at its time.
    private final PriorityQueue<Event> machine = new PriorityQueue<>(BY_TIME);
    private long machineNext = PeState.NEVER; // the time of the first of them
    private long machineEvents; // so far

    private long latest; // present virtual time: the time of the latest turn
    private volatile IntConsumer ending; // null as long as the run goes on; any thread may end it

    /// A kernel for a number of PEs, all at time 0.
    public SimKernel(int pes) {
        events = new EventQueue(pes);
        states = new PeState[pes];
        Arrays.setAll(states, PeState::new);
        threads = new HandOff(pes, this::nextToRun);
        deadlocks = new DeadlockDetector(states, events);
    }

    /// Runs `body` once per PE, on virtual threads that one separate thread carries, and returns when all have ended or
    /// `leaves` holds, which is called ten times a second. A body must catch its exceptions.
    public void run(IntConsumer body, BooleanSupplier leaves) throws InterruptedException {
        for (PeState it : states) events.schedule(it.pe, it.clock);
        threads.run(body, leaves);
    }

    /// Lets the machine act at a time that is not over.
    public void at(long time, Runnable action) {
        machine.add(new Event(time, machineEvents++, action));
        machineNext = machine.element().time;
    }

    private void runMachine() {
        Event event = machine.remove();
        machineNext = machine.isEmpty() ? PeState.NEVER : machine.element().time;
        latest = event.time;
        event.action.run();
    }

    private void checkEnding(int pe) {
        if (ending != null) ending.accept(pe);
    }

    /// A PE's clock.
    public long now(int pe) {
        return states[pe].clock;
    }

    /// Lets time pass for one PE.
    public void advance(int pe, long picos) {
        states[pe].clock += picos;
    }

    /// Advances a PE's clock to a time; a clock never goes back.
    public void advanceTo(int pe, long time) {
        PeState it = states[pe];
        it.clock = Math.max(it.clock, time);
    }

    /// Refuses a second thread of a PE: a PE has one clock, so the time of another thread would be undefined.
    public void checkThread(int pe) {
        Thread caller = Thread.currentThread();
        if (caller == threads.pes[pe]) return;
        throw new IllegalStateException(
                "PE %d/%d: thread %s calls, but a simulated PE calls from the thread that runs main alone (threadLevel() is FUNNELED); pass the data to that thread, or run the job without --machine"
                        .formatted(
                                pe, states.length, caller.getName().isEmpty() ? caller.threadId() : caller.getName()));
    }

    /// The number of operations that the calling PE has issued and that are not over.
    public int issued(int pe) {
        return Thread.currentThread() == threads.pes[pe] ? states[pe].further.size() : 0;
    }

    /// Queues an operation. The PE goes on at once; the operation happens after the PE's earlier ones. Returns the
    /// number of operations that are not over.
    public int issue(int pe, Simcall operation) {
        checkThread(pe);
        PeState it = states[pe];
        it.further.add(operation);
        return it.further.size();
    }

    /// Performs the issued operations of a PE, and returns when they are over, or why one is not. The call has no
    /// effect on another thread than the PE's own.
    public Outcome drain(int pe) {
        return issued(pe) > 0 ? awaitOutcome(pe) : Outcome.DONE;
    }

    /// Performs an operation after those that the PE has issued, and returns when it is over, or why one of them is
    /// not.
    public Outcome perform(int pe, Simcall operation) {
        issue(pe, operation);
        return awaitOutcome(pe);
    }

    /// The operations that were not over at the latest outcome of a PE, the one that ended the others' turn first. The
    /// PE may issue them again: they then go on.
    public List<Simcall> unfinished(int pe) {
        return states[pe].unfinished;
    }

    private Outcome awaitOutcome(int pe) {
        PeState it = states[pe];
        if (it.current == null) beginNext(it);
        it.outcome = null;
        it.failure = null;
        it.deadline = Long.MAX_VALUE;
        it.awaits = true;
        try {
            it.wakeAt = checked(pe, it.clock);
            checkEnding(pe);
            while (true) {
                if (it.wakeAt >= machineNext || !events.precedesAll(pe, it.wakeAt)) {
                    reschedule(it);
                    int next = nextToRun();
                    if (next != pe) threads.pass(pe, next);
                    checkEnding(pe);
                    if (it.outcome != Outcome.OWN_STEP) return it.outcome;
                    if (it.failure instanceof Error e) throw e;
                    if (it.failure instanceof RuntimeException e) throw e;
                    it.outcome = null;
                }
                if (it.clock >= deadlocks.nextCheck) deadlocks.check(it.clock);
                step(it);
                if (it.outcome != null) return it.outcome; // the PE goes on in its time, as its thread has the turn
            }
        } finally {
            it.awaits = false;
            events.cancel(pe); // it is there if the step of another PE has thrown
            if (it.outcome != Outcome.DONE) it.giveBack();
        }
    }

    /// Lets a blocked PE look again, at `time` or at its own clock if that is later. The call has no effect on a PE
    /// that is not blocked, that already wakes earlier, or whose deadline is earlier.
    public void wake(int pe, long time) {
        PeState it = states[pe];
        if (!it.isWaiting() || it.state != State.BLOCKED && it.state != State.WOKEN) return;
        long at = Math.max(time, it.clock);
        if (at >= it.deadline || at >= it.wakeAt) return;
        it.state = State.WOKEN;
        it.wakeAt = at;
        events.schedule(pe, at);
    }

    /// Ends the run: from now on every turn and every wait of a PE calls `thrower` with the PE's number. The thrower
    /// must throw. Only the first call counts. Any thread may call.
    public void stop(IntConsumer thrower) {
        if (ending == null) ending = thrower;
    }

    /// The present virtual time in picoseconds: the time of the latest turn. Another thread may read a slightly older
    /// value.
    public long latest() {
        return latest;
    }

    /// Throws an exception for a time beyond the end of virtual time.
    public long checked(int pe, long time) {
        events.check(time, pe);
        return time;
    }

    /// Takes steps of the first PE until another comes first. Returns whether the PE's own thread has to go on now; it
    /// then leaves the queue of events.
    private boolean runWhileFirst(int pe) {
        PeState it = states[pe];
        while (it.isWaiting()) {
            if (ending != null) {
                it.end(Outcome.OWN_STEP, latest);
            } else if (!it.wakes()) {
                it.end(Outcome.EXPIRED, it.deadline);
            } else if (!it.current.anyThread) {
                it.end(Outcome.OWN_STEP, it.wakeAt);
            } else if (!stepsAndStaysFirst(it)) {
                return false;
            }
        }
        events.cancel(pe);
        return true;
    }

    /// Takes the next step of a PE on the calling thread. Returns whether the PE comes first then. If the step throws,
    /// the wait of that PE ends, and its own thread throws the exception.
    private boolean stepsAndStaysFirst(PeState it) {
        try {
            advanceTo(it.pe, it.wakeAt);
            step(it);
            return reschedule(it);
        } catch (RuntimeException | Error e) {
            it.failure = e;
            it.end(Outcome.OWN_STEP, latest);
            return true;
        }
    }

    /// Enters the next step of a PE, or the end of its operations, into the queue. Returns whether it comes first.
    private boolean reschedule(PeState it) {
        if (it.wakes()) events.schedule(it.pe, it.wakeAt);
        else if (it.deadline <= events.last) events.schedule(it.pe, Math.max(it.deadline, it.clock));
        else events.cancel(it.pe);
        return it.wakeAt < machineNext && events.first() == it.pe;
    }

    /// Takes the next step of a PE at its clock. With the last step of its last operation the PE gets its outcome.
    private void step(PeState it) {
        assert it.clock >= latest : "PE " + it.pe + " at " + it.clock;
        latest = it.clock;
        it.wakeAt = PeState.NEVER;
        Simcall operation = it.current;
        long next = operation.step(latest);
        advanceTo(it.pe, next & ~(Simcall.DONE | Simcall.BLOCKED));
        if (next < 0) {
            it.state = State.BLOCKED;
            it.deadline = operation.deadline();
            return;
        }
        it.state = State.PERFORMED;
        if (operation.anyThread) deadlocks.askAgain(); // a PE that checks its wait loads words on its own thread
        if ((next & Simcall.DONE) != 0 && !beginNext(it)) it.outcome = Outcome.DONE;
        it.wakeAt = it.clock;
    }

    /// Begins the next operation of a PE. Returns whether there is one.
    private boolean beginNext(PeState it) {
        it.current = it.further.poll();
        it.state = it.current == null ? State.DONE : State.PERFORMED;
        if (it.current != null) advanceTo(it.pe, it.current.begin(it.clock));
        return it.current != null;
    }

    /// Takes the next PE that must run from the events. If there are none, returns one that checks its wait, or that is
    /// in a deadlock.
    private int nextToRun() {
        while (true) {
            int next = events.first();
            if (machineNext <= events.firstTime()) runMachine();
            else if (next == EventQueue.NONE) break;
            else if (runWhileFirst(next)) return next;
        }
        return deadlocks.next(latest);
    }
}
