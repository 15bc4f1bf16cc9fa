// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jshmem.Shmem;
import org.jshmem.SymLongs;
import org.jshmem.Team;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.contract.ThreadTransport;
import org.jshmem.contract.Threads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BindingTest {
    /// The rule of the launcher for processes, where PEs are threads or simulated.
    @Test
    void aPeThatReturnsWithoutFinalizeHasFailed() throws Exception {
        try (Arena arena = Arena.ofShared()) {
            var job = ThreadTransport.Job.of(1, SystemLayout.bytes(1) + (1 << 20), false, arena);
            var transport = new ThreadTransport(job, 0);
            String text = assertThrows(
                            IllegalStateException.class,
                            () -> Binding.call(transport, () -> Shmem.init().nPes()))
                    .getMessage();
            assertEquals("PE 0/1: main returned without finalize; end every PE through Shmem.run or close()", text);
            int npes = Binding.call(transport, () -> {
                try (Shmem sh = Shmem.init()) {
                    return sh.nPes();
                }
            });
            assertEquals(1, npes);
        }
    }

    /// PE 0 fails while another of its threads allocates and a third one splits; PE 1 makes both calls possible later.
    @Test
    void whatIsMadeAfterTheEndOfASessionIsRefused() throws Exception {
        var array = new AtomicReference<SymLongs>();
        var team = new AtomicReference<Team>();
        var failed = new CountDownLatch(1);
        try (Arena arena = Arena.ofShared()) {
            var job = ThreadTransport.Job.of(2, SystemLayout.bytes(2) + (1 << 20), false, arena);
            Threads.run(
                    2,
                    pe -> {
                        if (pe == 0) {
                            failWhile(new ThreadTransport(job, pe), failed, array, team);
                            assertThrows(
                                    IllegalStateException.class,
                                    () -> array.get().get(0));
                            assertThrows(
                                    IllegalStateException.class,
                                    () -> team.get().sync());
                        } else {
                            Binding.callMain(new ThreadTransport(job, pe), () -> {
                                Shmem sh = Shmem.init();
                                failed.await();
                                sh.longs(1);
                                sh.shared().splitStrided(0, 1, 2);
                                return null;
                            });
                        }
                    },
                    job.failure());
        }
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
        assertThrows(IllegalStateException.class, () -> Binding.call(transport, body));
        failed.countDown();
        for (Thread helper : helpers) helper.join();
    }
}
