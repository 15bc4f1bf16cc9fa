// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.locks.LockSupport;
import org.jshmem.Collective;
import org.jshmem.collective.algorithm.AlgorithmNames;
import org.jshmem.collective.algorithm.Broadcasts;
import org.jshmem.collective.kernel.ElementType;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.contract.CollectiveContract;
import org.jshmem.contract.FarJob;
import org.jshmem.contract.FarTransport;
import org.jshmem.contract.Threads;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The collectives over far memory: every PE on a host of its own, and hosts of two and three PEs, with cores
/// enough and without.
class FarCollectiveIT {

    @Nested
    @Tag("long")
    class Alone extends CollectiveContract {
        @Override
        protected void run(int npes, long regionBytes, Body body) throws Exception {
            onHosts(npes, regionBytes, false, 1, body);
        }
    }

    @Nested
    @Tag("long")
    class InPairs extends CollectiveContract {
        @Override
        protected void run(int npes, long regionBytes, Body body) throws Exception {
            onHosts(npes, regionBytes, false, 2, body);
        }
    }

    @Nested
    class CrowdedHostsOfThree extends CollectiveContract {
        @Override
        protected boolean isSampled() {
            return false;
        }

        @Override
        protected void run(int npes, long regionBytes, Body body) throws Exception {
            onHosts(npes, regionBytes, true, 3, body);
        }
    }

    @Nested
    class Epochs extends EpochsContract {}

    /// The counter of root 1 is in PE 2's memory. PE 0 comes last, so it sets the counter back and tells the root, and
    /// then loses its core: the root is back at the counter before PE 0 does anything else.
    @Test
    void aRootGoesOnOnlyWhenItsCounterIsBack() throws Exception {
        int npes = 3;
        long system = SystemLayout.bytes(npes);
        try (var job = new FarJob(npes, system + 4096, true, npes, 11)) {
            Threads.run(npes, job.failure(), pe -> {
                FarTransport transport = job.attach(pe);
                boolean last = pe == 0;
                if (last) transport.pauseAfterSignals(5_000_000);
                Group world = Group.world(transport, transport.channel());
                world.algorithm(Collective.BROADCAST, AlgorithmNames.named(Collective.BROADCAST, "flat"));
                for (int k = 1; k <= 20; k++) {
                    if (last) LockSupport.parkNanos(5_000_000);
                    transport.channel().store(pe, system, 8, 10 * k + pe);
                    Broadcasts.broadcast(world, ElementType.LONG, system + 64, system, 1, 1);
                    assertEquals(10 * k + 1, transport.channel().load(pe, system + 64, 8));
                }
            });
        }
    }
}
