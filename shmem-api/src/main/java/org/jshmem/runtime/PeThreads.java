// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import java.util.ArrayList;
import java.util.List;
import org.jshmem.Config;
import org.jshmem.PeerFailedException;
import org.jshmem.transport.JobEnd;
import org.jshmem.transport.TransportProvider.Job;

/// PEs as threads of this JVM.
public final class PeThreads {
    private final List<Throwable> failures = new ArrayList<>();
    private JobEnd end;

    private PeThreads() {}

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
            new PeThreads().runAll(npes, job, body);
        }
    }

    /// As [#run(int, Config, Body)], over a job that was made elsewhere. The caller closes it.
    public static void run(int npes, Job job, Body body) {
        new PeThreads().runAll(npes, job, body);
    }

    private void runAll(int npes, Job job, Body body) {
        List<Thread> threads = new ArrayList<>();
        for (int k = 0; k < npes; k++) {
            int pe = k;
            threads.add(Thread.ofPlatform().name("PE " + pe).start(() -> runOne(pe, job, body)));
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
        rethrow();
    }

    private void runOne(int pe, Job job, Body body) {
        try {
            var transport = job.attach(pe);
            Binding.call(transport, () -> {
                try {
                    body.run(pe);
                } catch (JobEnd e) {
                    throw e;
                } catch (Throwable t) {
                    throw transport.abort(1, t);
                }
                return null;
            });
        } catch (JobEnd e) {
            ended(e);
        } catch (Throwable t) {
            fail(t);
        }
    }

    private synchronized void ended(JobEnd e) {
        if (e.getCause() != null) failures.add(e.getCause());
        else if (end == null) end = e;
    }

    private synchronized void fail(Throwable t) {
        failures.add(t);
    }

    private void rethrow() {
        if (failures.isEmpty()) {
            if (end == null || end.status() == 0) return;
            throw new IllegalStateException(
                    "the job was ended by globalExit(%d) of PE %d".formatted(end.status(), end.pe()));
        }
        failures.sort((a, b) -> Boolean.compare(a instanceof PeerFailedException, b instanceof PeerFailedException));
        Throwable first = failures.getFirst();
        for (Throwable other : failures) {
            if (other != first && !(other instanceof PeerFailedException)) first.addSuppressed(other);
        }
        switch (first) {
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            default -> throw new IllegalStateException("a PE failed: " + first.getMessage(), first);
        }
    }
}
