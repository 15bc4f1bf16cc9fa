// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jshmem.launch.hosts.Interfaces.Address;
import org.jshmem.launch.system.Refused;
import org.junit.jupiter.api.Test;

class ListenAddressesTest {
    private static final List<String> NAMES = List.of("a", "b");
    private static final String BRIDGE = "172.17.0.1/16"; // Docker's, the same on each host

    private static Interfaces host(String stack, String... addresses) {
        return new Interfaces(
                stack,
                Arrays.stream(addresses)
                        .map(text -> text.split("/"))
                        .map(parts -> new Address(InetAddress.ofLiteral(parts[0]), Integer.parseInt(parts[1])))
                        .toList());
    }

    private static String chosen(Map<String, String> known, Interfaces... hosts) {
        return chosen(NAMES, known, hosts);
    }

    private static String chosen(List<String> names, Map<String, String> known, Interfaces... hosts) {
        List<InetAddress> chosen = ListenAddresses.of(
                names,
                List.of(hosts),
                name -> known.containsKey(name) ? List.of(InetAddress.ofLiteral(known.get(name))) : List.of());
        return chosen.stream().map(InetAddress::getHostAddress).toList().toString();
    }

    @Test
    void hostsThatAreOneMachineListenOnItsLoopback() {
        assertEquals("[127.0.0.1, 127.0.0.1]", chosen(Map.of(), host("m", "10.0.0.1/24"), host("m", "10.0.0.1/24")));
    }

    @Test
    void theAddressThatTheLauncherKnowsIsTaken() {
        var known = Map.of("a", "10.1.0.1", "b", "10.1.0.2");
        Interfaces a = host("m", BRIDGE, "10.0.0.1/24", "10.1.0.1/24");
        Interfaces b = host("n", BRIDGE, "10.0.0.2/24", "10.1.0.2/24");
        assertEquals("[10.1.0.1, 10.1.0.2]", chosen(known, a, b));
        assertEquals("[10.1.0.1, 10.1.0.2]", chosen(List.of("me@a", "you@b"), known, a, b), "with the user for ssh");
    }

    @Test
    void withoutOneItIsInANetworkOfAllHostsAndNotABridge() {
        var known = Map.of("a", "127.0.1.1");
        Interfaces a = host("m", BRIDGE, "192.168.7.1/24", "10.1.0.1/23", "fd00::1/64");
        Interfaces b = host("n", BRIDGE, "10.1.1.2/23", "fd00::2/64");
        assertEquals("[10.1.0.1, 10.1.1.2]", chosen(known, a, b));
        assertEquals("[10.1.0.1, 10.2.0.1]", chosen(known, host("m", "10.1.0.1/24"), host("n", "10.2.0.1/24")));
    }

    @Test
    void whereAHostHasOnlyTheLaterProtocolAllUseIt() {
        Interfaces a = host("m", "10.1.0.1/24", "fd00::1/64");
        assertEquals("[fd00:0:0:0:0:0:0:1, fd00:0:0:0:0:0:0:2]", chosen(Map.of(), a, host("n", "fd00::2/64")));
    }

    @Test
    void aHostWithoutAnAddressIsRefusedByName() {
        var refused = assertThrows(Refused.class, () -> chosen(Map.of(), host("m", "10.1.0.1/24"), host("n")));
        assertEquals("host b has no address besides loopback; start an interface there", refused.getMessage());
    }
}
