// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.util.function.Function;

/// The agent on a wire whose one-sided puts arrive later than messages.
final class UnrulyOneSidedAgentTest extends AgentContract {
    private final UnrulyNet net = new UnrulyNet(Long.getLong("jshmem.seed", 17), 64);

    @Override
    Function<Wire.Receiver, Wire> wires() {
        return net::wire;
    }
}
