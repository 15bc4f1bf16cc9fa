// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm.wait;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.locks.LockSupport;
import org.jshmem.shm.jobfile.Control;
import org.jshmem.shm.jobfile.Futex;
import org.jshmem.shm.jobfile.RemoteProgress;
import org.jshmem.shm.system.SystemCalls;
import org.jshmem.transport.Memory;

/// The pauses of a thread that waits, up to its sleep: the only loop of the library that spins or yields.
/*
 * A thread looks; spins where every thread that waits has a core of its own; yields a few times; then sleeps. Where such
 * threads outnumber cores none spins: a thread that spins keeps the one that it awaits from running. Measured with 64
 * PEs on 2 cores, a thread each, a barrier takes 52 us in this way, 180 us by yields alone in log rounds, and 1,500 us
 * after spinning. One PE that computes while 63 park for 50 us at a time runs ten times slower.
 *
 * A spinning thread yields now and then as well: where two PEs share a core (`CoreSharing`), each task switch would
 * otherwise take a whole round of spinning. A barrier of two such PEs takes 2.6 us with a yield every 25 rounds after
 * the first microsecond, 6.3 us with a yield every 50 rounds after four.
 *
 * Sleeping on a futex takes a system call, and the first call of native code takes a JVM 20 ms or more. Until all PEs
 * have started, and for the first few sleeps after that, a thread parks instead. It then leaves the `asleep` word at 0,
 * so that no other PE needs to wake it. A short program never calls native code. The parks are few, because a park lasts
 * until a tick of the kernel's clock, up to 4 ms on virtual machines. In a program of barriers 32 parks took the first
 * 100 ms. Where many JVMs share a core, native code in each of them costs all of them more than parks do, so their
 * number grows with the square of the JVMs of a core.
 *
 * The last sleep is 10 ms up to 64 turns that threads take on the cores, and longer with more: 4,096 JVMs that wake
 * every 10 ms fill two cores.
 */
final class Pauses {
    private static final long FIRST_SLEEP_NANOS = 160_000;
    private static final int SPINS = 1450;

    /// The longest time of these rounds. Compiled ones take less; interpreted ones would take 2 ms, in which this JVM's
    /// compilers need the core. The clock is read every few rounds.
    private static final long SPIN_NANOS = 100_000;

    private static final int ROUNDS_OF_A_YIELD = 25;
    private static final int ROUNDS_OF_A_LOOK_AT_THE_CLOCK = 50;
    private static final int YIELDS = 16;
    private static final int LAST_SLEEP = 6; // 10 ms
    private static final int LAST_STARTING_SLEEP = 8; // 40 ms: more looks would take time from PEs that start
    private static final int LONGEST_SLEEP = 12; // 0.7 s, on a core of 4,096 JVMs
    private static final int TIMESPEC_BYTES = 16;
    private static final int EARLY_SLEEPS_OVERSUBSCRIBED = 8;
    private static final int MOST_EARLY_SLEEPS = 512;

    private final Control control;
    private final long futex;
    private final boolean oversubscribed;
    private final int lastSleep;
    private final int earlySleeps;
    private final CoreSharing core;
    private int sleeps; // since all PEs have started

    /// The length of a sleep for the kernel, made at the first one. The sleeps of a PE's threads share it: one may then
    /// take the time of another.
    private MemorySegment timespec;

    /// The pauses of a thread that runs `pe`. Such threads take `turns` on a core, and JVMs `jvms`; 0 for a thread that
    /// never parks. `oversubscribed` says that they outnumber cores.
    Pauses(Control control, int pe, int turns, int jvms, boolean oversubscribed) {
        this.control = control;
        this.futex = Futex.of(control.slot(pe));
        this.oversubscribed = oversubscribed;
        this.lastSleep = Math.clamp(32 - Integer.numberOfLeadingZeros(turns - 1), LAST_SLEEP, LONGEST_SLEEP);
        this.earlySleeps =
                oversubscribed ? Math.clamp(jvms * jvms / 2, EARLY_SLEEPS_OVERSUBSCRIBED, MOST_EARLY_SLEEPS) : jvms;
        this.core = new CoreSharing(control, pe, System::nanoTime, SystemCalls::leaveCore);
    }

    /// Waits until what the thread waits for holds; then returns true. Returns false at the end that [Sleeper#check]
    /// knows. `still` says that nothing has happened since the thread last waited, so that it sleeps on.
    boolean await(Sleeper sleeper, boolean still) {
        RemoteProgress remote = control.remote();
        if (!still && (remote == null ? holdsSoon(sleeper) : remote.holdsSoon(sleeper::holds))) return true;
        long announced = Long.MIN_VALUE; // wake-ups before the announcement, which stands until the next one
        for (int round = still ? lastSleep : 0; ; round++) {
            boolean virtual = Thread.currentThread().isVirtual(); // must not sleep in the kernel: it holds its carrier
            boolean parks = virtual || sleeps < earlySleeps;
            int wakes = Futex.wakes(futex);
            if (!parks && wakes != announced) {
                sleeper.announce();
                announced = wakes;
                if (sleeper.holds()) return true;
            }
            long left = sleeper.check(); // after the announcement: the end of a job wakes, too
            if (left <= 0) return sleeper.holds();
            if (remote != null) remote.beginSleep();
            sleep(parks, wakes, round, left);
            if (remote != null) remote.endSleep();
            if (!sleeper.holds()) continue;
            if (!parks && !oversubscribed) core.publish();
            return true;
        }
    }

    /// Spins and yields for a short time; returns whether the condition holds.
    private boolean holdsSoon(Sleeper condition) {
        do {
            long longest = System.nanoTime() + SPIN_NANOS;
            for (int i = 0; !oversubscribed && i < SPINS; i++) {
                if (condition.holds()) return true;
                if (i % ROUNDS_OF_A_YIELD == 0) core.yield(); // the awaited PE may be on this core
                else Thread.onSpinWait();
                if (i % ROUNDS_OF_A_LOOK_AT_THE_CLOCK == 0 && System.nanoTime() - longest > 0) break;
            }
            for (int i = 0; i < YIELDS; i++) {
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
    private void sleep(boolean parks, int wakes, int round, long left) {
        boolean starting = control.isStarting();
        if (!starting) sleeps++;
        int step = Math.min(round, starting ? Math.max(lastSleep, LAST_STARTING_SLEEP) : lastSleep);
        long nanos = Math.clamp(left, FIRST_SLEEP_NANOS, FIRST_SLEEP_NANOS << step);
        if (parks) {
            LockSupport.parkNanos(nanos);
            return;
        }
        if (timespec == null) timespec = Arena.ofAuto().allocate(TIMESPEC_BYTES, Long.BYTES);
        Memory.setLong(timespec.address() + Long.BYTES, nanos); // after the seconds, which stay 0
        if (!oversubscribed) core.retract();
        Futex.sleep(futex, wakes, timespec.address());
    }
}
