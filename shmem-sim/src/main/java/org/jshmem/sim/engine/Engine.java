// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.engine;

import java.time.Duration;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;

/// Virtual time for a fixed number of PEs, in picoseconds. PEs are virtual threads that pass one baton: the PE with the
/// smallest clock has it. Among equal clocks the smaller PE number comes first.
///
/// A PE calls [#advance] for effects that only it can see, and [#turn] before any operation that others can see or
/// change.
///
/// **Blocked PEs** cost nothing until [#wake]. The look that follows happens at the woken PE's clock, on the thread
/// that has the baton, so that a look in vain needs no task switch.
public final class Engine {
    /*
     * Only the PE that has the baton touches these fields, which are therefore plain.
     *
     * A PE is on the agenda (ready, woken, or waiting with a deadline), blocked without a deadline, running, or ended.
     * `wait` of its state is set while the PE is blocked; `woken` distinguishes a wake-up from a deadline when the PE's
     * time comes. A change is announced when it is made and noticed later. Wake-ups therefore arrive in any order of
     * their times, and the earliest counts. A look sees all changes announced before it, so the engine does not keep
     * the other wake-ups.
     */
    private final int pes;
    private final long[] clocks;
    private final PeState[] states;
    private final Agenda agenda;
    private final Baton baton;
    private final StuckPes stuck;
    private long latest; // present virtual time: the time of the latest turn
    private IntConsumer ending;
    private volatile IntConsumer interruption;

    /// An engine for a number of PEs, all at time 0.
    public Engine(int pes) {
        this.pes = pes;
        agenda = new Agenda(pes);
        clocks = new long[pes];
        states = new PeState[pes];
        Arrays.setAll(states, pe -> new PeState(pe, clocks));
        baton = new Baton(pes);
        stuck = new StuckPes(states, agenda);
    }

    /// Runs `body` once per PE, on virtual threads that one separate thread carries, and returns when all have ended or
    /// `leaves` holds, which is called ten times a second. A body must catch its exceptions.
    public void run(IntConsumer body, BooleanSupplier leaves) throws InterruptedException {
        for (PeState it : states) agenda.set(it.pe, it.clock());
        baton.run(body, agenda.remove(), this::nextToRun, leaves);
    }

    /// The CPU time that all PEs have used so far, in nanoseconds. If shared carriers run the PEs, it is elapsed time
    /// instead. Only PEs may call.
    public long cpuNanos() {
        return baton.cpuNanos();
    }

    /// Ends an interrupted run: the next turn or wait of any PE calls `thrower`, as after [#stop]. Returns whether all
    /// PEs have ended within `patience`.
    public boolean interrupt(IntConsumer thrower, Duration patience) throws InterruptedException {
        interruption = thrower; // release: pairs with the acquire in checkEnding
        return baton.awaitOver(patience);
    }

    /// Whether all PEs have ended, or none has begun.
    public boolean isOver() {
        return baton.isOver();
    }

    /// Ends the running PE, whose thread is held in a call of `System.exit`, so that the others go on. A thread outside
    /// calls, after a look at that thread's stack.
    public void leave() {
        baton.leave(this::nextToRun);
    }

    /// After the run: lets a thread that `System.exit` holds end the JVM.
    public void carryOn() {
        baton.carryOn();
    }

    private void checkEnding(int pe) {
        IntConsumer asked = interruption; // acquire
        if (asked != null) stop(asked);
        if (ending != null) ending.accept(pe);
    }

    /// A PE's clock.
    public long now(int pe) {
        return clocks[pe];
    }

    /// Lets time pass for one PE.
    public void advance(int pe, long picos) {
        clocks[pe] += picos;
    }

    /// Advances a PE's clock to a time; a clock never goes back.
    public void advanceTo(int pe, long time) {
        if (time > clocks[pe]) clocks[pe] = time;
    }

    /// Returns when no PE that could act has a smaller clock. The PE's next operation then happens at its clock.
    public void turn(int pe) {
        checkThread(pe);
        checkEnding(pe);
        long time = clocks[pe];
        agenda.check(time, pe);
        while (agenda.isBefore(time, pe)) {
            int next = agenda.first();
            if (settle(next, time, pe)) {
                agenda.set(pe, time);
                baton.pass(pe, next);
                checkEnding(pe);
                break; // the PE that returned the baton found no smaller clock
            }
        }
        latest = time;
        if (time >= stuck.nextCheck) stuck.check(time);
    }

    /// Refuses a second thread of a PE: a PE has one clock, so the time of another thread would be undefined.
    public void checkThread(int pe) {
        Thread caller = Thread.currentThread();
        if (caller == baton.thread(pe)) return;
        throw new IllegalStateException(
                "PE %d/%d: thread %s calls, but a simulated PE calls from the thread that runs main alone (threadLevel() is FUNNELED); pass the data to that thread, or run the job without --machine"
                        .formatted(pe, pes, caller.getName().isEmpty() ? caller.threadId() : caller.getName()));
    }

    /// Blocks a PE after a look in vain, until a look holds or `deadline` comes (`Long.MAX_VALUE` for none).
    ///
    /// `limited` means that the deadline is a limit of the job, not one of the program. Before the first such
    /// deadline expires, PEs that can end in no other way get [Outcome#STUCK].
    public Outcome await(int pe, WakeCondition wait, long deadline, boolean limited) {
        checkEnding(pe);
        PeState it = states[pe];
        it.block(wait, !wait.anyThread(), deadline, limited);
        if (deadline <= agenda.last) agenda.set(pe, Math.max(deadline, it.clock()));
        return blocked(it, false);
    }

