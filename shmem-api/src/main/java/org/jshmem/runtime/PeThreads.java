// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jshmem.Config;
import org.jshmem.PeerFailedException;
import org.jshmem.transport.JobEnd;
import org.jshmem.transport.Transport;
import org.jshmem.transport.TransportProvider.Job;

/// PEs as threads of this JVM.
public final class PeThreads {
    private final List<Failure> failures = new ArrayList<>();
    private volatile boolean incomplete;
    private JobEnd end;

    private PeThreads() {}

    /// How a job ended.
    ///
    /// @param status 0 where every PE ended well, or what the program asked for by a global exit, or 1
    /// @param pe the PE that decided it, -1 where all ended well
    /// @param why what that PE threw; null where nothing was thrown
    public record Outcome(int status, int pe, Throwable why) {}

    private record Failure(int pe, Throwable why) {
        boolean isEcho() {
            return why instanceof PeerFailedException;
        }
    }

    /// What each PE does.
    @FunctionalInterface
    public interface Body {

        /// Runs as this PE, bound to its transport.
        void run(int pe) throws Exception;
    }

    /// Runs a body on `npes` threads over a job of their own. Returns when all have ended; the first failure is thrown,
    /// with the others suppressed in it. A global exit with status 0 returns, with another status it throws.
    public static void run(int npes, Config config, Body body) {
        if (npes < 1) throw new IllegalArgumentException("npes=%d; a job needs at least one PE".formatted(npes));
        try (Job job = Settings.create(npes, config)) {
            rethrow(run(npes, job, body));
        }
    }

    /// As [#run(int, Config, Body)], over a job that was made elsewhere and that the caller closes, and says how it
    /// ended.
    public static Outcome run(int npes, Job job, Body body) {
        PeThreads threads = new PeThreads();
        threads.runAll(npes, job, body);
        return threads.outcome();
    }

    private void runAll(int npes, Job job, Body body) {
        List<Thread> threads = new ArrayList<>();
        var attaching = new CountDownLatch(npes);
        for (int k = 0; k < npes; k++) {
            int pe = k;
            threads.add(Thread.ofPlatform().name("PE " + pe).start(() -> runOne(pe, job, body, attaching)));
        }
        boolean interrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                    threads.forEach(Thread::interrupt);
                }
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
    }

    private void runOne(int pe, Job job, Body body, CountDownLatch attaching) {
        Transport transport = attach(pe, job, attaching);
        if (transport == null) return;
        try {
            try {
                Binding.call(transport, () -> {
                    body.run(pe);
                    return null;
                });
            } catch (JobEnd e) {
                throw e;
            } catch (Throwable t) {
                throw transport.abort(1, t); // the others may be waiting for this one
            }
        } catch (JobEnd e) {
            ended(pe, e);
        } catch (Throwable t) {
            failed(pe, t);
        }
    }

    /// This PE's transport, once all have theirs; null where one could not get it, since the others would wait for it.
    private Transport attach(int pe, Job job, CountDownLatch attaching) {
        Transport transport = null;
        try {
            transport = job.attach(pe);
        } catch (Throwable t) {
            failed(pe, t);
            incomplete = true;
        }
        attaching.countDown();
        try {
            attaching.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return incomplete ? null : transport;
    }

    private synchronized void ended(int pe, JobEnd e) {
        if (e.getCause() != null) failures.add(new Failure(pe, e.getCause()));
        else if (end == null) end = e;
    }

    private synchronized void failed(int pe, Throwable t) {
        failures.add(new Failure(pe, t));
    }

    private Outcome outcome() {
        if (failures.isEmpty())
            return end == null ? new Outcome(0, -1, null) : new Outcome(end.status(), end.pe(), null);
        failures.sort((a, b) -> Boolean.compare(a.isEcho(), b.isEcho()));
        Failure first = failures.getFirst();
        for (Failure other : failures) {
            if (other != first && !other.isEcho() && other.why != first.why) first.why.addSuppressed(other.why);
        }
        return new Outcome(1, first.pe, first.why);
    }

    private static void rethrow(Outcome outcome) {
        switch (outcome.why) {
            case null -> {
                if (outcome.status == 0) return;
                throw new IllegalStateException(
                        "the job was ended by globalExit(%d) of PE %d".formatted(outcome.status, outcome.pe));
            }
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            default ->
                throw new IllegalStateException(
                        "PE %d failed: %s".formatted(outcome.pe, outcome.why.getMessage()), outcome.why);
        }
    }
}
