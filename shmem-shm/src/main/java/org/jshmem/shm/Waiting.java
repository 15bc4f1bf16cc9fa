// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.util.concurrent.locks.LockSupport;
import org.jshmem.Cmp;
import org.jshmem.PeerFailedException;
import org.jshmem.ShmemTimeoutException;
import org.jshmem.shm.JobLayout.Abort;
import org.jshmem.shm.JobLayout.PeState;
import org.jshmem.transport.JobEnd;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Transport.Condition;
import org.jshmem.transport.Watch;

/// Waiting on the real backend: the only loop of the library that spins, yields or sleeps.
/*
 * The ladder: look; spin where every PE has a core of its own; give the core away a few times; then sleep on the bell of
 * the PE whose memory is awaited. Where PEs outnumber cores nobody spins: a spinning PE keeps the one it waits for from
 * running. Measured with 64 PEs on 2 cores, a barrier: 52 us so, 180 us by yields alone in log rounds, 1,500 us after
 * spinning, and one PE computing while 63 park 50 us at a time runs ten times slower.
 *
 * Spinning yields now and then as well: where two PEs have come to share a core (`SharedCore`) each hand-over would take a
 * whole round of spinning: a barrier of two such PEs takes 2.6 us with a yield every 25 rounds after the first
 * microsecond, 6.3 us with one every 50 after four.
 *
 * Each slow round reads the abort word. The watch, which looks at other PEs' lines, is asked only after 10 ms and then at
 * most every 10 ms, so that it costs nothing where things go well.
 *
 * Sleeping on a bell takes a system call, and the first call of native code costs a JVM 20 ms: with 64 of them starting on
 * 2 cores, 0.6 s. Until all PEs have started, and for the first few sleeps after that, a PE parks instead and raises no
 * flag, so that nobody needs to wake it. A short program never calls native code.
 */
final class Waiting {
    private static final int SPINS = 1500;
    private static final int YIELDS = 16;
    private static final long FIRST_SLEEP_NANOS = 160_000;
    private static final int SLEEPS = 7; // the last one is 10 ms
    private static final long WATCH_NANOS = 10_000_000;
    private static final int EARLY_SLEEPS = 32;
    private static final long REPORT_NANOS = 3_000_000_000L;

    private final Control control;
    private final int pe;
    private final boolean crowded;
    private final SharedCore core = new SharedCore(System::nanoTime, Kernel::leaveCore);

    /// The way to the launcher where this PE is a process, else null.
    private final JobFile file;

    /// So many PEs, from 0, are known to have started.
    private int started;

    private int earlySleeps;

    Waiting(JobFile file, Control control, int pe, boolean crowded) {
        this.control = control;
        this.pe = pe;
        this.crowded = crowded;
        this.file = file;
    }

    /// Waits for a word. See `Transport.await`.
    boolean await(int home, long address, int width, Cmp cmp, long value, long offset, Watch watch) {
        if (!crowded) {
            for (int i = 0; i < SPINS; i++) {
                if (cmp.holds(Memory.getAcquire(address, width), value)) return true;
                pause(i);
            }
        }
        return ladder(
                home,
                () -> cmp.holds(Memory.getAcquire(address, width), value),
                watch,
                new Reason(home, cmp.ordinal(), offset, 8, value));
    }

    /// Waits for a word that only grows. See `Transport.awaitGrown`.
    long awaitGrown(int home, long address, long value, long offset, Watch watch) {
        if (!crowded) {
            for (int i = 0; i < SPINS; i++) {
                long seen = Memory.getLongAcquire(address);
                if (seen >= value) return seen;
                pause(i);
            }
        }
        var reason = new Reason(home, Cmp.GE.ordinal(), offset, 8, value);
        ladder(home, () -> Memory.getLongAcquire(address) >= value, watch, reason);
        return Memory.getLongAcquire(address);
    }

    /// Waits for a condition over own memory. See `Transport.awaitAny`.
    boolean awaitAny(long offset, long bytes, Condition condition, Watch watch) {
        if (!crowded) {
            for (int i = 0; i < SPINS; i++) {
                if (condition.holds()) return true;
                pause(i);
            }
        }
        return ladder(pe, condition, watch, new Reason(pe, -1, offset, bytes, 0));
    }

    /// A round of spinning; after some 1 us now and then a yield, for the case that the PE waited for is on this core.
    private void pause(int round) {
        if (round >= 50 && round % 25 == 0) core.yield();
        else Thread.onSpinWait();
    }

    /// What a PE publishes in its slot while it waits slowly.
    private record Reason(int home, int cmp, long offset, long bytes, long value) {}

    private boolean ladder(int home, Condition condition, Watch watch, Reason reason) {
        boolean virtual = Thread.currentThread().isVirtual(); // must neither spin, yield nor sleep in the kernel
        for (int i = 0; i < YIELDS && !virtual; i++) {
            if (condition.holds()) return true;
            Thread.yield();
        }
        if (condition.holds()) return true;
        long own = control.slot(pe);
        long start = System.nanoTime();
        publish(own, reason, start);
        try {
            return sleepUntil(control.slot(home), condition, watch, reason, start, virtual);
        } finally {
            retract(own, start);
        }
    }

