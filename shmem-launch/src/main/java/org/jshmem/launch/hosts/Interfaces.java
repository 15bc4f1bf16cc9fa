// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/// The addresses of one host, as its own process of the launcher sees them.
///
/// @param stack name of the kernel's network stack; two hosts with one stack are one machine
/// @param addresses addresses of interfaces that are up, except loopback
record Interfaces(String stack, List<Address> addresses) {

    /// An address, and the number of its bits that name the network.
    record Address(InetAddress ip, int networkBits) {
        boolean isV4() {
            return ip instanceof Inet4Address;
        }

        /// Whether both addresses are different ones of the same network.
        boolean isBeside(Address other) {
            byte[] a = ip.getAddress();
            byte[] b = other.ip.getAddress();
            if (a.length != b.length || networkBits != other.networkBits || Arrays.equals(a, b)) return false;
            for (int bit = 0; bit < networkBits; bit++) {
                if (((a[bit >> 3] ^ b[bit >> 3]) & 0x80 >> (bit & 7)) != 0) return false;
            }
            return true;
        }
    }

    /// The addresses of this host.
    static Interfaces own() {
        List<Address> addresses = new ArrayList<>();
        try {
            for (NetworkInterface each : NetworkInterface.networkInterfaces().toList()) {
                if (!each.isUp() || each.isLoopback()) continue;
                for (InterfaceAddress address : each.getInterfaceAddresses()) {
                    InetAddress ip = address.getAddress();
                    if (ip.isLinkLocalAddress() || ip.isLoopbackAddress()) continue;
                    addresses.add(new Address(ip, address.getNetworkPrefixLength()));
                }
            }
        } catch (SocketException e) {
            // the addresses found so far are used
        }
        return new Interfaces(stackHere(), addresses);
    }

    /// The name of the network stack. If the kernel hides it, the name is random: no other host's is equal.
    private static String stackHere() {
        try {
            String boot = Files.readString(Path.of("/proc/sys/kernel/random/boot_id"));
            return boot.strip() + " " + Files.readSymbolicLink(Path.of("/proc/self/ns/net"));
        } catch (IOException e) {
            return UUID.randomUUID().toString();
        }
    }
}
