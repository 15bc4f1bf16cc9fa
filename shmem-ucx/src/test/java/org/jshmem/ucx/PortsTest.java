// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PortsTest {
    private static final InetAddress HERE = InetAddress.getLoopbackAddress();

    @Test
    void theFirstFreePortIsTakenAndAFullRangeIsNamed() throws Exception {
        try (var first = ServerSocketChannel.open();
                var second = ServerSocketChannel.open()) {
            Ports.ANY.bind(first, HERE, 1);
            int taken = port(first);
            var full = new Ports(taken, taken);
            var refused = assertThrows(BindException.class, () -> full.bind(second, HERE, 1));
            assertEquals(
                    "none of the ports %d-%d can be taken (Address already in use); give --wire other ports"
                            .formatted(taken, taken),
                    refused.getMessage());
            var elsewhere = InetAddress.ofLiteral("192.0.2.1");
            var notHere = assertThrows(BindException.class, () -> full.bind(second, elsewhere, 1));
            assertTrue(notHere.getMessage().contains("(Cannot assign requested address)"), notHere.getMessage());
            new Ports(taken, Math.min(taken + 100, 65_535)).bind(second, HERE, 1);
            assertTrue(port(second) > taken, "port " + port(second));
        }
    }

    private static int port(ServerSocketChannel server) throws Exception {
        return ((InetSocketAddress) server.getLocalAddress()).getPort();
    }

    @Test
    void aRangeReachesTheHostsWithTheKey() {
        Ports ports = Ports.parse("40000-40100");
        assertEquals(new Ports(40_000, 40_100), ports);
        String text = Wiring.sockets(ports, false).text();
        assertTrue(text.endsWith(":40000-40100"), "ends in " + text.substring(text.length() - 12));
        assertEquals(text, Wiring.parse(text).text());
        String any = Wiring.sockets(Ports.ANY, false).text();
        assertEquals(any, Wiring.parse(any).text());
        String sealed = Wiring.sockets(ports, true).text();
        assertEquals(sealed, Wiring.parse(sealed).text());
        assertTrue(sealed.startsWith("tcps"), "begins with " + sealed.substring(0, 4));
        assertEquals("ucx", Wiring.parse("ucx").text());
        assertEquals(Wiring.ucx(16384), Wiring.parse(Wiring.ucx(16384).text()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "40000", "40000-", "2-1", "0-5", "1-65536", "1-2-3", "a-b", "-1-5", "999999-1"})
    void whatIsNoRangeIsNone(String text) {
        assertNull(Ports.parse(text));
    }
}
