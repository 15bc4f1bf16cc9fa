// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import java.time.Duration;
import java.util.function.Supplier;
import org.jshmem.ShmemTimeoutException;
import org.jshmem.ThreadLevel;
import org.jshmem.transport.JobEnd;
import org.jshmem.transport.Transport;
import org.jshmem.transport.Wait;

/// A thread that finishes the calls in which a PE's own thread was interrupted, so that the other members can
/// continue.
///
/// ```
/// PE 1: barrier ... interrupted, throws ... other work ... barrier: waits for the deputy first
///       its deputy:     waits for PE 0 in call 3 ---- call 3 is over
/// PE 0: other work .......................... barrier, call 3 ... barrier, call 4
/// ```
///
/// A deputy can take over only calls in which the members wait for each other: a call that moves data is on the stack
/// of the thread that made it. A deputy works on the team alone: the PE's next call of the team waits for it.
final class Deputy {
    /// The longest time that an interrupted thread waits for a deputy.
    private static final Duration GRACE = Duration.ofMillis(100);

    private static final String NO_THREAD =
            "PE %d/%d: cannot start a thread that finishes an interrupted call, %s; raise the limit on processes (ulimit -u)";

    private final Transport transport;
    private volatile Worker last;

    Deputy(Transport transport) {
        this.transport = transport;
    }

    /// Whether a second thread may act for the PE: not in virtual time.
    static boolean isPossible(Transport transport) {
        return transport.threadLevel() == ThreadLevel.MULTIPLE;
    }

    /// Starts a thread that finishes a call after the calls taken before.
    void take(Supplier<?> call) {
        Worker worker = new Worker(last, call);
        start(transport, worker);
        last = worker;
    }

    /// Starts a thread that finishes an interrupted call. Without it the other members would wait for ever: if it
    /// cannot
    /// start, the job ends.
    static void start(Transport transport, Thread thread) {
        try {
            thread.start();
        } catch (OutOfMemoryError e) { // the limit on processes counts threads
            throw transport.abort(
                    1,
                    new IllegalStateException(
                            NO_THREAD.formatted(transport.pe(), transport.npes(), e.getMessage()), e));
        }
    }

    /// Waits until the deputy has finished all calls.
    void await() {
        Worker worker = last;
        if (worker == null || Thread.currentThread() instanceof Worker) return;
        boolean interrupted = Thread.interrupted();
        try {
            if (!interrupted) worker.join();
        } catch (InterruptedException e) {
            interrupted = true;
        }
        try {
            if (interrupted) worker.join(GRACE);
        } catch (InterruptedException again) {
            // the thread is interrupted already
        } finally {
            if (interrupted) Thread.currentThread().interrupt();
        }
        if (worker.isAlive()) throw Wait.interrupted(transport, "for an interrupted call of this team to end");
        last = null;
    }

    /// Returns the thread that finishes the last call, or null.
    Thread last() {
        return last;
    }

    /// Whether the calling thread is a deputy.
    static boolean isDeputy() {
        return Thread.currentThread() instanceof Worker;
    }

    private final class Worker extends Thread {
        private final Thread before;
        private final Supplier<?> call;

        Worker(Thread before, Supplier<?> call) {
            super("PE " + transport.pe() + ", interrupted call");
            setDaemon(true);
            this.before = before;
            this.call = call;
        }

        @Override
        public void run() {
            try {
                if (before != null) before.join();
                Object unused = call.get();
            } catch (ShmemTimeoutException e) {
                endJob(e);
            } catch (RuntimeException | JobEnd | InterruptedException e) {
                // the team or the job is over, or the call is refused: the PE has its exception already
            }
        }

        private void endJob(ShmemTimeoutException why) {
            try {
                throw transport.abort(1, why);
            } catch (JobEnd e) {
                // abort ends the job on all PEs
            }
        }
    }
}