    private boolean sleepUntil(
            long bell, Condition condition, Watch watch, Reason reason, long start, boolean virtual) {
        long nextWatch = start + WATCH_NANOS;
        for (int round = 0; ; round++) {
            boolean parks = virtual || isEarly();
            int sequence = Bell.sequence(bell);
            if (!parks) Bell.sleeping(bell, reason.offset, reason.bytes);
            if (condition.holds()) return true;
            checkJob();
            long now = System.nanoTime();
            checkTimeout(now - start, reason);
            if (now - nextWatch >= 0) {
                watch.check(false);
                nextWatch = now + WATCH_NANOS;
            }
            long deadline = watch.deadline();
            if (deadline != Long.MAX_VALUE && now - deadline >= 0) return condition.holds();
            int step = Math.min(round, SLEEPS - 1);
            if (deadline != Long.MAX_VALUE) step = shorter(step, deadline - now);
            if (parks) LockSupport.parkNanos(FIRST_SLEEP_NANOS << step);
            else Bell.sleep(bell, sequence, Timespecs.ADDRESS[step]);
            if (condition.holds()) return true;
        }
    }

    private boolean isEarly() {
        while (started < control.npes() && control.state(started) != PeState.STARTING) started++;
        return started < control.npes() || earlySleeps++ < EARLY_SLEEPS;
    }

    /// The longest sleep of the ladder, up to `step`, that ends by the deadline; the shortest one at least.
    private static int shorter(int step, long nanos) {
        while (step > 0 && FIRST_SLEEP_NANOS << step > nanos) step--;
        return step;
    }

    /// Ends the wait by an exception when the job ends.
    void checkJob() {
        Abort abort = control.abort();
        if (abort == Abort.NONE) return;
        int status = control.abortStatus();
        int from = control.abortPe();
        if (abort != Abort.FAILED) {
            if (file != null)
                System.exit(status); // as a global exit in C does; who asked for it has said what there is to say
            throw new JobEnd(status, from, null);
        }
        throw new PeerFailedException(
                "PE %d/%d: PE %d failed with status %d while this one waited; see its message above"
                        .formatted(pe, control.npes(), from, status),
                from,
                status);
    }

    private void checkTimeout(long waited, Reason reason) {
        long limit = control.timeoutNanos();
        if (limit > 0 && waited >= limit && sinceAllStarted() >= limit) throw timedOut(waited, reason);
    }

    /// Waiting for a peer's JVM to start is not the program's fault.
    private long sinceAllStarted() {
        long latest = Long.MIN_VALUE;
        for (int k = 0; k < control.npes(); k++) {
            if (control.state(k) == PeState.STARTING) return 0;
            latest = Math.max(latest, control.startedNanos(k));
        }
        return System.nanoTime() - latest;
    }

    private ShmemTimeoutException timedOut(long waited, Reason r) {
        long heapStart = control.regionBytes() - control.heapBytes();
        String where = r.offset >= heapStart ? "heap offset " + (r.offset - heapStart) : "flag " + r.offset;
        String what = r.cmp < 0
                ? "one of several words from " + where
                : "%s of PE %d to be %s %d".formatted(where, r.home, Cmp.values()[r.cmp], r.value);
        String message = "PE %d/%d: waited %d ms for %s; the job allows %d ms (--timeout)"
                .formatted(pe, control.npes(), waited / 1_000_000, what, control.timeoutNanos() / 1_000_000);
        if (file != null) awaitReport(message);
        return new ShmemTimeoutException(message);
    }

    /// Lets the launcher see who waits for whom before this PE stops waiting.
    private void awaitReport(String message) {
        file.events().post(Events.TIMED_OUT, pe, message); // made only now: a PE that starts loads none of it
        long end = System.nanoTime() + REPORT_NANOS;
        while (!control.isReported() && System.nanoTime() - end < 0) LockSupport.parkNanos(WATCH_NANOS);
    }

    private static void publish(long own, Reason reason, long now) {
        Memory.setInt(own + JobLayout.WAIT_PE_OFFSET, reason.home);
        Memory.setInt(own + JobLayout.WAIT_CMP_OFFSET, reason.cmp);
        Memory.setLong(own + JobLayout.WAIT_WORD_OFFSET, reason.offset);
        Memory.setLong(own + JobLayout.WAIT_VALUE_OFFSET, reason.value);
        Memory.setLongRelease(own + JobLayout.WAIT_SINCE_OFFSET, now); // read by the launcher and the inspector
    }

    private static void retract(long own, long start) {
        Memory.setLongRelease(own + JobLayout.WAIT_SINCE_OFFSET, 0);
        Memory.setLong(
                own + JobLayout.WAITED_OFFSET,
                Memory.getLong(own + JobLayout.WAITED_OFFSET) + System.nanoTime() - start);
        Memory.setLong(own + JobLayout.WAITS_OFFSET, Memory.getLong(own + JobLayout.WAITS_OFFSET) + 1);
    }

    /// Made when the first PE of this JVM sleeps: a starting JVM has no use for native code.
    private static final class Timespecs {
        static final long[] ADDRESS = Kernel.timespecs(FIRST_SLEEP_NANOS, SLEEPS);
    }
}
