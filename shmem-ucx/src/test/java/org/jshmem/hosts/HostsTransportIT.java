// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.function.Function;
import org.jshmem.contract.TransportContract;
import org.jshmem.transport.Shape;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/// The seam's promises on two and three hosts: PEs dealt in turn and in uneven blocks, on a network that delays, and on
/// UCX.
class HostsTransportIT {
    private abstract static class OfFew extends TransportContract {
        @Override
        protected List<Integer> npes() {
            return HostsJob.COUNTS;
        }
    }

    @Nested
    class DelayedTwoInTurn extends OfFew {
        @Override
        protected void run(int npes, Body body) throws Exception {
            hosts(HostsJob.dealt(npes, 2), true, new DelayingNet(3)::fabric, body);
        }
    }

    @Nested
    @Tag("long")
    class DelayedThreeInBlocks extends OfFew {
        @Override
        protected void run(int npes, Body body) throws Exception {
            hosts(HostsJob.blocks(npes, 3), false, new DelayingNet(5)::fabric, body);
        }
    }

    @Nested
    class UcxTwoInBlocks extends OfFew {
        @Override
        protected void run(int npes, Body body) throws Exception {
            onUcx(HostsJob.blocks(npes, 2), true, body);
        }
    }

    @Nested
    @Tag("long")
    class UcxThreeInTurn extends OfFew {
        @Override
        protected void run(int npes, Body body) throws Exception {
            onUcx(HostsJob.dealt(npes, 3), false, body);
        }
    }

    private static void onUcx(int[] hostOf, boolean shares, TransportContract.Body body) throws Exception {
        String missing = UcxLibrary.missing();
        assumeTrue(missing == null, missing);
        hosts(hostOf, shares, UcxFabric::new, body);
    }

    private static void hosts(
            int[] hostOf, boolean shares, Function<Fabric.Receiver, Fabric> fabrics, TransportContract.Body body)
            throws Exception {
        int start = TransportContract.START;
        var shape = new Shape(hostOf.length, start, start, TransportContract.BYTES, 0);
        HostsJob.transports(shape, hostOf, shares, fabrics, body);
    }
}
