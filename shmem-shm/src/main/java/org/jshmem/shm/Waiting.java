// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jshmem.Cmp;
import org.jshmem.PeerFailedException;
import org.jshmem.shm.JobLayout.Abort;
import org.jshmem.transport.JobEnd;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Topology;
import org.jshmem.transport.Transport.Condition;
import org.jshmem.transport.Wait;

/// The waits of a PE on the real backend: the only loop of the library that spins, yields or sleeps.
/*
 * The ladder: look; spin where every PE has a core of its own; yield a few times; then sleep on the bell of the PE
 * whose memory is awaited. Where PEs outnumber cores no PE spins: a spinning PE keeps the PE that it awaits from
 * running. Measured with 64 PEs on 2 cores, a barrier takes 52 us with this ladder, 180 us by yields alone in log
 * rounds, and 1,500 us after spinning. One PE that computes while 63 park for 50 us at a time runs ten times slower.
 *
 * A spinning PE yields now and then as well: where two PEs share a core (`SharedCore`), each task switch would
 * otherwise take a whole round of spinning. A barrier of two such PEs takes 2.6 us with a yield every 25 rounds after
 * the first microsecond, 6.3 us with a yield every 50 rounds after four. Where another thread needs the core, a
 * compiler's or another program's, `SharedCore` leaves these yields out, and a long wait ends in a sleep.
 *
 * Each slow round reads the abort word. The wait's own check, which looks at other PEs' lines, runs only after 10 ms
 * and then at most every 10 ms, so that it costs nothing in short waits. PEs that take turns on the cores wait for
 * longer, and what all of them look at, in the interpreter at first, would keep the others from running: these times
 * are multiplied by the turns; that of the first text, which costs each JVM, by the turns of JVMs. Until all PEs have
 * started there is nothing to compare, and one look at a process takes a new JVM 0.3 ms. For the same reason the last
 * sleep of the ladder, 10 ms up to 64 turns, is longer with more: 4,096 PEs that wake every 10 ms fill two cores.
 *
 * Sleeping on a bell takes a system call, and the first call of native code costs a JVM 20 ms: 0.6 s if 64 JVMs start
 * on 2 cores. Until all PEs have started, and for the first few sleeps after that, a PE parks instead. It then leaves
 * the `asleep` word at 0, so that no other PE needs to wake it. A short program never calls native code. The parks are
 * few, because a park lasts until a tick of the kernel's clock, up to 4 ms on virtual machines. In a program of
 * barriers 32 parks took the first 100 ms. Where many JVMs share a core, native code in each of them costs all of them
 * more than parks do, so their number grows with the square of the JVMs of a core.
 */
final class Waiting {
    private static final int SPINS = 1500;

    /// The longest time of these rounds. Compiled ones take less; interpreted ones would take 2 ms, in which this JVM's
    /// compilers need the core. The clock is read every few rounds.
    private static final long SPIN_NANOS = 100_000;

    private static final int LOOKS = 50;

    /// Rounds before the wait is published: for a wait of less than a microsecond publishing costs too much.
    private static final int UNSEEN = 50;

    private static final int YIELDS = 16;
    private static final long FIRST_SLEEP_NANOS = 160_000;
    private static final int LAST_SLEEP = 6; // 10 ms
    private static final int LAST_STARTING_SLEEP = 8; // 40 ms: more looks would take time from PEs that start
    private static final int LONGEST_SLEEP = 12; // 0.7 s, on a core of 4,096 PEs
    private static final long WATCH_NANOS = 10_000_000;
    private static final long STARTING_WATCH_NANOS = 1_000_000_000;
    private static final int MOST_TURNS = 500;
    private static final long STARTING_TEXT_NANOS = 10_000_000_000L; // a text takes a new JVM 40 ms
    private static final long FIRST_TEXT_NANOS = 100_000_000;
    private static final long TEXT_NANOS = 1_000_000_000;
    private static final int EARLY_SLEEPS = 1;
    private static final int EARLY_SLEEPS_CROWDED = 8;
    private static final int MOST_EARLY_SLEEPS = 512;

