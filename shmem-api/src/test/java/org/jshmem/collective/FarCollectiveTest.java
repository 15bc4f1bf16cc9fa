// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.jshmem.Collective;
import org.jshmem.collective.broadcast.Broadcasts;
import org.jshmem.contract.CollectiveContract;
import org.jshmem.contract.FarJob;
import org.jshmem.contract.FarTransport;
import org.jshmem.contract.Threads;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The collectives over far memory: every PE on a host of its own, and hosts of two and three PEs, with cores
/// enough and without.
class FarCollectiveTest {

    @Nested
    class Alone extends CollectiveContract {
        @Override
        protected void run(int npes, long regionBytes, Body body) throws Exception {
            far(npes, regionBytes, false, 1, body);
        }
    }

    @Nested
    class InPairs extends CollectiveContract {
        @Override
        protected void run(int npes, long regionBytes, Body body) throws Exception {
            far(npes, regionBytes, false, 2, body);
        }
    }

    @Nested
    class CrowdedHostsOfThree extends CollectiveContract {
        @Override
        protected void run(int npes, long regionBytes, Body body) throws Exception {
            far(npes, regionBytes, true, 3, body);
        }
    }

    /// A counter in a third PE's memory is set back by the last one to arrive, which then tells the root: the root may
    /// be back at the counter before that PE does anything else.
    @Test
    @Timeout(60)
    void aRootGoesOnOnlyWhenItsCounterIsBack() throws Exception {
        int npes = 3;
        long system = SystemLayout.bytes(npes);
        try (var job = new FarJob(npes, system + 4096, true, npes, 11)) {
            Threads.run(
                    npes,
                    pe -> {
                        FarTransport transport = job.attach(pe);
                        transport.pauseAfterSignals(500_000);
                        Group world = Group.world(transport, transport.channel());
                        world.algorithm(Collective.BROADCAST, "flat");
                        for (int k = 1; k <= 20; k++) {
                            transport.channel().store(pe, system, 8, 10 * k + pe);
                            Broadcasts.broadcast(world, ElementType.LONG, system + 64, system, 1, 1);
                            assertEquals(10 * k + 1, transport.channel().load(pe, system + 64, 8));
                        }
                    },
                    job.failure());
        }
    }

    private static void far(int npes, long regionBytes, boolean crowded, int perHost, CollectiveContract.Body body)
            throws Exception {
        try (var job = new FarJob(npes, regionBytes, crowded, perHost, 11)) {
            Threads.run(npes, pe -> body.run(job.attach(pe)), job.failure());
        }
    }
}
