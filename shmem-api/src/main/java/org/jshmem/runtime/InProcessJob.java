// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import org.jshmem.Config;
import org.jshmem.PeerFailedException;
import org.jshmem.program.PeNote;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.spi.JobOutcome;
import org.jshmem.spi.PeBody;
import org.jshmem.transport.JobEnd;
import org.jshmem.transport.Transport;
import org.jshmem.transport.TransportProvider.Job;

/// Runs the PEs of a job as threads of this JVM.
public final class InProcessJob {
    private static final String TOO_MANY =
            "cannot start PE %d/%d, %s; raise the limit on processes (ulimit -u), or start fewer PEs";

    private static final Duration LOOK = Duration.ofSeconds(1);
    static final ThreadFactory PLATFORM = Thread.ofPlatform().factory();

    private final List<JobOutcome> failures = new ArrayList<>();
    private JobOutcome end = new JobOutcome(0, -1, null);

    private InProcessJob() {}

    /// Makes a job of `npes` PEs, runs the body on one thread for each PE, and returns after all PEs have ended. Throws
    /// the first failure, with the others suppressed in it; failures that only report another PE's come last. A
    /// global exit with status 0 returns; with another status it throws. An interrupt of the calling thread
    /// ends the job.
    public static void run(int npes, Config config, PeBody body) {
        if (npes < 1) throw new IllegalArgumentException("npes=%d; a job needs at least one PE".formatted(npes));
        try (Job job = Settings.create(Settings.shape(npes, config))) {
            rethrow(npes, run(npes, job, body, PLATFORM));
        }
    }

    /// As above, for PEs that are a whole program: a global exit ends the process, as with a launcher.
    static void runProgram(int npes, Config config, PeBody body) {
        try (Job job = Settings.create(Settings.shape(npes, config))) {
            JobOutcome ended = run(npes, job, body, PLATFORM);
            if (ended.why() == null && ended.pe() >= 0) {
                String exit = "jshmem: PE %d/%d ended the job by globalExit(%d)%n";
                if (ended.status() != 0) System.err.printf(exit, ended.pe(), npes, ended.status());
                System.exit(ended.status());
            }
            rethrow(npes, ended);
        }
    }

    /// As [#run(int, Config, PeBody)], with heaps of `heapBytes` bytes. Returns the result of the job and throws no
    /// PE's failure.
    public static JobOutcome run(int npes, long heapBytes, PeBody body) {
        try (Job job = Settings.create(Settings.shape(npes, heapBytes, 0))) {
            return run(npes, job, body, PLATFORM);
        }
    }

    /// As above, for a job that the caller has made and closes, on threads that `kind` makes.
    static JobOutcome run(int npes, Job job, PeBody body, ThreadFactory kind) {
        var pes = new InProcessJob();
        List<Thread> threads = new ArrayList<>();
        for (int k = 0; k < npes; k++) {
            int pe = k;
            try {
                Transport transport = job.attach(pe);
                threads.add(kind.newThread(() -> pes.runOne(transport, body)));
                threads.getLast().setName("PE " + pe);
            } catch (Throwable t) { // no PE has begun
                return new JobOutcome(1, pe, t);
            }
        }
        try {
            threads.forEach(Thread::start);
        } catch (OutOfMemoryError e) { // the limit on processes counts threads
            int pe = (int) threads.stream().takeWhile(Thread::isAlive).count();
            pes.failed(pe, new IllegalStateException(TOO_MANY.formatted(pe, npes, e.getMessage()), e));
            interrupt(job, threads);
        }
        boolean interrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    if (!thread.join(LOOK)) job.look();
                } catch (InterruptedException e) {
                    interrupted = true;
                    interrupt(job, threads);
                }
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
        return pes.ended();
    }

    private static void interrupt(Job job, List<Thread> threads) {
        job.interrupt();
        threads.forEach(Thread::interrupt); // also those in a wait of the program's own
    }

    private void runOne(Transport transport, PeBody body) {
        int pe = transport.pe();
        try {
            try {
                PeBinding.call(transport, () -> {
                    body.run(pe);
                    return null;
                });
            } catch (JobEnd e) {
                throw e;
            } catch (Throwable t) {
                throw transport.abort(1, t); // the other PEs may be waiting for this PE
            }
        } catch (Throwable t) {
            failed(pe, t);
        }
    }

    private synchronized void failed(int pe, Throwable t) {
        Throwable why = t instanceof JobEnd ? t.getCause() : t;
        if (why != null) failures.add(new JobOutcome(1, pe, why));
        else if (end.pe() < 0 && t instanceof JobEnd ended) end = new JobOutcome(ended.status(), ended.pe(), null);
    }

    private JobOutcome ended() {
        if (failures.isEmpty()) return end;
        failures.sort((a, b) -> Boolean.compare(isEcho(a), isEcho(b)));
        JobOutcome first = failures.getFirst();
        for (JobOutcome other : failures) {
            if (other != first && !isEcho(other) && other.why() != first.why())
                first.why().addSuppressed(other.why());
        }
        return first;
    }

    private static boolean isEcho(JobOutcome failure) {
        return failure.why() instanceof PeerFailedException;
    }

    /// Throws the exception of the PE that ended a job, or an exception for a global exit with another status than 0.
    public static void rethrow(int npes, JobOutcome ended) {
        Throwable why = ended.why();
        if (why == null && ended.status() == 0) return;
        if (why == null) {
            throw new IllegalStateException(
                    "the job was ended by globalExit(%d) of PE %d".formatted(ended.status(), ended.pe()));
        }
        why.addSuppressed(new PeNote("thrown by PE %d/%d".formatted(ended.pe(), npes)));
        if (why instanceof RuntimeException e) throw e;
        if (why instanceof Error e) throw e;
        throw new IllegalStateException("PE %d failed: %s".formatted(ended.pe(), why.getMessage()), why);
    }
}