    /// Blocks a PE until a look holds and the further steps of the wait are done. The first look happens in the PE's
    /// turn. Each further step happens at the PE's clock by then, on the thread that has the baton. There is no
    /// deadline.
    public Outcome awaitInTurn(int pe, WakeCondition wait) {
        checkThread(pe);
        checkEnding(pe);
        PeState it = states[pe];
        it.block(wait, false, Long.MAX_VALUE, false);
        it.woken = true;
        it.wakeAt = it.clock();
        boolean first = !agenda.isBefore(it.clock(), pe);
        if (!first) agenda.set(pe, it.clock());
        return blocked(it, first && settle(pe, Long.MAX_VALUE, pe));
    }

    /// `over` means that the awaited condition already holds.
    private Outcome blocked(PeState it, boolean over) {
        int next = over ? it.pe : nextToRun();
        if (next != it.pe) baton.pass(it.pe, next);
        it.wait = null;
        checkEnding(it.pe);
        return it.outcome;
    }

    /// Lets a blocked PE look again, at `time` or at its own clock if that is later. The call has no effect on a PE
    /// that is not blocked, that already wakes earlier, or whose deadline is earlier.
    public void wake(int pe, long time) {
        PeState it = states[pe];
        if (!it.isBlocked()) return;
        long at = Math.max(time, it.clock());
        if (at >= it.deadline || it.woken && at >= it.wakeAt) return;
        it.woken = true;
        it.wakeAt = at;
        agenda.set(pe, at);
    }

    /// Ends the run: from now on every turn and every wait of a PE calls `thrower` with the PE's number. The thrower
    /// must throw. Only the first call counts.
    public void stop(IntConsumer thrower) {
        if (ending != null) return;
        ending = thrower;
        for (PeState it : states) {
            if (!it.isBlocked()) continue;
            it.end(Outcome.LOOK, latest);
            agenda.set(it.pe, it.clock());
        }
    }

    /// The deadlock report: a clause for each blocked PE, with the condition that it waits for; empty before a
    /// deadlock.
    public String deadlock() {
        return stuck.deadlock();
    }

    /// The PE that has the baton, -1 before and after the run. Any thread may call.
    public int running() {
        return baton.holder();
    }

    /// The present virtual time in picoseconds: the time of the latest turn. Another thread may read a slightly older
    /// value.
    public long latest() {
        return latest;
    }

    /// The description of a blocked PE's wait; null for a PE that is not blocked.
    public String blocked(int pe) {
        WakeCondition wait = states[pe].wait;
        return wait == null ? null : wait.describe();
    }

    /// A PE's thread, for a look at its stack.
    public Thread thread(int pe) {
        return baton.thread(pe);
    }

    /// Whether the first PE must run on its own thread now; if so, it leaves the agenda. If looks on any thread
    /// suffice, this method makes them, one after the other. It stops when a PE of the agenda comes first, or
    /// `other`, which acts at `time`.
    private boolean settle(int pe, long time, int other) {
        PeState it = states[pe];
        if (!looks(it)) {
            agenda.take(pe);
            return true;
        }
        WakeCondition wait = it.wait;
        while (true) {
            latest = it.clock();
            it.woken = false;
            WakeCondition.Look look = wait.look();
            if (look == WakeCondition.Look.IN_VAIN) {
                if (it.deadline <= agenda.last) agenda.set(pe, Math.max(it.deadline, it.clock()));
                else if (!it.woken && it.outcome == null) agenda.take(pe);
                return false;
            }
            askAgain();
            long now = it.clock(); // its look took time; the PE continues after that
            boolean othersTurn = time < now || time == now && other < pe;
            if (look == WakeCondition.Look.GOES_ON) {
                it.woken = true;
                it.wakeAt = now;
                agenda.set(pe, now); // moves it once, where taking it out and entering it again would move it twice
                if (othersTurn || agenda.first() != pe) return false;
            } else {
                it.outcome = Outcome.HOLDS;
                if (!othersTurn) {
                    agenda.take(pe);
                    if (!agenda.isBefore(now, pe)) return true;
                }
                agenda.set(pe, now);
                return false;
            }
        }
    }

    /// Whether the first PE is to look on any thread. If its own thread has to go on, this method sets the outcome.
    private boolean looks(PeState it) {
        if (!it.isBlocked()) return false;
        if (!it.woken) {
            it.end(Outcome.EXPIRED, it.deadline);
            return false;
        }
        clocks[it.pe] = Math.max(clocks[it.pe], it.wakeAt);
        if (!it.ownThread) return true;
        it.outcome = Outcome.LOOK;
        askAgain();
        return false;
    }

    /// A PE has made progress: if all PEs block again, each has to be asked again.
    public void askAgain() {
        stuck.askAgain();
    }

    /// Takes the next PE that must run from the agenda. If the agenda is empty or has only limits of the job, returns
    /// the next PE that gets [Outcome#STUCK]. If the agenda is empty and all PEs have had it, declares a deadlock.
    private int nextToRun() {
        while (agenda.first() != Agenda.NOBODY) {
            if (stuck.onlyLimitsAreLeft(agenda.first())) {
                int next = stuck.next(latest);
                if (next != Agenda.NOBODY) return next;
            }
            int next = agenda.first();
            if (settle(next, Long.MAX_VALUE, next)) return next;
        }
        int next = stuck.next(latest);
        return next != Agenda.NOBODY ? next : stuck.declareDeadlock(latest);
    }
}
