// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.util.concurrent.CountDownLatch;
import org.jshmem.Cmp;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.Team;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.contract.ThreadTransport;
import org.jshmem.contract.Threads;
import org.jshmem.transport.Wait;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// An interrupt in a split that all members have entered: all of them get the team.
class InterruptedSplitTest {
    private static final int NPES = 3;

    /// PE 1 is interrupted when it has prepared its slot; the others prepare theirs when its wait has seen that.
    private static final class Interrupted extends ThreadTransport {
        private final CountDownLatch seen;
        private boolean splits;

        Interrupted(Job job, int pe, CountDownLatch seen) {
            super(job, pe);
            this.seen = seen;
        }

        @Override
        public void back(long offset, long bytes, long zeroed) {
            super.back(offset, bytes, zeroed);
            if (!splits || bytes != SystemLayout.slotBytes(NPES)) return;
            try {
                if (pe() != 1) seen.await();
                else Thread.currentThread().interrupt();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public long await(int pe, long offset, int width, Cmp cmp, long value, long origin, Wait wait) {
            return super.await(pe, offset, width, cmp, value, origin, new Wait() {
                @Override
                public String what(int home, long from, long bytes, String goal) {
                    return wait.what(home, from, bytes, goal);
                }

                @Override
                public void check(boolean stuck) {
                    wait.check(stuck);
                }

                @Override
                public boolean endsByInterrupt(long nanos) {
                    boolean ends = wait.endsByInterrupt(nanos);
                    seen.countDown();
                    return ends;
                }
            });
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSplitThatAllHaveEnteredIsMadeInSpiteOfTheFlag(boolean crowded) throws Exception {
        var seen = new CountDownLatch(1);
        try (Arena arena = Arena.ofShared()) {
            var job = ThreadTransport.Job.of(NPES, SystemLayout.bytes(NPES) + (1 << 20), crowded, arena);
            Threads.run(
                    NPES,
                    pe -> {
                        var transport = new Interrupted(job, pe, seen);
                        Binding.call(transport, () -> {
                            try (Shmem sh = Shmem.init()) {
                                transport.splits = true;
                                Team made = sh.world().splitStrided(0, 1, NPES).orElseThrow();
                                transport.splits = false;
                                assertEquals(pe == 1, Thread.interrupted(), "the flag stays set");
                                assertEquals(6, made.reduce(Op.SUM, pe + 1L));
                                made.close();
                            }
                            return null;
                        });
                    },
                    job.failure());
        }
    }
}