    private final ShmTransport transport;
    private final Control control;
    private final int pe;
    private final boolean crowded;
    private final long watchNanos;
    private final long firstTextNanos;
    private final int lastSleep;
    private final int mostEarlySleeps;
    private final Peers peers;
    private final Affinity affinity;
    private final SharedCore core = new SharedCore(System::nanoTime, SystemCalls::leaveCore);

    private final JobFile file;
    private final PeKind kind;
    private final WaitLimit limit;

    private int earlySleeps;

    Waiting(ShmTransport transport, JobFile file, PeKind kind, Control control, boolean crowded) {
        this.transport = transport;
        this.control = control;
        this.pe = transport.pe();
        this.peers = new Peers(control, transport.topology(), pe, kind == PeKind.FOREIGN);
        this.crowded = crowded;
        Topology topology = transport.topology();
        int jvms = topology.turnsOfJvms(pe);
        int turns = topology.turns(pe);
        this.watchNanos = Math.min(turns, MOST_TURNS) * WATCH_NANOS;
        this.lastSleep = Math.clamp(32 - Integer.numberOfLeadingZeros(turns - 1), LAST_SLEEP, LONGEST_SLEEP);
        this.firstTextNanos = Math.min(jvms, MOST_TURNS) * FIRST_TEXT_NANOS;
        this.mostEarlySleeps =
                crowded ? Math.clamp(jvms * jvms / 2, EARLY_SLEEPS_CROWDED, MOST_EARLY_SLEEPS) : EARLY_SLEEPS;
        this.affinity = new Affinity(control, pe);
        this.file = file;
        this.kind = kind;
        this.limit = new WaitLimit(transport, file, kind, control);
    }

    /// Waits for a word. See `Transport.await`.
    long await(int home, long address, int width, Cmp cmp, long value, long origin, long offset, Wait wait) {
        if (!crowded) {
            for (int i = 0; i < UNSEEN; i++) {
                long seen = Memory.getAcquire(address, width);
                if (cmp.holds(seen - origin, value - origin)) return seen;
                Thread.onSpinWait();
            }
        }
        var look = new Look(address, width, cmp, value, origin);
        waitPublished(home, look, wait, new PublishedWait(home, cmp.ordinal(), offset, width, value, origin));
        return look.word;
    }

    /// A condition on one word, with the value of the last look.
    private static final class Look implements Condition {
        private final long address;
        private final int width;
        private final Cmp cmp;
        private final long distance;
        private final long origin;
        private long word;

        Look(long address, int width, Cmp cmp, long value, long origin) {
            this.address = address;
            this.width = width;
            this.cmp = cmp;
            this.distance = value - origin;
            this.origin = origin;
        }

        @Override
        public boolean holds() {
            word = Memory.getAcquire(address, width);
            return cmp.holds(word - origin, distance);
        }
    }

    /// Waits for a condition over own memory. See `Transport.awaitAny`.
    boolean awaitAny(long offset, long bytes, Condition condition, Wait wait) {
        if (!crowded) {
            for (int i = 0; i < UNSEEN; i++) {
                if (condition.holds()) return true;
                Thread.onSpinWait();
            }
        }
        return waitPublished(pe, condition, wait, new PublishedWait(pe, -1, offset, bytes, 0, 0));
    }

    /// A round of spinning; now and then a yield, in case the awaited PE is on this core.
    private void pause(int round) {
        if (round % 25 == 0) core.yield();
        else Thread.onSpinWait();
    }

    /// The slow path of a wait: publishes the awaited condition, then spins, yields and sleeps.
    private boolean waitPublished(int home, Condition condition, Wait wait, PublishedWait published) {
        long own = control.slot(pe);
        long start = System.nanoTime();
        published.publish(own, start);
        try {
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
            boolean virtual = Thread.currentThread().isVirtual(); // must not sleep in the kernel: it holds its carrier
            return sleepUntil(control.slot(home), condition, wait, published, start, virtual);
        } finally {
            PublishedWait.retract(own, start);
        }
    }

    /// Whether this PE has moved off the core of another PE, which needs that core to end this wait.
    private boolean leavesCore() {
        return !crowded && earlySleeps > EARLY_SLEEPS && affinity.leavesShared();
    }

