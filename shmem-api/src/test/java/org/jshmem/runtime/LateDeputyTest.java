// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jshmem.Cmp;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.ShmemInterruptedException;
import org.jshmem.Signal;
import org.jshmem.SymLongs;
import org.jshmem.Team;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.contract.ThreadTransport;
import org.jshmem.contract.Threads;
import org.jshmem.transport.Wait;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A thread of the library that finishes an interrupted call of a team later than the session ends.
class LateDeputyTest {

    /// That thread looks at its flag when a later session has used the team's slot again, if it ever does.
    private static final class Slow extends ThreadTransport {
        private final CountDownLatch reused;

        Slow(Job job, int pe, CountDownLatch reused) {
            super(job, pe);
            this.reused = reused;
        }

        @Override
        public long await(int pe, long offset, int width, Cmp cmp, long value, long origin, Wait wait) {
            try {
                if (Thread.currentThread().getName().endsWith("interrupted call"))
                    reused.await(300, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return super.await(pe, offset, width, cmp, value, origin, wait);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theNextSessionsTeamIsLeftAlone(boolean closes) throws Exception {
        var reused = new CountDownLatch(1);
        try (Arena arena = Arena.ofShared()) {
            var job = ThreadTransport.Job.of(2, SystemLayout.bytes(2) + (1 << 20), false, arena);
            Threads.run(
                    2,
                    pe -> Binding.call(new Slow(job, pe, reused), () -> {
                        try (Shmem sh = Shmem.init()) {
                            interrupted(sh, closes);
                        }
                        try (Shmem sh = Shmem.init()) {
                            Team next = sh.world().splitStrided(0, 1, 2).orElseThrow();
                            SymLongs x = sh.longs(1);
                            next.broadcast(x, x, 1, 0);
                            reused.countDown();
                            for (int k = 0; k < 100; k++) {
                                assertEquals(2, next.reduce(Op.SUM, 1L));
                                Thread.sleep(1);
                            }
                        }
                        return null;
                    }),
                    job.failure());
        }
    }

    private static void interrupted(Shmem sh, boolean closes) {
        Team team = sh.world().splitStrided(0, 1, 2).orElseThrow();
        Signal end = sh.signal();
        Runnable call = closes ? team::close : team::sync;
        if (sh.myPe() == 0) {
            end.waitUntil(Cmp.EQ, 1); // comes when the interrupted call is over
            call.run();
        } else {
            Thread.currentThread().interrupt();
            assertThrows(ShmemInterruptedException.class, call::run);
            assertTrue(Thread.interrupted(), "the flag stays set");
            end.set(1, 0);
        }
    }
}
