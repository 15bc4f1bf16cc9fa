// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jshmem.launch.os.Refused;
import org.junit.jupiter.api.Test;

class DebuggedTest {
    @Test
    void aPortThatIsTakenIsRefusedWithThePe() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();
            int pe = port - 5005;
            var refused = assertThrows(Refused.class, () -> new Debugged(new TreeSet<>(Set.of(pe)), pe + 1));
            assertTrue(
                    refused.getMessage()
                            .startsWith("--debug %d: port %d of this host cannot be used, ".formatted(pe, port)),
                    refused::getMessage);
        }
    }

    @Test
    void aJvmWithoutSuchPesGetsNoOption() {
        assertEquals(List.of(), new Debugged(new TreeSet<>(), 4).flags(0, 4));
    }
}
