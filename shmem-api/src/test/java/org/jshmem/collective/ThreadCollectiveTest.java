// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import org.jshmem.contract.CollectiveContract;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/// The collectives over the reference backend, as if there were a core for each PE and as if there were not.
class ThreadCollectiveTest {

    @Nested
    @Tag("long")
    class CoresEnough extends CollectiveContract {
        @Override
        protected void run(int npes, long regionBytes, Body body) throws Exception {
            onThreads(npes, regionBytes, false, body);
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
            onThreads(npes, regionBytes, true, body);
        }
    }
}
