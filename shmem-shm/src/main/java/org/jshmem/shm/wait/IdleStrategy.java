// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm.wait;

import java.util.concurrent.locks.LockSupport;
import org.jshmem.shm.jobfile.Control;
import org.jshmem.shm.jobfile.Futex;
import org.jshmem.shm.jobfile.RemoteProgress;
import org.jshmem.shm.system.SystemCalls;

/// The pauses of a thread that waits, up to its sleep: the only loop of the library that spins or yields.
/*
 * A thread looks; spins where every thread that waits has a core of its own; yields a few times; then sleeps. Where such
 * threads outnumber cores none spins: a thread that spins keeps the one that it awaits from running.
 *
 * A spinning thread yields now and then as well: where two PEs share a core (`CoreSharing`), each task switch would
 * otherwise take a whole round of spinning.
 *
 * Sleeping on a futex takes a system call, and the first call of native code takes a JVM 20 ms or more. Until all PEs
 * have started, and for the first few sleeps after that, a thread parks instead. It then leaves the `asleep` word at 0,
 * so that no other PE needs to wake it. A short program never calls native code. The parks are few, because a park lasts
 * until a tick of the kernel's clock, up to 4 ms on virtual machines. Where many JVMs share a core,
 * native code in each of them costs all of them more than parks do, so their number grows with the square of the JVMs of
 * a core.
 *
 * `WaitTimes` has the numbers, and what other numbers would cost.
 */
final class IdleStrategy {
    /// The goal for which a thread waits and sleeps: a wait of its own, or of any PE that it carries.
    interface Blocked {
        /// The time since which the thread waits: what it does to check that wait does not count as another one.
        long since();

        /// The time until which the thread may wait.
        long deadline();

        /// Whether the thread can go on.
        boolean holds();

        /// Announces a sleep, from which a writer of the awaited bytes then wakes the thread. The caller looks once
        /// more afterwards.
        void announce();

        /// Checks all else that ends a wait. Returns the time until the next end that is known by now, not positive if
        /// it has come.
        long check();
    }

    private final Control control;
    private final long futex;
    private final boolean oversubscribed;
    private final int lastSleep;
    private final int earlySleeps;
    private final CoreSharing core;
    private int sleeps; // since all PEs have started

    /// The pauses of a thread that runs `pe`. Such threads take `turns` on a core, and JVMs `jvms`; 0 for a thread that
    /// never parks. `oversubscribed` says that they outnumber cores.
    IdleStrategy(Control control, int pe, int turns, int jvms, boolean oversubscribed) {
        this.control = control;
        this.futex = Futex.of(control.slot(pe));
        this.oversubscribed = oversubscribed;
        this.lastSleep =
                Math.clamp(32 - Integer.numberOfLeadingZeros(turns - 1), WaitTimes.DOUBLINGS, WaitTimes.MOST_DOUBLINGS);
        this.earlySleeps =
                oversubscribed ? Math.clamp(jvms * jvms / 2, WaitTimes.EARLY_PARKS, WaitTimes.MOST_EARLY_PARKS) : jvms;
        this.core = new CoreSharing(control, pe, System::nanoTime, SystemCalls::leaveCore);
    }

    /// Waits until what the thread waits for holds; then returns true. Returns false at the end that [Blocked#check]
    /// knows. `still` says that nothing has happened since the thread last waited, so that it sleeps on.
    boolean await(Blocked blocked, boolean still) {
        RemoteProgress remote = control.remote;
        if (!still && (remote == null ? holdsSoon(blocked) : remote.holdsSoon(blocked::holds))) return true;
        long announced = Long.MIN_VALUE; // wake-ups before the announcement, which stands until the next one
        for (int round = still ? lastSleep : 0; ; round++) {
            boolean virtual = Thread.currentThread().isVirtual(); // must not sleep in the kernel: it holds its carrier
            boolean parks = virtual || sleeps < earlySleeps;
            int wakes = Futex.wakes(futex);
            if (!parks && wakes != announced) {
                blocked.announce();
                announced = wakes;
                if (blocked.holds()) return true;
            }
            long left = blocked.check(); // after the announcement: the end of a job wakes, too
            if (left <= 0) return blocked.holds();
            if (remote != null) remote.beginSleep();
            sleep(parks, wakes, round, left, blocked.since());
            if (remote != null) remote.endSleep();
            if (!blocked.holds()) continue;
            if (!parks && !oversubscribed) core.publish();
            return true;
        }
    }

    /// Spins and yields for a short time; returns whether the condition holds.
    private boolean holdsSoon(Blocked condition) {
        do {
            long longest = Math.min(System.nanoTime() + WaitTimes.LONGEST_SPIN, condition.deadline());
            for (int i = 0; !oversubscribed && i < WaitTimes.SPINS; i++) {
                if (condition.holds()) return true;
                if (i % WaitTimes.SPINS_OF_A_YIELD == 0) core.yield(); // the awaited PE may be on this core
                else Thread.onSpinWait();
                if (i % WaitTimes.SPINS_OF_A_LOOK_AT_THE_CLOCK == 0 && System.nanoTime() - longest > 0) break;
            }
            for (int i = 0; i < WaitTimes.YIELDS; i++) {
                if (condition.holds()) return true;
                if (oversubscribed) Thread.yield();
                else core.yield();
            }
            if (condition.holds()) return true;
        } while (leavesCore());
        return false;
    }

    /// Whether this thread has moved off the core of another PE, which needs that core to end this wait.
    private boolean leavesCore() {
        return !oversubscribed && sleeps > earlySleeps && core.leavesShared();
    }

    /// Parks, or sleeps until the futex counts more wake-ups than `wakes`. The time grows with the rounds of a wait, up
    /// to `left` nanoseconds or the shortest sleep.
    private void sleep(boolean parks, int wakes, int round, long left, long since) {
        boolean starting = control.isStarting();
        if (!starting) sleeps++;
        int step = Math.min(round, starting ? Math.max(lastSleep, WaitTimes.STARTING_DOUBLINGS) : lastSleep);
        long longest = WaitTimes.FIRST_SLEEP << step;
        if (!parks) { // a writer ends it early; a thread that parks has to look by itself
            long part = (System.nanoTime() - since) / WaitTimes.PART_OF_WAIT;
            longest = Math.max(longest, Math.min(part, WaitTimes.LONGEST_SLEEP));
        }
        long nanos = Math.clamp(left, WaitTimes.FIRST_SLEEP, longest);
        if (!parks && !oversubscribed) core.retract();
        if (parks) LockSupport.parkNanos(nanos);
        else Futex.sleep(futex, wakes, nanos);
    }
}
