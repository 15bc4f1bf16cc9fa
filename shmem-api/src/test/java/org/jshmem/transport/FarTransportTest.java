// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

import org.jshmem.contract.FarJob;
import org.jshmem.contract.Threads;
import org.jshmem.contract.TransportContract;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/// The far backend keeps the contract: every PE on a host of its own, and hosts of two PEs.
class FarTransportTest {

    @Nested
    @Tag("long")
    class Alone extends TransportContract {
        @Override
        protected void run(int npes, Body body) throws Exception {
            far(npes, 1, body);
        }
    }

    @Nested
    class InPairs extends TransportContract {
        @Override
        protected void run(int npes, Body body) throws Exception {
            far(npes, 2, body);
        }
    }

    private static void far(int npes, int perHost, TransportContract.Body body) throws Exception {
        try (var job = new FarJob(npes, TransportContract.START + TransportContract.BYTES, npes > 2, perHost, 7)) {
            Threads.transports(npes, Thread.ofPlatform().factory(), job::attach, body, (e, _) -> job.fail(e));
        }
    }
}
