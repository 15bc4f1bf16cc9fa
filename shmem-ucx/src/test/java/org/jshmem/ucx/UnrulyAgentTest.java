// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.util.function.Function;

/// The agent on a wire that delays and reorders.
final class UnrulyAgentTest extends AgentContract {
    private final UnrulyNet net = new UnrulyNet(Long.getLong("jshmem.seed", 17));

    @Override
    Function<Wire.Receiver, Wire> wires() {
        return net::wire;
    }
}
