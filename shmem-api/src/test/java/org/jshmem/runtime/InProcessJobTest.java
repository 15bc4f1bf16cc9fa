// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jshmem.Cmp;
import org.jshmem.Shmem;
import org.jshmem.ShmemInterruptedException;
import org.jshmem.Signal;
import org.jshmem.contract.ThreadTransport;
import org.jshmem.contract.Threads;
import org.jshmem.spi.JobOutcome;
import org.jshmem.spi.PeBody;
import org.jshmem.transport.Transport;
import org.jshmem.transport.TransportProvider;
import org.junit.jupiter.api.Test;

/// How a job of threads ends when something beside its program fails.
class InProcessJobTest {
    private static final int NPES = 3;
    private static final int NO_PE = -1;

    /// A job of which one PE, or none, cannot get a transport.
    private record Threaded(ThreadTransport.Job memory, int without, AtomicInteger looks)
            implements TransportProvider.Job {
        Threaded(int npes, int without) {
            this(ThreadTransport.Job.of(npes), without, new AtomicInteger());
        }

        @Override
        public Transport attach(int pe) {
            if (pe == without) throw new IllegalStateException("no transport for PE " + pe);
            return new ThreadTransport(memory, pe);
        }

        @Override
        public void interrupt() {
            memory.interrupt();
        }

        @Override
        public void look() {
            looks.incrementAndGet();
        }

        @Override
        public void close() {}
    }

    @Test
    void theJobLooksAtItsPesWhileTheyRun() {
        var job = new Threaded(1, NO_PE);
        InProcessJob.run(
                1,
                job,
                pe -> {
                    while (job.looks.get() == 0) Thread.onSpinWait();
                },
                InProcessJob.PLATFORM);
        assertEquals(1, job.looks.get());
    }

    /// What `Thread.start` does where the user may have no more processes.
    @Test
    void whereOneThreadCannotStartNobodyWaitsForIt() {
        var made = new AtomicInteger();
        JobOutcome outcome = InProcessJob.run(
                NPES, new Threaded(NPES, NO_PE), pe -> Shmem.init().close(), run -> new Thread(run) {
                    @Override
                    public void start() {
                        if (made.incrementAndGet() == 2) throw new OutOfMemoryError("unable to create thread");
                        super.start();
                    }
                });
        assertEquals(1, outcome.status());
        assertEquals(
                "cannot start PE 1/3, unable to create thread; raise the limit on processes (ulimit -u), or start fewer PEs",
                outcome.why().getMessage());
    }

    @Test
    void anInterruptOfTheCallerEndsWaitsForSignals() {
        var allocated = new CountDownLatch(NPES);
        JobOutcome outcome = interrupted("waitUntil", pe -> {
            Signal never = Shmem.init().signal();
            await(allocated);
            never.waitUntil(Cmp.EQ, 1);
        });
        assertEquals("for signal 1 to be == 1; it is 0", awaited(outcome));
    }

    /// PE 0 does not come.
    @Test
    void anInterruptOfTheCallerEndsCollectives() {
        var begun = new CountDownLatch(NPES);
        JobOutcome outcome = interrupted("barrierAll", pe -> {
            Shmem sh = Shmem.init();
            await(begun); // a PE may still be in init when others have left it
            if (pe > 0) sh.barrierAll();
            else sh.sleep(Duration.ofMinutes(5));
        });
        assertTrue(awaited(outcome).startsWith("in barrier(), call ")
                || awaited(outcome).startsWith("for a sleep "));
    }

    @Test
    void anInterruptOfTheCallerEndsInit() {
        JobOutcome outcome = interrupted("init", pe -> {
            if (pe > 0) Shmem.init();
            else Thread.sleep(300_000);
        });
        assertTrue(outcome.why() instanceof InterruptedException
                || awaited(outcome).startsWith("in init(), call "));
    }

    /// Waits until all PEs have come here. An interrupt would end a latch's own wait.
    private static void await(CountDownLatch all) {
        all.countDown();
        while (all.getCount() > 0) Thread.onSpinWait();
    }

    /// Interrupts the caller of a job when a PE waits in `method`. The job ends, and returns after its PEs.
    private static JobOutcome interrupted(String method, PeBody body) {
        var left = new AtomicInteger();
        Thread caller = Thread.currentThread();
        JobOutcome outcome = InProcessJob.run(
                NPES,
                new Threaded(NPES, NO_PE),
                pe -> {
                    Thread me = Thread.currentThread();
                    if (pe == 1) {
                        Thread.ofPlatform().daemon().start(() -> {
                            while (!Threads.isIn(me, method) || !Threads.isIn(me, "await")) Thread.onSpinWait();
                            caller.interrupt();
                        });
                    }
                    try {
                        body.run(pe);
                    } finally {
                        left.incrementAndGet();
                    }
                },
                InProcessJob.PLATFORM);
        assertTrue(Thread.interrupted(), "the caller's flag stays set");
        assertEquals(NPES, left.get());
        assertEquals(1, outcome.status());
        return outcome;
    }

    private static String awaited(JobOutcome outcome) {
        return assertInstanceOf(ShmemInterruptedException.class, outcome.why()).awaited();
    }

    @Test
    void whereOnePeGetsNoTransportNobodyWaitsForIt() {
        var begun = new AtomicInteger();
        JobOutcome outcome = InProcessJob.run(
                NPES,
                new Threaded(NPES, 1),
                pe -> {
                    begun.incrementAndGet();
                    try (Shmem sh = Shmem.init()) {
                        sh.barrierAll();
                    }
                },
                InProcessJob.PLATFORM);
        assertEquals(1, outcome.status());
        assertEquals(1, outcome.pe());
        assertTrue(
                outcome.why().getMessage().contains("no transport for PE 1"),
                outcome.why().toString());
        assertEquals(0, begun.get());
    }
}
