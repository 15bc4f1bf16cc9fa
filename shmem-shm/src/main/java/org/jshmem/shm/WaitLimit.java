// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jshmem.ShmemTimeoutException;
import org.jshmem.transport.Wait;

/// The longest wait that the job allows, counted from the start of the PE that started last.
final class WaitLimit {
    /// The time that the launcher gets to print its report of waiting PEs.
    private static final long REPORT_NANOS = 3_000_000_000L;

    private static final long LOOK_NANOS = 10_000_000;

    /// The time by which the start of all PEs may exceed the limit of a wait: JVMs that start together slow each
    /// other down.
    private static final long START_NANOS = 30_000_000_000L;

    private final ShmTransport transport;
    private final JobFile file;
    private final PeKind kind;
    private final Control control;

    private final Starting start;

    WaitLimit(ShmTransport transport, JobFile file, PeKind kind, Control control) {
        this.transport = transport;
        this.file = file;
        this.kind = kind;
        this.control = control;
        this.start = new Starting(control);
    }

    /// Whether a PE of the job has not started yet.
    boolean isStarting() {
        return start.isGoingOn();
    }

    /// Throws if a wait has lasted for too long.
    void check(long waited, Wait wait, PublishedWait published) {
        long limit = control.timeoutNanos();
        if (limit <= 0 || waited < limit) return;
        if (isStarting()) {
            if (waited >= limit + START_NANOS) throw neverStarted(waited, limit);
            return;
        }
        if (sinceAllStarted() < limit) return;
        ShmemTimeoutException e = Wait.tooLong(transport, published.what(wait), waited, "", limit);
        if (kind.isWatched()) awaitReport(e.getMessage());
        throw e;
    }

    private ShmemTimeoutException neverStarted(long waited, long limit) {
        return new ShmemTimeoutException(
                "PE %d/%d: waited %d ms for PE %d, which has not called Shmem.init; the job allows %d ms (--timeout) and %d ms to start"
                        .formatted(
                                transport.pe(),
                                control.npes(),
                                TimeUnit.NANOSECONDS.toMillis(waited),
                                start.missing(),
                                TimeUnit.NANOSECONDS.toMillis(limit),
                                TimeUnit.NANOSECONDS.toMillis(START_NANOS)));
    }

    private long sinceAllStarted() {
        long latest = Long.MIN_VALUE;
        for (int k = 0; k < control.npes(); k++) latest = Math.max(latest, control.startedNanos(k));
        return System.nanoTime() - latest;
    }

    /// Lets the launcher print its report of waiting PEs before this PE stops waiting.
    private void awaitReport(String message) {
        file.events()
                .post(Events.TIMED_OUT, transport.pe(), message); // made only now: a PE that starts loads none of it
        long end = System.nanoTime() + REPORT_NANOS;
        while (!control.isReported() && System.nanoTime() - end < 0) LockSupport.parkNanos(LOOK_NANOS);
    }
}
