// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.function.Function;
import org.jshmem.contract.TransportContract;
import org.jshmem.transport.Shape;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/// The seam's promises on two and three hosts: PEs dealt in turn and in uneven blocks, on a wire that delays and
/// reorders, on sockets, and on UCX.
class HostsTransportIT {

    @Nested
    class UnrulyTwoInTurn extends TransportContract {
        @Override
        protected void run(int npes, Body body) throws Exception {
            hosts(HostsJob.dealt(npes, 2), new UnrulyNet(3)::wire, body);
        }
    }

    @Nested
    class UnrulyOneSidedTwoInTurn extends TransportContract {
        @Override
        protected void run(int npes, Body body) throws Exception {
            hosts(HostsJob.dealt(npes, 2), new UnrulyNet(3, 1)::wire, body);
        }
    }

    @Nested
    @Tag("long")
    class UnrulyThreeInBlocks extends TransportContract {
        @Override
        protected void run(int npes, Body body) throws Exception {
            hosts(HostsJob.blocks(npes, 3), new UnrulyNet(5)::wire, body);
        }
    }

    @Nested
    class SocketsTwoInTurn extends TransportContract {
        @Override
        protected void run(int npes, Body body) throws Exception {
            hosts(HostsJob.dealt(npes, 2), SocketAgentTest.onLoopback(), body);
        }
    }

    @Nested
    @Tag("long")
    class UcxTwoInBlocks extends TransportContract {
        @Override
        protected void run(int npes, Body body) throws Exception {
            onUcx(HostsJob.blocks(npes, 2), body);
        }
    }

    @Nested
    @Tag("long")
    class UcxThreeInTurn extends TransportContract {
        @Override
        protected void run(int npes, Body body) throws Exception {
            onUcx(HostsJob.dealt(npes, 3), body);
        }
    }

    private static void onUcx(int[] hostOf, TransportContract.Body body) throws Exception {
        String missing = UcxLibrary.missing();
        assumeTrue(missing == null, missing);
        hosts(hostOf, UcxWire::new, body);
    }

    @Nested
    @Tag("long")
    class UcxOneSidedTwoInBlocks extends TransportContract {
        @Override
        protected void run(int npes, Body body) throws Exception {
            String missing = UcxLibrary.missing();
            assumeTrue(missing == null, missing);
            hosts(HostsJob.blocks(npes, 2), receiver -> new UcxWire(receiver, 1), body);
        }
    }

    private static void hosts(int[] hostOf, Function<Wire.Receiver, Wire> wires, TransportContract.Body body)
            throws Exception {
        int start = TransportContract.START;
        var shape = new Shape(hostOf.length, start, start, TransportContract.BYTES, 0);
        HostsJob.transports(shape, hostOf, wires, body);
    }
}
