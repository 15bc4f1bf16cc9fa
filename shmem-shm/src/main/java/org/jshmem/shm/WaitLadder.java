// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import org.jshmem.transport.Transport.Condition;

/// The steps of a thread's wait, up to its sleep: the only loop of the library that spins or yields.
/*
 * The ladder: look; spin where every thread that waits has a core of its own; yield a few times; then sleep. Where such
 * threads outnumber cores none spins: a thread that spins keeps the one that it awaits from running. Measured with 64
 * PEs on 2 cores, a thread each, a barrier takes 52 us with this ladder, 180 us by yields alone in log rounds, and 1,500
 * us after spinning. One PE that computes while 63 park for 50 us at a time runs ten times slower.
 *
 * A spinning thread yields now and then as well: where two PEs share a core (`SharedCore`), each task switch would
 * otherwise take a whole round of spinning. A barrier of two such PEs takes 2.6 us with a yield every 25 rounds after
 * the first microsecond, 6.3 us with a yield every 50 rounds after four. Where another thread needs the core, a
 * compiler's or another program's, `SharedCore` leaves these yields out, and a long wait ends in a sleep.
 *
 * Sleeping on a bell takes a system call. The first call of native code costs a JVM 20 ms by the JDK's linker, or 0.6
 * s if 64 JVMs start on 2 cores, and about a third of that by the stub of a `CFunction`. Until all PEs have started,
 * and for the first few sleeps after that, a thread parks instead. It then leaves the `asleep` word at 0, so that no
 * other PE needs to wake it. A short program never calls native code. The parks are few, because a park lasts until a
 * tick of the kernel's clock, up to 4 ms on virtual machines. In a program of barriers 32 parks took the first 100 ms.
 * Where many JVMs share a core, native code in each of them costs all of them more than parks do, so their number grows
 * with the square of the JVMs of a core.
 *
 * The last sleep of the ladder is 10 ms up to 64 turns that PEs take on the cores, and longer with more: 4,096 PEs that
 * wake every 10 ms fill two cores.
 */
final class WaitLadder {
    static final long FIRST_SLEEP_NANOS = 160_000;

    /// Rounds before the wait is published: for a wait of less than a microsecond publishing costs too much.
    static final int UNSEEN = 50;

    private static final int SPINS = 1500;

    /// The longest time of these rounds. Compiled ones take less; interpreted ones would take 2 ms, in which this JVM's
    /// compilers need the core. The clock is read every few rounds.
    private static final long SPIN_NANOS = 100_000;

    private static final int LOOKS = 50;
    private static final int YIELDS = 16;
    private static final int LAST_SLEEP = 6; // 10 ms
    private static final int LAST_STARTING_SLEEP = 8; // 40 ms: more looks would take time from PEs that start
    private static final int LONGEST_SLEEP = 12; // 0.7 s, on a core of 4,096 PEs
    private static final int EARLY_SLEEPS = 1;
    private static final int EARLY_SLEEPS_CROWDED = 8;
    private static final int MOST_EARLY_SLEEPS = 512;

    private final boolean crowded;
    private final int lastSleep;
    private final int mostEarlySleeps;
    private final Affinity affinity;
    private final SharedCore core = new SharedCore(System::nanoTime, SystemCalls::leaveCore);
    private int earlySleeps;

    /// The ladder of a thread that runs `pe`. PEs take `turns` on a core, and JVMs `jvms`; `crowded` says that threads
    /// such as this one outnumber cores.
    WaitLadder(Control control, int pe, int turns, int jvms, boolean crowded) {
        this.crowded = crowded;
        this.lastSleep = Math.clamp(32 - Integer.numberOfLeadingZeros(turns - 1), LAST_SLEEP, LONGEST_SLEEP);
        this.mostEarlySleeps =
                crowded ? Math.clamp(jvms * jvms / 2, EARLY_SLEEPS_CROWDED, MOST_EARLY_SLEEPS) : EARLY_SLEEPS;
        this.affinity = new Affinity(control, pe);
    }

    /// Spins and yields for a short time; returns whether the condition holds.
    boolean holdsSoon(Condition condition) {
        do {
            long longest = System.nanoTime() + SPIN_NANOS;
            for (int i = UNSEEN; !crowded && i < SPINS; i++) {
                if (condition.holds()) return true;
                pause(i);
                if (i % LOOKS == 0 && System.nanoTime() - longest > 0) break;
            }
            for (int i = 0; i < YIELDS; i++) {
                if (condition.holds()) return true;
                if (crowded) Thread.yield();
                else core.yield();
            }
            if (condition.holds()) return true;
        } while (leavesCore());
        return false;
    }

    /// A round of spinning; now and then a yield, in case the awaited PE is on this core.
    private void pause(int round) {
        if (round % 25 == 0) core.yield();
        else Thread.onSpinWait();
    }

    /// Whether this thread has moved off the core of another PE, which needs that core to end this wait.
    private boolean leavesCore() {
        return !crowded && earlySleeps > EARLY_SLEEPS && affinity.leavesShared();
    }

    /// Whether the next sleep is to be a park.
    boolean parks(boolean starting) {
        return starting || earlySleeps++ < mostEarlySleeps;
    }

    /// The number of a round's sleep. The sleep ends within `left` nanoseconds unless it is the shortest.
    int step(int round, boolean starting, long left) {
        int step = Math.min(round, starting ? Math.max(lastSleep, LAST_STARTING_SLEEP) : lastSleep);
        while (step > 0 && FIRST_SLEEP_NANOS << step > left) step--;
        return step;
    }

    /// Carries out a sleep in the kernel, for which this thread leaves its core to others.
    void sleep(Runnable sleep) {
        if (!crowded) affinity.retract();
        sleep.run();
        if (!crowded) affinity.publish();
    }

    /// Addresses of the lengths of sleeps. Made when the first PE of this JVM sleeps, since a starting JVM does not
    /// need native code.
    static final class Timespecs {
        static final long[] ADDRESS = SystemCalls.timespecs(FIRST_SLEEP_NANOS, LONGEST_SLEEP + 1);
    }
}
