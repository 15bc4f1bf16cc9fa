// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/// The agent and one-sided operations of UCX, over this host's loopback.
final class UcxOneSidedAgentTest extends AgentContract {
    @Override
    Function<Wire.Receiver, Wire> wires() {
        String missing = UcxLibrary.missing();
        assumeTrue(missing == null, missing);
        return receiver -> new UcxWire(receiver, 1024);
    }

    /// Without this test, a key that cannot be used would go unnoticed: messages replace it.
    @Test
    void aKeyLetsAnotherEndWriteAndReadRegisteredMemory() {
        Wire.Receiver none = (from, header, data, bytes) -> {};
        try (Arena arena = Arena.ofConfined();
                Wire owner = wires().apply(none);
                Wire user = wires().apply(none)) {
            MemorySegment theirs = arena.allocate(1 << 20, 8);
            MemorySegment own = arena.allocate(1 << 20, 8).fill((byte) 7);
            byte[] key = owner.register(theirs.address(), theirs.byteSize());
            long link = user.connect(owner.address());
            long usable = user.unpack(link, key);
            assertNotEquals(0, usable);
            end(user.put(link, usable, own.address(), theirs.address(), 1 << 20), owner, user);
            end(user.flush(link), owner, user);
            assertEquals(-1, theirs.mismatch(own));
            theirs.fill((byte) 9);
            end(user.get(link, usable, theirs.address(), own.address(), 1 << 20), owner, user);
            assertEquals(-1, theirs.mismatch(own));
        }
    }

    private static void end(long number, Wire owner, Wire user) {
        while (number != 0 && !user.isSent(number)) {
            user.progress();
            owner.progress();
        }
    }

    /// No test here: over TCP, UCX copies in pieces that end within elements.
    @Override
    void elementsOfLongPutsAndGetsAreNeverTorn() {}
}
