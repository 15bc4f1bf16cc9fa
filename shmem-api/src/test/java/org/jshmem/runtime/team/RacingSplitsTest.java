// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.team;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.jshmem.Config;
import org.jshmem.Op;
import org.jshmem.Team;
import org.jshmem.ThreadLevel;
import org.jshmem.contract.ThreadTransport;
import org.jshmem.contract.Threads;
import org.jshmem.transport.Wait;
import org.junit.jupiter.api.Test;

/// Two threads of a PE split two teams: the second one asks which slots are free before the first one takes one of
/// them.
class RacingSplitsTest {
    private static final int NPES = 2;
    private static final String SECOND = "second";

    /// Holds the thread that is called second where it waits for the others' free slots.
    private static final class Held extends ThreadTransport {
        private final CountDownLatch asked;
        private final CountDownLatch taken;

        Held(Job job, int pe, CountDownLatch asked, CountDownLatch taken) {
            super(job, pe);
            this.asked = asked;
            this.taken = taken;
        }

        @Override
        public boolean await(long offset, long bytes, Wait wait) {
            Thread thread = Thread.currentThread();
            if (thread.getName().equals(SECOND) && taken.getCount() > 0 && Threads.isIn(thread, "reduce")) {
                asked.countDown();
                try {
                    taken.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
            return super.await(offset, bytes, wait);
        }
    }

    @Test
    void aSlotThatAnotherThreadHasTakenSinceIsNotTakenTwice() throws Exception {
        var asked = new CountDownLatch(NPES);
        var taken = new CountDownLatch(NPES);
        var job = ThreadTransport.Job.of(NPES);
        Threads.run(
                NPES,
                job.failure(),
                pe -> Threads.session(
                        new Held(job, pe, asked, taken),
                        new Config(1 << 20, ThreadLevel.MULTIPLE, Duration.ZERO),
                        (sh, a) -> {
                            Team other = split(sh.world());
                            var second = new CompletableFuture<Team>();
                            Thread.ofPlatform().name(SECOND).start(() -> complete(second, other));
                            asked.await();
                            Team first = split(sh.world());
                            taken.countDown();
                            Team late = second.get();
                            assertNotEquals(slot(first), slot(late));
                            assertEquals(3, first.reduce(Op.SUM, pe + 1L));
                            assertEquals(3, late.reduce(Op.SUM, pe + 1L));
                        }));
    }

    private static void complete(CompletableFuture<Team> made, Team parent) {
        try {
            made.complete(split(parent));
        } catch (Throwable e) {
            made.completeExceptionally(e);
        }
    }

    private static Team split(Team parent) {
        return parent.splitStrided(0, 1, NPES).orElseThrow();
    }

    private static int slot(Team team) {
        return ((ShmemTeam) team).group.members.slot;
    }
}
