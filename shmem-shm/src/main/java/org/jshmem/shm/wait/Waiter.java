// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm.wait;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jshmem.shm.jobfile.JobFile;
import org.jshmem.transport.Topology;
import org.jshmem.transport.Transport;
import org.jshmem.transport.Transport.Condition;
import org.jshmem.transport.Wait;

/// The waits of a PE on the real backend: one loop with two kinds of [Pause].
/*
 * A PE with a core of its own looks for a microsecond, spins and yields for 0.1 ms, and then sleeps on its futex. A PE
 * whose thread shares a core with others yields, and sleeps on its futex (`Pauses`). A PE that a `Carrier` runs leaves
 * the wait on its `CarriedPe` and parks: the carrier looks at the waits of all its PEs, and sleeps for all of them. The PE
 * itself does not look before, since its looks might let other PEs run (`ShmChannel.look`).
 */
public final class Waiter {
    /// Looks before the wait is published: for a wait of less than a microsecond publishing costs too much.
    private static final int LOOKS = 50;

    private static final long SLEEP_NANOS = 100_000_000;

    private final JobChecks job;
    private final int looks;
    private final Pauses pauses;

    /// Null if no carrier runs this PE.
    private final CarriedPe carried = CarriedPe.ofCaller();

    public Waiter(Transport transport, JobFile file, PeKind kind, boolean oversubscribed) {
        Topology topology = transport.topology();
        int pe = transport.pe();
        this.job = new JobChecks(transport, file, kind);
        this.looks = oversubscribed ? 1 : LOOKS;
        this.pauses = new Pauses(job.control, pe, topology.turns(pe), topology.turnsOfJvms(pe), oversubscribed);
    }

    /// Waits for a condition over bytes of this PE. See `Transport.awaitAny`.
    public boolean await(long offset, long bytes, Condition condition, Wait wait) {
        boolean own = carried != null && carried.isCallers();
        for (int i = own ? looks : 0; i < looks; i++) {
            if (condition.holds()) return true;
            Thread.onSpinWait();
        }
        var longWait = new LongWait(job, wait, condition, offset, bytes);
        longWait.clearInterrupt();
        try {
            if (own) return carried.await(longWait);
            longWait.begin();
            return pauses.await(longWait);
        } finally {
            longWait.end();
        }
    }

    /// Ends a wait, which `what` describes, by an exception when the job ends.
    public void checkJob(String what) {
        job.checkEnd(() -> what);
    }

    /// See `Transport.sleep`.
    public void sleep(long nanos) {
        // a text that is formatted at the end of a stack breaks the JDK's class for good
        Supplier<String> what = () -> "for a sleep of %d ms to end".formatted(nanos / 1_000_000);
        long end = System.nanoTime() + nanos;
        for (long left = nanos; ; left = end - System.nanoTime()) {
            job.checkEnd(what);
            if (left <= 0) return;
            try {
                TimeUnit.NANOSECONDS.sleep(Math.min(left, SLEEP_NANOS));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw Wait.interrupted(job.transport, what.get());
            }
        }
    }
}
