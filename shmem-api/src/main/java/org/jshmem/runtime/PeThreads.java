// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import org.jshmem.Config;
import org.jshmem.PeerFailedException;
import org.jshmem.ThreadLevel;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.spi.Ended;
import org.jshmem.spi.PeBody;
import org.jshmem.spi.WhichPe;
import org.jshmem.transport.JobEnd;
import org.jshmem.transport.Transport;
import org.jshmem.transport.TransportProvider.Job;

/// Runs the PEs of a job as threads of this JVM.
public final class PeThreads {
    private static final String TOO_MANY =
            "cannot start PE %d/%d, %s; raise the limit on processes (ulimit -u), or start fewer PEs";

    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final ThreadFactory PLATFORM = Thread.ofPlatform().factory();

    private final List<Failure> failures = new ArrayList<>();
    private volatile boolean incomplete;
    private JobEnd end;

    /// Configuration of the job; null if the caller made the job.
    private final Config made;

    private PeThreads(Config made) {
        this.made = made;
    }

    private record Failure(int pe, Throwable why) {
        boolean isEcho() {
            return why instanceof PeerFailedException;
        }
    }

    /// Makes a job of `npes` PEs, runs the body on one thread for each PE, and returns after all PEs have ended. Throws
    /// the first failure, with the others suppressed in it; failures that only report another PE's come last. A
    /// global exit with status 0 returns; with another status it throws. An interrupt of the calling thread
    /// ends the job.
    public static void run(int npes, Config config, PeBody body) {
        if (npes < 1) throw new IllegalArgumentException("npes=%d; a job needs at least one PE".formatted(npes));
        try (Job job = Settings.create(npes, config)) {
            rethrow(npes, new PeThreads(config).runAll(npes, job, body, PLATFORM));
        }
    }

    /// As [#run(int, Config, PeBody)], with heaps of `heapBytes` bytes. Returns the result of the job and throws no
    /// PE's failure.
    public static Ended run(int npes, long heapBytes, PeBody body) {
        try (Job job = Settings.create(Settings.shape(npes, heapBytes, 0))) {
            var config = new Config(heapBytes, ThreadLevel.SINGLE, Duration.ZERO);
            return new PeThreads(config).runAll(npes, job, body, PLATFORM);
        }
    }

    /// As above, for a job that the caller has made and closes.
    public static Ended run(int npes, Job job, PeBody body) {
        return run(npes, job, body, PLATFORM);
    }

    /// As above, on threads that `kind` makes.
    static Ended run(int npes, Job job, PeBody body, ThreadFactory kind) {
        return new PeThreads(null).runAll(npes, job, body, kind);
    }

    private Ended runAll(int npes, Job job, PeBody body, ThreadFactory kind) {
        List<Thread> threads = new ArrayList<>();
        var attaching = new CountDownLatch(npes);
        for (int k = 0; k < npes; k++) {
            int pe = k;
            Thread thread = kind.newThread(() -> runOne(pe, job, body, attaching));
            thread.setName("PE " + pe);
            try {
                thread.start();
            } catch (OutOfMemoryError e) { // the limit on processes counts threads
                failed(pe, new IllegalStateException(TOO_MANY.formatted(pe, npes, e.getMessage()), e));
                incomplete = true;
                for (int missing = k; missing < npes; missing++) attaching.countDown();
                break;
            }
            threads.add(thread);
        }
        boolean interrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    if (!thread.join(LOOK)) job.look();
                } catch (InterruptedException e) {
                    interrupted = true;
                    job.interrupt();
                    threads.forEach(Thread::interrupt); // also those in a wait of the program's own
                }
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
        return ended();
    }

    private void runOne(int pe, Job job, PeBody body, CountDownLatch attaching) {
        Transport transport = attach(pe, job, attaching);
        if (transport == null) return;
        try {
            try {
                Binding.call(transport, made, () -> {
                    body.run(pe);
                    return null;
                });
            } catch (JobEnd e) {
                throw e;
            } catch (Throwable t) {
                throw transport.abort(1, t); // the other PEs may be waiting for this PE
            }
        } catch (JobEnd e) {
            ended(pe, e);
        } catch (Throwable t) {
            failed(pe, t);
        }
    }

    /// Returns this PE's transport after all PEs have tried to get theirs. Null if one PE has failed: the others would
    /// wait for it.
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

    private Ended ended() {
        if (failures.isEmpty()) return end == null ? new Ended(0, -1, null) : new Ended(end.status(), end.pe(), null);
        failures.sort((a, b) -> Boolean.compare(a.isEcho(), b.isEcho()));
        Failure first = failures.getFirst();
        for (Failure other : failures) {
            if (other != first && !other.isEcho() && other.why != first.why) first.why.addSuppressed(other.why);
        }
        return new Ended(1, first.pe, first.why);
    }

    private static void rethrow(int npes, Ended ended) {
        if (ended.why() != null) {
            ended.why().addSuppressed(new WhichPe("thrown by PE %d/%d".formatted(ended.pe(), npes)));
        }
        switch (ended.why()) {
            case null -> {
                if (ended.status() == 0) return;
                throw new IllegalStateException(
                        "the job was ended by globalExit(%d) of PE %d".formatted(ended.status(), ended.pe()));
            }
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            default ->
                throw new IllegalStateException(
                        "PE %d failed: %s".formatted(ended.pe(), ended.why().getMessage()), ended.why());
        }
    }
}
