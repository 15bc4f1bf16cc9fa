// SPDX-License-Identifier: Apache-2.0
package org.jshmem.junit;

import java.time.Duration;
import java.util.ServiceLoader;
import org.jshmem.Config;
import org.jshmem.PeerFailedException;
import org.jshmem.Shmem;
import org.jshmem.ShmemTimeoutException;
import org.jshmem.ThreadLevel;
import org.jshmem.runtime.InProcessJob;
import org.jshmem.spi.JobOutcome;
import org.jshmem.spi.Machines;
import org.jshmem.spi.SimulatedJob;
import org.jshmem.transport.JobEnd;

/// One invocation of a test as a job of threads. The thread of the test framework waits for the job, at most until the
/// timeout of the set-up.
final class TestJob {
    /// The time that an interrupted job has to end.
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final TestSetup setup;
    private final PeTest test;
    private final PeOutcomes outcomes;

    private volatile JobOutcome ended;
    private volatile Throwable broken;

    TestJob(TestSetup setup, PeTest test) {
        this.setup = setup;
        this.test = test;
        this.outcomes = new PeOutcomes(setup.job().npes());
    }

    /// Runs the job and throws its failure.
    void run() throws Throwable {
        Thread job = Thread.ofPlatform().daemon().name("job").unstarted(this::start);
        long begin = System.nanoTime();
        job.start();
        boolean interrupted = false;
        boolean over = false;
        try {
            over = job.join(setup.timeout());
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (!over) hang(job, System.nanoTime() - begin, interrupted);
        try {
            if (broken != null) throw broken;
            outcomes.judge(ended);
        } finally {
            test.close();
        }
    }

    private void start() {
        try {
            SimulatedJob job = setup.job();
            ended = setup.isSimulated()
                    ? machines().run(job, this::one)
                    : InProcessJob.run(job.npes(), job.heapBytes(), this::one);
        } catch (Throwable t) { // thrown before any PE ran
            broken = t;
        }
    }

    private static Machines machines() {
        return ServiceLoader.load(Machines.class)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("@ShmemTest: machine needs shmem-sim; add it"));
    }

    /// Runs one PE from beginning to end. Passes a failure on to the library, which ends the other PEs.
    private void one(int pe) throws Exception {
        outcomes.begins(pe);
        try {
            Shmem sh = Shmem.init(new Config(0, ThreadLevel.SINGLE, Duration.ZERO));
            test.run(sh);
            sh.close();
            outcomes.ends(pe, null);
        } catch (JobEnd e) {
            if (e.pe() == pe) outcomes.exits(e.getStackTrace());
            outcomes.ends(pe, null);
            throw e;
        } catch (Throwable t) {
            boolean first = outcomes.ends(pe, t);
            if (!first) throw new PeerFailedException(t.getMessage(), pe, 1); // the job is ending already
            if (t instanceof Exception e) throw e;
            if (t instanceof Error e) throw e;
            throw new AssertionError(t);
        }
    }

    /// Records the stacks of all PEs, ends the job, and throws the report of the hang.
    private void hang(Thread job, long nanos, boolean interrupted) {
        outcomes.look();
        job.interrupt(); // each PE then throws what it waits for
        boolean over = false;
        try {
            over = job.join(PATIENCE);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) Thread.currentThread().interrupt();
        var hang = new ShmemTimeoutException(outcomes.hang(nanos / 1_000_000, interrupted, over));
        hang.setStackTrace(outcomes.whereItHangs());
        throw hang;
    }
}