    private boolean sleepUntil(
            long bell, Condition condition, Wait wait, PublishedWait published, long start, boolean virtual) {
        boolean starting = limit.isStarting();
        long nextWatch = start + (starting ? STARTING_WATCH_NANOS : watchNanos);
        long nextText = start + (starting ? STARTING_TEXT_NANOS : firstTextNanos);
        long interrupted = 0; // the time at which the interrupt was noticed
        for (int round = 0; ; round++) {
            starting = starting && limit.isStarting();
            boolean parks = virtual || starting || earlySleeps++ < mostEarlySleeps;
            int sequence = Bell.sequence(bell);
            if (!parks) Bell.sleeping(bell, published.offset(), published.bytes());
            if (condition.holds()) return true;
            checkJob();
            long now = System.nanoTime();
            if (Thread.currentThread().isInterrupted()) {
                if (interrupted == 0) interrupted = now;
                if (wait.endsByInterrupt(now - interrupted)) throw Wait.interrupted(transport, published.what(wait));
                if (parks) Thread.yield(); // a park returns at once
            }
            limit.check(now - start, wait, published);
            if (now - nextWatch >= 0) {
                if (now - nextText >= 0) {
                    PublishedWait.describe(control.slot(pe), published.what(wait));
                    nextText = now + TEXT_NANOS;
                }
                if (!starting) wait.check(false);
                if (kind.hasProcesses()) peers.look(now);
                nextWatch = now + (starting ? STARTING_WATCH_NANOS : watchNanos);
            }
            long deadline = wait.deadline();
            if (deadline != Long.MAX_VALUE && now - deadline >= 0) return condition.holds();
            int step = Math.min(round, starting ? Math.max(lastSleep, LAST_STARTING_SLEEP) : lastSleep);
            if (deadline != Long.MAX_VALUE) step = shorter(step, deadline - now);
            if (parks) LockSupport.parkNanos(FIRST_SLEEP_NANOS << step);
            else sleep(bell, sequence, step);
            if (condition.holds()) return true;
        }
    }

    private void sleep(long bell, int sequence, int step) {
        if (crowded) {
            Bell.sleep(bell, sequence, Timespecs.ADDRESS[step]);
            return;
        }
        affinity.retract();
        Bell.sleep(bell, sequence, Timespecs.ADDRESS[step]);
        affinity.publish();
    }

    /// The longest sleep of the ladder, up to `step`, that ends by the deadline; otherwise the shortest sleep.
    private static int shorter(int step, long nanos) {
        while (step > 0 && FIRST_SLEEP_NANOS << step > nanos) step--;
        return step;
    }

    /// Ends the wait by an exception when the job ends.
    void checkJob() {
        if (file.isOver()) {
            throw new IllegalStateException(
                    "PE %d/%d: the job of this PE has ended; end its threads before main returns"
                            .formatted(pe, control.npes()));
        }
        Abort abort = control.abort();
        if (abort == Abort.NONE) return;
        int status = control.abortStatus();
        int from = control.abortPe();
        if (abort != Abort.FAILED) {
            // as a global exit in C does; the PE that called it has printed its own message
            if (kind.isProcess()) throw JobExit.exit(status);
            throw new JobEnd(status, from, null);
        }
        throw new PeerFailedException(
                "PE %d/%d: stopped waiting because PE %d failed (status %d); see the message of that PE"
                        .formatted(pe, control.npes(), from, status),
                from,
                status);
    }

    /// See `Transport.sleep`.
    void sleep(long nanos) {
        checkJob();
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = end - System.nanoTime()) {
            checkJob();
            try {
                TimeUnit.NANOSECONDS.sleep(Math.min(left, 100_000_000));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw Wait.interrupted(transport, "for a sleep of %d ms to end".formatted(nanos / 1_000_000));
            }
        }
    }

    /// Made when the first PE of this JVM sleeps, since a starting JVM does not need native code.
    private static final class Timespecs {
        static final long[] ADDRESS = SystemCalls.timespecs(FIRST_SLEEP_NANOS, LONGEST_SLEEP + 1);
    }
}
