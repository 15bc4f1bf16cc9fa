// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jshmem.Shmem;
import org.jshmem.SymLongs;
import org.jshmem.Team;
import org.jshmem.contract.ThreadTransport;
import org.jshmem.contract.Threads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class PeBindingTest {
    /// The rule of the launcher for processes, where PEs are threads or simulated.
    @Test
    void aPeThatReturnsWithoutFinalizeHasFailed() throws Exception {
        var job = ThreadTransport.Job.of(1);
        var transport = new ThreadTransport(job, 0);
        String text = assertThrows(
                        IllegalStateException.class,
                        () -> PeBinding.call(transport, () -> Shmem.init().nPes()))
                .getMessage();
        assertEquals(
                "PE 0/1: main returned without finalize; end every PE through Shmem.run, close() or MPI.Finalize",
                text);
        int npes = PeBinding.call(transport, () -> {
            try (Shmem sh = Shmem.init()) {
                return sh.nPes();
            }
        });
        assertEquals(1, npes);
    }

    /// PE 0 fails while another of its threads allocates and a third one splits; PE 1 makes both calls possible later.
    @Test
    void whatIsMadeAfterTheEndOfASessionIsRefused() throws Exception {
        var array = new AtomicReference<SymLongs>();
        var team = new AtomicReference<Team>();
        var failed = new CountDownLatch(1);
        var job = ThreadTransport.Job.of(2);
        Threads.run(2, job.failure(), pe -> {
            if (pe == 0) {
                failWhile(new ThreadTransport(job, pe), failed, array, team);
                assertThrows(IllegalStateException.class, () -> array.get().get(0));
                assertThrows(IllegalStateException.class, () -> team.get().sync());
            } else {
                PeBinding.callMain(new ThreadTransport(job, pe), () -> {
                    Shmem sh = Shmem.init();
                    failed.await();
                    sh.longs(1);
                    sh.shared().splitStrided(0, 1, 2);
                    return null;
                });
            }
        });
    }

    /// A thread of PE 0 waits in init for PE 1, which comes after PE 0 has ended.
    @Test
    void theEndOfAPeDoesNotWaitForAThreadInInit() throws Exception {
        var refused = new AtomicReference<Throwable>();
        var begun = new CompletableFuture<Thread>();
        var job = ThreadTransport.Job.of(2);
        Callable<Void> body = () -> {
            Thread late = Thread.ofPlatform().daemon().start(() -> {
                try {
                    Shmem.init();
                } catch (Throwable e) {
                    refused.set(e);
                }
            });
            while (!Threads.isIn(late, "await")) Thread.onSpinWait();
            begun.complete(late);
            return null;
        };
        Thread pe = Thread.ofPlatform().daemon().start(() -> {
            try {
                PeBinding.call(new ThreadTransport(job, 0), body);
            } catch (Exception e) {
                begun.completeExceptionally(e);
            }
        });
        assertTrue(pe.join(Duration.ofSeconds(60)), "the PE waits for its thread");
        PeBinding.callMain(new ThreadTransport(job, 1), Shmem::init);
        begun.get().join();
        assertEquals(
                "PE 0/2: init after the job of this PE has ended; end its threads before it",
                refused.get().getMessage());
    }

    private static void failWhile(
            ThreadTransport transport,
            CountDownLatch failed,
            AtomicReference<SymLongs> array,
            AtomicReference<Team> team)
            throws InterruptedException {
        List<Thread> helpers = new ArrayList<>();
        Callable<Void> body = () -> {
            Shmem sh = Shmem.init();
            helpers.add(Thread.ofPlatform().start(() -> array.set(sh.longs(1))));
            helpers.add(Thread.ofPlatform()
                    .start(() -> team.set(sh.shared().splitStrided(0, 1, 2).orElseThrow())));
            for (Thread helper : helpers) while (!Threads.isIn(helper, "await")) Thread.onSpinWait();
            throw new IllegalStateException("wanted");
        };
        assertThrows(IllegalStateException.class, () -> PeBinding.call(transport, body));
        failed.countDown();
        for (Thread helper : helpers) helper.join();
    }
}
