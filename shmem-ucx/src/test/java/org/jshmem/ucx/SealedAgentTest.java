// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.util.function.Function;

/// The agent on sockets that encrypt.
final class SealedAgentTest extends AgentContract {
    private final Function<Wire.Receiver, Wire> wires = SocketAgentTest.onLoopback(true);

    @Override
    Function<Wire.Receiver, Wire> wires() {
        return wires;
    }
}
