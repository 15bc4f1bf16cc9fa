// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.engine;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;

/// Virtual time for a fixed number of PEs, in picoseconds. PEs are virtual threads that pass one baton: the PE with
/// the smallest clock has it, ties go to the smaller number.
///
/// A PE calls [#advance] for what only it can see, and [#turn] before anything that others can see or change.
///
/// **Blocked PEs** cost nothing until [#wake]: the look that follows is made at the woken PE's clock, by whichever
/// thread has the baton, so that a look in vain needs no hand-over.
public final class Engine {
    /*
     * The baton is `running`, a volatile int, and a parked thread per PE. Hand-over: write `running`, unpark the next,
     * park until it is one's own number again. The write releases everything the PE did to the next one, whose read
     * acquires it, so all other fields are plain.
     *
     * A PE is on the agenda (ready, woken, or waiting with a deadline), blocked without a deadline, running, or ended.
     * `waits[pe]` is set while blocked; `woken[pe]` tells a wake-up from a deadline when the PE's time comes. A change is
     * announced when it is made and noticed later, so that wake-ups come in any order of their times: the earliest counts. A
     * look sees all that was announced before it, so the others need not be kept.
     */
    private static final int NOBODY = Agenda.NOBODY;

    /// A PE that has been blocked for so long looks why, once in every such time: 1 s. Waits of programs that go well
    /// are shorter, and keep their times.
    private static final long PATIENCE = Picos.ofNanos(1_000_000_000);

    private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

    private final int pes;
    private final long[] clock;
    private final Agenda agenda;
    private final Thread[] threads;
    private final WakeCondition[] waits;
    private final boolean[] woken;
    private final long[] wakeAt; // the earliest of the wake-ups since the latest look
    private final boolean[] asked;
    private final long[] deadlines;
    private final boolean[] limits; // the deadline is no part of the program
    private final Outcome[] outcomes;

    private final Carrier carrier = new Carrier();
    private Thread carrying;
    private LongSupplier cpu;
    private volatile int running = NOBODY;
    private volatile int live;
    private boolean anyAsked;
    private long latest; // virtual time by now: that of the latest turn
    private long nextCheck = PATIENCE;
    private IntConsumer ending;
    private volatile IntConsumer interruption;
    private String deadlock;

    /// For so many PEs, all at time 0.
    public Engine(int pes) {
        this.pes = pes;
        clock = new long[pes];
        agenda = new Agenda(pes);
        threads = new Thread[pes];
        waits = new WakeCondition[pes];
        woken = new boolean[pes];
        wakeAt = new long[pes];
        asked = new boolean[pes];
        deadlines = new long[pes];
        limits = new boolean[pes];
        outcomes = new Outcome[pes];
    }

    /// Runs `body` once per PE, on virtual threads that one thread of their own carries, and returns when all have
    /// ended. What a body throws is its own affair: it must not escape.
    public void run(IntConsumer body) throws InterruptedException {
        live = pes;
        for (int pe = 0; pe < pes; pe++) {
            int me = pe;
            threads[pe] = carrier.threads().name("PE " + pe).unstarted(() -> {
                takeBaton(me);
                try {
                    body.accept(me);
                } finally {
                    end();
                }
            });
            agenda.set(pe, clock[pe]);
        }
        for (Thread thread : threads) thread.start();
        giveBaton(agenda.remove());
        // not the calling thread: a virtual thread that is mounted takes its carrier's interrupts away
        carrying = Thread.ofPlatform().daemon().name("PEs").unstarted(() -> carrier.carryUntil(this::isOver));
        cpu = carrier.isAlone() ? () -> CPU.getThreadCpuTime(carrying.threadId()) : System::nanoTime;
        carrying.start();
        carrying.join();
    }

    /// Nanoseconds of CPU time that all PEs have taken so far; of time, where their carriers carry others too. Callable
    /// by PEs.
    public long cpuNanos() {
        return cpu.getAsLong();
    }

    /// Ends an interrupted run: the next turn or wait of any PE calls `thrower`, as after [#stop]. Returns whether all
    /// PEs have ended within the time given them.
    public boolean interrupt(IntConsumer thrower, Duration patience) throws InterruptedException {
        interruption = thrower; // release: pairs with the acquire in checkEnding
        return carrying.join(patience);
    }

    /// Whether all PEs have ended, or none has begun.
    public boolean isOver() {
        return live == 0;
    }

    private void checkEnding(int pe) {
        IntConsumer asked = interruption; // acquire
        if (asked != null) stop(asked);
        if (ending != null) ending.accept(pe);
    }

    /// A PE's clock.
    public long now(int pe) {
        return clock[pe];
    }

    /// Lets time pass for one PE.
    public void advance(int pe, long picos) {
        clock[pe] += picos;
    }

    /// Sets a PE's clock, which never goes back.
    public void advanceTo(int pe, long time) {
        if (time > clock[pe]) clock[pe] = time;
    }

