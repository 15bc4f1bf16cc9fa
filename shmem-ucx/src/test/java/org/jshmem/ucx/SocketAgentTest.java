// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.net.InetAddress;
import java.util.function.Function;

/// The agent on sockets, over this host's loopback.
final class SocketAgentTest extends AgentContract {
    private final Function<Wire.Receiver, Wire> wires = onLoopback();

    /// Ends of one job, which have a key that no other job has.
    static Function<Wire.Receiver, Wire> onLoopback() {
        return onLoopback(false);
    }

    static Function<Wire.Receiver, Wire> onLoopback(boolean seals) {
        return Wiring.sockets(Ports.ANY, seals).ofAgent(InetAddress.getLoopbackAddress());
    }

    @Override
    Function<Wire.Receiver, Wire> wires() {
        return wires;
    }
}
