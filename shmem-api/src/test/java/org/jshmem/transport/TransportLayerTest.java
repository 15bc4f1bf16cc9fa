// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import java.lang.reflect.Method;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TransportLayerTest {

    /// A default of the seam would hide what the transport below does. A subclass has channels of its own.
    @Test
    void everyCallButThoseForChannelsIsPassedOn() {
        for (Method call : Transport.class.getMethods()) {
            // over virtualTime(); a layer sees all waits and looks
            boolean over = Set.of("threadLevel", "awaitLater", "spins").contains(call.getName());
            if (over || call.getReturnType() == Channel.class) continue;
            assertDoesNotThrow(() -> TransportLayer.class.getDeclaredMethod(call.getName(), call.getParameterTypes()));
        }
    }
}
