// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm.wait;

import java.util.concurrent.TimeUnit;
import org.jshmem.Cmp;
import org.jshmem.shm.jobfile.JobFile;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Topology;
import org.jshmem.transport.Transport;
import org.jshmem.transport.Transport.Condition;
import org.jshmem.transport.Wait;

/// The waits of a PE on the real backend.
/*
 * A PE with a core of its own looks for a microsecond, spins and yields for 0.1 ms, and then sleeps on its bell. A PE
 * whose thread shares a core with others yields, and sleeps on its bell (`Pauses`). A PE that a `Carrier` runs leaves
 * the wait on its `Seat` and parks: the carrier looks at the waits of all its PEs, and sleeps for all of them.
 */
public final class Waiter {
    /// Looks before the wait is published: for a wait of less than a microsecond publishing costs too much.
    private static final int LOOKS = 50;

    private static final long SLEEP_NANOS = 100_000_000;

    private final Transport transport;
    private final JobChecks job;
    private final boolean crowded;
    private final Pauses pauses;

    /// Null if no carrier runs this PE.
    private final Seat seat = Seat.ofCaller();

    public Waiter(Transport transport, JobFile file, PeKind kind, boolean crowded) {
        Topology topology = transport.topology();
        int pe = transport.pe();
        this.transport = transport;
        this.job = new JobChecks(transport, file, kind);
        this.crowded = crowded;
        this.pauses = new Pauses(job.control, pe, topology.turns(pe), topology.turnsOfJvms(pe), crowded);
    }

    /// Waits for a word. See `Transport.await`.
    public long await(int home, long address, int width, Cmp cmp, long value, long origin, long offset, Wait wait) {
        if (!crowded) {
            for (int i = 0; i < LOOKS; i++) {
                long seen = Memory.getAcquire(address, width);
                if (cmp.holds(seen - origin, value - origin)) return seen;
                Thread.onSpinWait();
            }
        }
        long[] word = new long[1];
        Condition condition = () -> {
            word[0] = Memory.getAcquire(address, width);
            return cmp.holds(word[0] - origin, value - origin);
        };
        holds(new LongWait(job, wait, condition, home, offset, width, () -> Wait.goal(cmp, value, origin)));
        return word[0];
    }

    /// Waits for a condition over own memory. See `Transport.awaitAny`.
    public boolean awaitAny(long offset, long bytes, Condition condition, Wait wait) {
        if (!crowded) {
            for (int i = 0; i < LOOKS; i++) {
                if (condition.holds()) return true;
                Thread.onSpinWait();
            }
        }
        return holds(new LongWait(job, wait, condition, job.pe, offset, bytes, () -> ""));
    }

    private boolean holds(LongWait wait) {
        wait.clearInterrupt();
        try {
            return seat != null && seat.isCallers() ? holdsCarried(wait) : holdsOnThread(wait);
        } finally {
            wait.end();
        }
    }

    private boolean holdsOnThread(LongWait wait) {
        wait.begin();
        if (pauses.holdsSoon(wait.condition)) return true;
        boolean virtual = Thread.currentThread().isVirtual(); // must not sleep in the kernel: it holds its carrier
        long bell = wait.bell();
        for (int round = 0; ; round++) {
            long announced = virtual ? Pauses.PARK : pauses.announce(bell);
            if (announced != Pauses.PARK) wait.announce();
            if (wait.condition.holds()) return true;
            long now = System.nanoTime();
            wait.check(now); // after the announcement: the end of a job rings, too
            long left = wait.left(now);
            if (left <= 0) return wait.condition.holds();
            pauses.sleep(bell, announced, round, left);
            if (wait.condition.holds()) return true;
        }
    }

    /// Waits on the seat. The wait is published, and checked, when the carrier first finds that it is long.
    private boolean holdsCarried(LongWait wait) {
        if (seat.holds(wait, LongWait.SOON)) return true;
        wait.begin();
        while (true) {
            long now = System.nanoTime();
            wait.check(now);
            long left = wait.left(now);
            if (left <= 0) return wait.condition.holds();
            if (seat.holds(wait, now + Math.min(left, wait.interval()))) return true;
        }
    }

    /// Ends a wait, which `what` describes, by an exception when the job ends.
    public void checkJob(String what) {
        job.checkEnd(() -> what);
    }

    /// See `Transport.sleep`.
    public void sleep(long nanos) {
        String what = "for a sleep of %d ms to end".formatted(nanos / 1_000_000);
        checkJob(what);
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = end - System.nanoTime()) {
            checkJob(what);
            try {
                TimeUnit.NANOSECONDS.sleep(Math.min(left, SLEEP_NANOS));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw Wait.interrupted(transport, what);
            }
        }
    }
}