    /// Returns when no PE that could act has a smaller clock. What the PE does then happens at its clock.
    public void turn(int pe) {
        if (Thread.currentThread() != threads[pe]) throw foreign(pe);
        checkEnding(pe);
        long time = clock[pe];
        agenda.check(time, pe);
        while (agenda.isBefore(time, pe)) {
            int next = agenda.remove();
            if (settle(next, time, pe)) {
                agenda.set(pe, time);
                handOver(pe, next);
                checkEnding(pe);
                break; // who hands over has seen to it that no clock is smaller
            }
        }
        latest = time;
        if (time >= nextCheck) check(time);
    }

    /// PEs that have been blocked for long look whether their waits can still end, while another one keeps acting.
    private void check(long time) {
        nextCheck = time + PATIENCE;
        for (int pe = 0; pe < pes; pe++) {
            if (waits[pe] == null || outcomes[pe] != null || woken[pe] || deadlines[pe] <= agenda.last) continue;
            if (time - clock[pe] < PATIENCE) continue;
            outcomes[pe] = Outcome.CHECK;
            clock[pe] = time;
            agenda.set(pe, time);
        }
    }

    /// A PE has one clock and so one thread: a second one would act at no time in particular.
    private IllegalStateException foreign(int pe) {
        return new IllegalStateException(
                "PE %d/%d: thread %s calls; a simulated PE has one thread, the one that runs main (threadLevel() says FUNNELED); let that one call"
                        .formatted(pe, pes, Thread.currentThread().getName()));
    }

    /// Blocks a PE that has just looked in vain, until a look holds or `deadline` comes (`Long.MAX_VALUE` for none).
    public Outcome await(int pe, WakeCondition wait, long deadline) {
        return await(pe, wait, deadline, false);
    }

    /// As [#await], where `limited` says that the deadline is no part of the program: nothing is to be hoped from it,
    /// so PEs that wait for nothing else are told that they are stuck before the first such deadline comes.
    public Outcome await(int pe, WakeCondition wait, long deadline, boolean limited) {
        checkEnding(pe);
        waits[pe] = wait;
        woken[pe] = false;
        outcomes[pe] = null;
        deadlines[pe] = deadline;
        limits[pe] = limited;
        if (deadline <= agenda.last) agenda.set(pe, Math.max(deadline, clock[pe]));
        return blocked(pe, false);
    }

    /// Blocks a PE until a look holds, and then all that the wait has to do after it. The first look is made in the
    /// PE's turn, each further step at its clock by then, on whichever thread has the baton. There is no deadline.
    public Outcome awaitInTurn(int pe, WakeCondition wait) {
        if (Thread.currentThread() != threads[pe]) throw foreign(pe);
        checkEnding(pe);
        waits[pe] = wait;
        woken[pe] = true;
        wakeAt[pe] = clock[pe];
        outcomes[pe] = null;
        deadlines[pe] = Long.MAX_VALUE;
        limits[pe] = false;
        boolean first = !agenda.isBefore(clock[pe], pe);
        if (!first) agenda.set(pe, clock[pe]);
        return blocked(pe, first && settle(pe, Long.MAX_VALUE, pe));
    }

    /// `over` says that what the PE waits for holds already.
    private Outcome blocked(int pe, boolean over) {
        int next = over ? pe : nextToRun();
        if (next != pe) handOver(pe, next);
        waits[pe] = null;
        checkEnding(pe);
        return outcomes[pe];
    }

    /// Lets a blocked PE look again, at `time` or at its own clock where that is later. One that is not blocked, or is
    /// woken for an earlier time, is left alone.
    public void wake(int pe, long time) {
        if (waits[pe] == null || outcomes[pe] != null) return;
        long at = Math.max(time, clock[pe]);
        if (at >= deadlines[pe] || woken[pe] && at >= wakeAt[pe]) return;
        woken[pe] = true;
        wakeAt[pe] = at;
        agenda.set(pe, at);
    }

    /// Ends the run: from now on every turn and every wait of a PE calls `thrower` with it, which throws. First call
    /// wins.
    public void stop(IntConsumer thrower) {
        if (ending != null) return;
        ending = thrower;
        for (int pe = 0; pe < pes; pe++) {
            if (waits[pe] != null && outcomes[pe] == null) {
                outcomes[pe] = Outcome.LOOK;
                clock[pe] = Math.max(clock[pe], latest);
                agenda.set(pe, clock[pe]);
            }
        }
    }

    /// Who waits for what, one clause per blocked PE; empty before a deadlock.
    public String deadlock() {
        return deadlock == null ? "" : deadlock;
    }

    /// The PE that has the baton, -1 before and after the run. Callable by any thread.
    public int running() {
        return running;
    }

    /// Virtual time by now, in picoseconds: that of the latest turn. Another thread may read it, late at worst.
    public long latest() {
        return latest;
    }

    /// What a blocked PE waits for; null for one that is not blocked.
    public String blocked(int pe) {
        WakeCondition wait = waits[pe];
        return wait == null ? null : wait.describe();
    }

