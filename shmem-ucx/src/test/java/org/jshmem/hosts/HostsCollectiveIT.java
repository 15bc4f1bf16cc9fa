// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import java.util.List;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.contract.CollectiveContract;
import org.jshmem.transport.Shape;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/// The collectives on several hosts, on a network that delays.
class HostsCollectiveIT {

    @Nested
    class TwoInTurn extends CollectiveContract {
        @Override
        protected List<Integer> counts() {
            return HostsJob.COUNTS;
        }

        @Override
        protected void run(int npes, long regionBytes, Body body) throws Exception {
            hosts(HostsJob.dealt(npes, 2), regionBytes, body);
        }
    }

    @Nested
    @Tag("long")
    class ThreeInBlocks extends CollectiveContract {
        @Override
        protected void run(int npes, long regionBytes, Body body) throws Exception {
            hosts(HostsJob.blocks(npes, 3), regionBytes, body);
        }
    }

    private static void hosts(int[] hostOf, long regionBytes, CollectiveContract.Body body) throws Exception {
        int npes = hostOf.length;
        long start = SystemLayout.startBytes(npes, 2);
        long system = SystemLayout.bytes(npes);
        var shape = new Shape(npes, system, start, regionBytes - system, 0);
        HostsJob.transports(shape, hostOf, true, new DelayingNet(9)::fabric, body::run);
    }
}
