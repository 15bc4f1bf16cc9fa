// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import java.lang.foreign.Arena;
import org.jshmem.contract.CollectiveContract;
import org.jshmem.contract.ThreadTransport;
import org.jshmem.contract.Threads;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/// The collectives over the reference backend, as if there were a core for each PE and as if there were not.
class ThreadCollectiveTest {

    @Nested
    @Tag("long")
    class CoresEnough extends CollectiveContract {
        @Override
        protected void run(int npes, long regionBytes, Body body) throws Exception {
            runThreads(npes, regionBytes, false, body);
        }
    }

    @Nested
    class Crowded extends CollectiveContract {
        @Override
        protected boolean isSampled() {
            return false;
        }

        @Override
        protected void run(int npes, long regionBytes, Body body) throws Exception {
            runThreads(npes, regionBytes, true, body);
        }
    }

    private static void runThreads(int npes, long regionBytes, boolean oversubscribed, CollectiveContract.Body body)
            throws Exception {
        try (Arena arena = Arena.ofShared()) {
            var job = ThreadTransport.Job.of(npes, regionBytes, oversubscribed, arena);
            Threads.run(npes, job.failure(), pe -> body.run(new ThreadTransport(job, pe)));
        }
    }
}