    /// A PE's thread, for a look at its stack.
    public Thread thread(int pe) {
        return threads[pe];
    }

    /// Whether the PE taken from the agenda must run on its own thread now; makes its looks where that is enough, one
    /// after the other as long as neither a PE of the agenda nor `other`, which acts at `time`, comes first.
    private boolean settle(int pe, long time, int other) {
        WakeCondition wait = waits[pe];
        if (wait == null || outcomes[pe] != null) return true;
        if (!woken[pe]) {
            clock[pe] = Math.max(clock[pe], deadlines[pe]);
            outcomes[pe] = Outcome.EXPIRED;
            return true;
        }
        clock[pe] = Math.max(clock[pe], wakeAt[pe]);
        if (!wait.anyThread()) {
            outcomes[pe] = Outcome.LOOK;
            askAgain();
            return true;
        }
        while (true) {
            latest = clock[pe];
            woken[pe] = false;
            if (!wait.look()) {
                if (deadlines[pe] <= agenda.last) agenda.set(pe, Math.max(deadlines[pe], clock[pe]));
                return false;
            }
            if (wait.hasMore()) {
                woken[pe] = true;
                wakeAt[pe] = clock[pe];
            } else {
                outcomes[pe] = Outcome.HOLDS;
            }
            askAgain();
            long now = clock[pe]; // its look took time; it goes on when that has passed
            if (agenda.isBefore(now, pe) || time < now || time == now && other < pe) {
                agenda.set(pe, now);
                return false;
            }
            if (outcomes[pe] != null) return true;
        }
    }

    /// Something moved: if all block again, each has to be asked again.
    public void askAgain() {
        if (!anyAsked) return;
        anyAsked = false;
        Arrays.fill(asked, false);
    }

    /// Takes the next PE that must run from the agenda; with nothing there, the next one to be told that it is stuck.
    private int nextToRun() {
        while (agenda.first() != NOBODY) {
            if (isLimited(agenda.first()) && onlyLimitsAreLeft()) {
                int stuck = tellOne();
                if (stuck != NOBODY) return stuck;
            }
            int next = agenda.remove();
            if (settle(next, Long.MAX_VALUE, next)) return next;
        }
        int stuck = tellOne();
        if (stuck != NOBODY) return stuck;
        if (deadlock == null) deadlock = describeAll();
        int first = NOBODY;
        for (int pe = 0; pe < pes; pe++) {
            if (waits[pe] == null) continue;
            outcomes[pe] = Outcome.DEADLOCK;
            clock[pe] = Math.max(clock[pe], latest);
            if (first == NOBODY) first = pe;
            else agenda.set(pe, clock[pe]);
        }
        return first;
    }

    private boolean isLimited(int pe) {
        return limits[pe] && waits[pe] != null && outcomes[pe] == null && !woken[pe];
    }

    private boolean onlyLimitsAreLeft() {
        int limited = 0;
        for (int pe = 0; pe < pes; pe++) if (isLimited(pe) && deadlines[pe] <= agenda.last) limited++;
        return limited == agenda.size();
    }

    /// The next PE to be told that it is stuck, or `NOBODY` where all have been.
    private int tellOne() {
        for (int pe = 0; pe < pes; pe++) {
            if (waits[pe] == null || asked[pe]) continue;
            asked[pe] = true;
            anyAsked = true;
            outcomes[pe] = Outcome.STUCK;
            agenda.take(pe); // where it stands for its deadline
            clock[pe] = Math.max(clock[pe], latest); // what it does now comes after all that was done
            return pe;
        }
        return NOBODY;
    }

    private String describeAll() {
        StringBuilder all = new StringBuilder();
        int blocked = 0;
        long latest = 0;
        for (int pe = 0; pe < pes; pe++) {
            latest = Math.max(latest, clock[pe]);
            if (waits[pe] == null) continue;
            blocked++;
            all.append(all.isEmpty() ? "" : ", ").append(waits[pe].describe());
        }
        return "deadlock at t=" + Picos.show(latest) + ", " + blocked + " of " + pes + " PEs blocked; " + all;
    }

    private void end() {
        int left = live - 1; // only the PE that has the baton ends
        if (left > 0) {
            live = left;
            giveBaton(nextToRun());
        } else {
            running = NOBODY;
            live = 0; // release: whoever sees it sees all that the PEs did
        }
    }

    private void handOver(int from, int to) {
        giveBaton(to);
        takeBaton(from);
    }

    private void giveBaton(int to) {
        running = to; // release: pairs with the acquire in takeBaton; publishes all that happened so far
        carrier.wake(threads[to]);
    }

    private void takeBaton(int me) {
        boolean interrupted = false;
        while (running != me) { // acquire: pairs with the release in giveBaton
            LockSupport.park(this);
            interrupted |= Thread.interrupted(); // while the flag is set a park returns, and the carrier is never free
        }
        if (interrupted) Thread.currentThread().interrupt();
    }
}
