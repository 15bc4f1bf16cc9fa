// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.team;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jshmem.Cmp;
import org.jshmem.CollectiveMismatchException;
import org.jshmem.Config;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.ShmemTimeoutException;
import org.jshmem.SymLongs;
import org.jshmem.ThreadLevel;
import org.jshmem.contract.ThreadTransport;
import org.jshmem.contract.Threads;
import org.jshmem.transport.Wait;
import org.junit.jupiter.api.Test;

/// A wait for the other members of an active set takes longer than `--timeout`, and two sets meet at one pSync.
class ActiveSetTimeoutTest {
    private static final int NPES = 3; // one more than the set has
    private static final int SIZE = 2;
    private static final CompletableFuture<Void> REFUSED = new CompletableFuture<>();

    /// A PE whose waits for other members of an active set end at once from a certain one on, as long as it is asked.
    private static final class Hasty extends ThreadTransport {
        private int waits = Integer.MIN_VALUE;

        Hasty(Job job, int pe) {
            super(job, pe);
        }

        @Override
        public boolean await(long offset, long bytes, Wait wait) {
            boolean meets = wait.what().startsWith("for the other members of an active set of 2 PEs from PE 0 by ");
            if (meets && pe() == 2) REFUSED.join();
            if (meets && ++waits > 0) throw wait.tooLong(this, 0, "", 0);
            return super.await(offset, bytes, wait);
        }
    }

    private interface Body {
        void run(Shmem sh, Hasty transport, SymLongs pSync);
    }

    private static void run(Body body) throws Exception {
        var job = ThreadTransport.Job.of(NPES);
        Threads.run(NPES, job.failure(), pe -> {
            var transport = new Hasty(job, pe);
            Threads.session(transport, new Config(1 << 20, ThreadLevel.MULTIPLE, Duration.ZERO), (sh, a) -> {
                SymLongs pSync = sh.longs(8);
                for (int i = 0; i < 8; i++) pSync.set(i, Shmem.SYNC_VALUE);
                sh.barrierAll();
                body.run(sh, transport, pSync);
                sh.barrierAll();
            });
        });
    }

    /// PE 2 arrives for its set with PE 0, where PE 0 waits for PE 1.
    @Test
    void aPeOfAnotherSetAtThePSyncIsRefused() throws Exception {
        run((sh, transport, pSync) -> {
            transport.waits = sh.myPe() == 0 ? -1 : 0; // without a refusal the second wait of PE 0 would end
            if (sh.myPe() == 2) assertThrows(ShmemTimeoutException.class, () -> sh.activeSet(0, 1, SIZE, pSync));
            if (sh.myPe() != 0) return;
            pSync.waitUntil(1, Cmp.NE, Shmem.SYNC_VALUE);
            try {
                var e = assertThrows(CollectiveMismatchException.class, () -> sh.activeSet(0, 0, SIZE, pSync));
                assertEquals(
                        "PE 0/3: PEs of another active set meet at the pSync of the active set of 2 PEs from PE 0 by 1; use another pSync for another set, or a barrier between them",
                        e.getMessage());
            } finally {
                REFUSED.complete(null);
            }
        });
    }

    @Test
    void aCallThatTookTooLongBeforeAnyMemberGotAValueIsRepeated() throws Exception {
        run((sh, transport, pSync) -> {
            if (sh.myPe() == 1) {
                transport.waits = 0;
                assertThrows(ShmemTimeoutException.class, () -> sh.activeSet(0, 0, SIZE, pSync));
                transport.waits = Integer.MIN_VALUE;
            }
            sh.syncAll();
            if (sh.myPe() < SIZE)
                assertEquals(3, sh.activeSet(0, 0, SIZE, pSync).reduce(Op.SUM, sh.myPe() + 1L));
        });
    }

    @Test
    void aCallThatTookTooLongAfterwardsIsTheSetsLast() throws Exception {
        run((sh, transport, pSync) -> {
            if (sh.myPe() == 1) {
                transport.waits = -1; // the first meeting of two succeeds
                assertThrows(ShmemTimeoutException.class, () -> sh.activeSet(0, 0, SIZE, pSync));
                for (int call = 0; call < 2; call++) {
                    var e = assertThrows(CollectiveMismatchException.class, () -> sh.activeSet(0, 0, SIZE, pSync));
                    assertEquals(
                            "PE 1/3: the first call of the active set of 2 PEs from PE 0 by 1 took longer than --timeout on this PE, so the set's collectives are over here; end the job",
                            e.getMessage());
                }
            } else if (sh.myPe() == 0) sh.activeSet(0, 0, SIZE, pSync);
        });
    }
}
