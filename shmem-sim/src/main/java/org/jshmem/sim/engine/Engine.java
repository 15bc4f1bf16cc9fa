// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.engine;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;

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
     * The baton is `running`, a volatile int, with a parked thread per PE. To pass it, a PE writes `running`, unparks
     * the next PE, and parks until `running` is its own number again. The write releases all operations of the PE to
     * the next one, whose read acquires them, so all other fields are plain.
     *
     * A PE is on the agenda (ready, woken, or waiting with a deadline), blocked without a deadline, running, or ended.
     * `waits[pe]` is set while the PE is blocked; `woken[pe]` distinguishes a wake-up from a deadline when the PE's
     * time comes. A change is announced when it is made and noticed later. Wake-ups therefore arrive in any order of
     * their times, and the earliest counts. A look sees all changes announced before it, so the engine does not keep
     * the other wake-ups.
     */
    private static final int NOBODY = Agenda.NOBODY;

    /// The interval of checks: 1 s. A PE that has been blocked for this long checks whether its wait can still end.
    /// Waits of correct programs are shorter, and keep their times.
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
    private final boolean[] ownThread; // whether looks must run on the PE's own thread
    private final long[] deadlines;
    private final boolean[] limits; // whether the deadline is a limit of the job, not one of the program
    private final Outcome[] outcomes;

    private final Carrier carrier = new Carrier();
    private Thread carrying;
    private LongSupplier cpu;
    private volatile int running = NOBODY;
    private volatile int live;
    private boolean anyAsked;
    private long latest; // present virtual time: the time of the latest turn
    private long nextCheck = PATIENCE;
    private IntConsumer ending;
    private volatile IntConsumer interruption;
    private String deadlock;

    /// An engine for a number of PEs, all at time 0.
    public Engine(int pes) {
        this.pes = pes;
        clock = new long[pes];
        agenda = new Agenda(pes);
        threads = new Thread[pes];
        waits = new WakeCondition[pes];
        woken = new boolean[pes];
        wakeAt = new long[pes];
        asked = new boolean[pes];
        ownThread = new boolean[pes];
        deadlines = new long[pes];
        limits = new boolean[pes];
        outcomes = new Outcome[pes];
    }

    /// Runs `body` once per PE, on virtual threads that one separate thread carries, and returns when all have ended. A
    /// body must catch its exceptions.
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

    /// The CPU time that all PEs have used so far, in nanoseconds. If shared carriers run the PEs, it is elapsed time
    /// instead. Only PEs may call.
    public long cpuNanos() {
        return cpu.getAsLong();
    }

    /// Ends an interrupted run: the next turn or wait of any PE calls `thrower`, as after [#stop]. Returns whether all
    /// PEs have ended within `patience`.
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

    /// Advances a PE's clock to a time; a clock never goes back.
    public void advanceTo(int pe, long time) {
        if (time > clock[pe]) clock[pe] = time;
    }

    /// Returns when no PE that could act has a smaller clock. The PE's next operation then happens at its clock.
    public void turn(int pe) {
        if (Thread.currentThread() != threads[pe]) throw foreign(pe);
        checkEnding(pe);
        long time = clock[pe];
        agenda.check(time, pe);
        while (agenda.isBefore(time, pe)) {
            int next = agenda.first();
            if (settle(next, time, pe)) {
                agenda.set(pe, time);
                handOver(pe, next);
                checkEnding(pe);
                break; // the PE that returned the baton found no smaller clock
            }
        }
        latest = time;
        if (time >= nextCheck) check(time);
    }

    /// Makes PEs that have been blocked for long check whether their waits can still end, while another PE keeps
    /// acting.
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

    /// A PE has one clock and therefore one thread: the time of a second thread would be undefined.
    private IllegalStateException foreign(int pe) {
        return new IllegalStateException(
                "PE %d/%d: thread %s calls, but a simulated PE calls from the thread that runs main alone (threadLevel() is FUNNELED); pass the data to that thread, or run the job without --machine"
                        .formatted(pe, pes, Thread.currentThread().getName()));
    }

    /// Blocks a PE after a look in vain, until a look holds or `deadline` comes (`Long.MAX_VALUE` for none).
    ///
    /// `limited` means that the deadline is a limit of the job, not one of the program. Before the first such
    /// deadline expires, PEs that can end in no other way get [Outcome#STUCK].
    public Outcome await(int pe, WakeCondition wait, long deadline, boolean limited) {
        checkEnding(pe);
        waits[pe] = wait;
        woken[pe] = false;
        outcomes[pe] = null;
        ownThread[pe] = !wait.anyThread();
        deadlines[pe] = deadline;
        limits[pe] = limited;
        if (deadline <= agenda.last) agenda.set(pe, Math.max(deadline, clock[pe]));
        return blocked(pe, false);
    }

    /// Blocks a PE until a look holds and the further steps of the wait are done. The first look happens in the PE's
    /// turn. Each further step happens at the PE's clock by then, on the thread that has the baton. There is no
    /// deadline.
    public Outcome awaitInTurn(int pe, WakeCondition wait) {
        if (Thread.currentThread() != threads[pe]) throw foreign(pe);
        checkEnding(pe);
        waits[pe] = wait;
        woken[pe] = true;
        wakeAt[pe] = clock[pe];
        outcomes[pe] = null;
        ownThread[pe] = false;
        deadlines[pe] = Long.MAX_VALUE;
        limits[pe] = false;
        boolean first = !agenda.isBefore(clock[pe], pe);
        if (!first) agenda.set(pe, clock[pe]);
        return blocked(pe, first && settle(pe, Long.MAX_VALUE, pe));
    }

    /// `over` means that the awaited condition already holds.
    private Outcome blocked(int pe, boolean over) {
        int next = over ? pe : nextToRun();
        if (next != pe) handOver(pe, next);
        waits[pe] = null;
        checkEnding(pe);
        return outcomes[pe];
    }

    /// Lets a blocked PE look again, at `time` or at its own clock if that is later. The call has no effect on a PE
    /// that is not blocked, that already wakes earlier, or whose deadline is earlier.
    public void wake(int pe, long time) {
        if (waits[pe] == null || outcomes[pe] != null) return;
        long at = Math.max(time, clock[pe]);
        if (at >= deadlines[pe] || woken[pe] && at >= wakeAt[pe]) return;
        woken[pe] = true;
        wakeAt[pe] = at;
        agenda.set(pe, at);
    }

    /// Ends the run: from now on every turn and every wait of a PE calls `thrower` with the PE's number. The thrower
    /// must throw. Only the first call counts.
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

    /// The deadlock report: a clause for each blocked PE, with the condition that it waits for; empty before a
    /// deadlock.
    public String deadlock() {
        return deadlock == null ? "" : deadlock;
    }

    /// The PE that has the baton, -1 before and after the run. Any thread may call.
    public int running() {
        return running;
    }

    /// The present virtual time in picoseconds: the time of the latest turn. Another thread may read a slightly older
    /// value.
    public long latest() {
        return latest;
    }

    /// The description of a blocked PE's wait; null for a PE that is not blocked.
    public String blocked(int pe) {
        WakeCondition wait = waits[pe];
        return wait == null ? null : wait.describe();
    }

    /// A PE's thread, for a look at its stack.
    public Thread thread(int pe) {
        return threads[pe];
    }

    /// Whether the first PE must run on its own thread now; if so, it leaves the agenda. If looks on any thread
    /// suffice,
    /// this method makes them, one after the other. It stops when a PE of the agenda comes first, or `other`, which
    /// acts at `time`.
    private boolean settle(int pe, long time, int other) {
        if (!looks(pe)) {
            agenda.take(pe);
            return true;
        }
        WakeCondition wait = waits[pe];
        while (true) {
            latest = clock[pe];
            woken[pe] = false;
            WakeCondition.Look look = wait.look();
            if (look == WakeCondition.Look.IN_VAIN) {
                if (deadlines[pe] <= agenda.last) agenda.set(pe, Math.max(deadlines[pe], clock[pe]));
                else if (!woken[pe] && outcomes[pe] == null) agenda.take(pe);
                return false;
            }
            askAgain();
            long now = clock[pe]; // its look took time; the PE continues after that
            boolean othersTurn = time < now || time == now && other < pe;
            if (look == WakeCondition.Look.GOES_ON) {
                woken[pe] = true;
                wakeAt[pe] = now;
                agenda.set(pe, now); // moves it once, where taking it out and entering it again would move it twice
                if (othersTurn || agenda.first() != pe) return false;
            } else {
                outcomes[pe] = Outcome.HOLDS;
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
    private boolean looks(int pe) {
        if (waits[pe] == null || outcomes[pe] != null) return false;
        if (!woken[pe]) {
            clock[pe] = Math.max(clock[pe], deadlines[pe]);
            outcomes[pe] = Outcome.EXPIRED;
            return false;
        }
        clock[pe] = Math.max(clock[pe], wakeAt[pe]);
        if (!ownThread[pe]) return true;
        outcomes[pe] = Outcome.LOOK;
        askAgain();
        return false;
    }

    /// A PE has made progress: if all PEs block again, each has to be asked again.
    public void askAgain() {
        if (!anyAsked) return;
        anyAsked = false;
        Arrays.fill(asked, false);
    }

    /// Takes the next PE that must run from the agenda. If the agenda is empty or has only limits of the job, returns
    /// the next PE that gets [Outcome#STUCK]. If the agenda is empty and all PEs have had it, declares a deadlock.
    private int nextToRun() {
        while (agenda.first() != NOBODY) {
            if (isLimited(agenda.first()) && onlyLimitsAreLeft()) {
                int stuck = tellOne();
                if (stuck != NOBODY) return stuck;
            }
            int next = agenda.first();
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

    /// The next PE that gets [Outcome#STUCK], or `NOBODY` if all have had it.
    private int tellOne() {
        for (int pe = 0; pe < pes; pe++) {
            if (waits[pe] == null || asked[pe]) continue;
            asked[pe] = true;
            anyAsked = true;
            outcomes[pe] = Outcome.STUCK;
            agenda.take(pe); // its deadline may stand there
            clock[pe] = Math.max(clock[pe], latest); // its next operation comes after all earlier ones
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
            live = 0; // release: a thread that reads it sees all operations of the PEs
        }
    }

    private void handOver(int from, int to) {
        giveBaton(to);
        takeBaton(from);
    }

    private void giveBaton(int to) {
        running = to; // release: pairs with the acquire in takeBaton; publishes all operations so far
        carrier.wake(threads[to]);
    }

    private void takeBaton(int me) {
        boolean interrupted = false;
        while (running != me) { // acquire: pairs with the release in giveBaton
            LockSupport.park(this);
            interrupted |= Thread.interrupted(); // with the flag set park returns at once
        }
        if (interrupted) Thread.currentThread().interrupt();
    }
}
