// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.Arena;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The agent on UCX, over this host's loopback.
final class UcxAgentTest extends AgentContract {
    @Override
    Function<Wire.Receiver, Wire> wires() {
        String missing = UcxLibrary.missing();
        assumeTrue(missing == null, missing);
        return UcxWire::new;
    }

    @Test
    @Timeout(60)
    void aMessageWithAHeaderOfAnotherLengthIsRefused() {
        Function<Wire.Receiver, Wire> wires = wires();
        Wire.Receiver none = (from, header, data, bytes) -> fail("a header of 8 bytes is read as a whole one");
        try (Arena arena = Arena.ofConfined();
                Wire here = wires.apply(none);
                Wire there = wires.apply(none)) {
            long link = here.connect(there.address());
            here.send(
                    link,
                    arena.allocate(8, 8).address(),
                    8,
                    arena.allocate(8, 8).address(),
                    8);
            var refused = assertThrows(Wire.BrokenException.class, () -> {
                while (true) {
                    here.progress();
                    there.progress();
                }
            });
            assertEquals(
                    "a message has a header of 8 bytes instead of %d; use one build on all hosts"
                            .formatted(Message.HEADER_BYTES),
                    refused.getMessage());
        }
    }
}
