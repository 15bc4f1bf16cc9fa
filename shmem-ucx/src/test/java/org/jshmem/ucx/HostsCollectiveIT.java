// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.util.concurrent.atomic.AtomicReference;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.contract.CollectiveContract;
import org.jshmem.contract.Threads;
import org.jshmem.transport.Shape;
import org.jshmem.transport.Transport;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/// The collectives on several hosts, over a wire that delays and reorders.
class HostsCollectiveIT {

    @Nested
    class TwoInTurn extends CollectiveContract {
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
        long start = SystemLayout.startBytes(npes);
        long system = SystemLayout.bytes(npes);
        var shape = new Shape(npes, system, start, regionBytes - system, 0);
        try (var job = new HostsJob(shape, hostOf, new UnrulyNet(9)::wire)) {
            var failure = new AtomicReference<Throwable>();
            Threads.run(
                    npes,
                    pe -> {
                        Transport transport = job.attach(pe);
                        transport.enter();
                        try {
                            body.run(transport);
                        } catch (Throwable e) {
                            failure.compareAndSet(null, e);
                            job.fail(pe);
                            throw e;
                        }
                        transport.leave();
                    },
                    failure);
        }
    }
}
