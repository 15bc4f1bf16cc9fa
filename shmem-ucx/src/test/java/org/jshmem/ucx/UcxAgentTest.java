// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.function.Function;

/// The agent on UCX, over this host's loopback.
final class UcxAgentTest extends AgentContract {
    @Override
    Function<Wire.Receiver, Wire> wires() {
        String missing = UcxLibrary.missing();
        assumeTrue(missing == null, missing);
        return UcxWire::new;
    }
}
