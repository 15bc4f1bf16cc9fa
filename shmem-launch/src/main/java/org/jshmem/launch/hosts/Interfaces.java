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
/// @param stack names the network of the kernel that the host's processes share; two hosts of one stack are one machine
/// @param addresses of interfaces that are up, except loopback
record Interfaces(String stack, List<Address> addresses) {

    /// An address, and how many of its bits are the network's.
    record Address(InetAddress ip, int networkBits) {
        boolean isV4() {
            return ip instanceof Inet4Address;
        }

        /// Whether both are in one network, at different places in it.
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

    /// Of this host.
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
            // it has those that were found
        }
        return new Interfaces(stackHere(), addresses);
    }

    /// Where the kernel hides it, no other host's is the same.
    private static String stackHere() {
        try {
            String boot = Files.readString(Path.of("/proc/sys/kernel/random/boot_id"));
            return boot.strip() + " " + Files.readSymbolicLink(Path.of("/proc/self/ns/net"));
        } catch (IOException e) {
            return UUID.randomUUID().toString();
        }
    }
}
