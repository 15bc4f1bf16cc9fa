// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import java.io.IOException;
import java.math.BigInteger;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

/// The addresses of one host, as its own process of the launcher sees them.
///
/// @param stack name of the kernel's network stack; two hosts with one stack are one machine
/// @param addresses addresses of interfaces that are up, except loopback
record Interfaces(String stack, List<Address> addresses) {
    private static final long LINK_NANOS = 2_000_000_000;
    private static final long RETRY_NANOS = 50_000_000;

    /// An address, and the number of its bits that name the network.
    record Address(InetAddress ip, int networkBits) {
        boolean isV4() {
            return ip instanceof Inet4Address;
        }

        /// Whether both addresses are different ones of the same network.
        boolean isBeside(Address other) {
            byte[] a = ip.getAddress();
            byte[] b = other.ip.getAddress();
            if (a.length != b.length || networkBits != other.networkBits) return false;
            BigInteger difference = new BigInteger(1, a).xor(new BigInteger(1, b));
            return difference.signum() != 0 && difference.bitLength() <= 8 * a.length - networkBits;
        }
    }

    /// The addresses of this host. The kernel takes up to a second to report a link that was just started as up; if no
    /// other link has an address, this method waits for it.
    static Interfaces own() {
        long deadline = System.nanoTime() + LINK_NANOS;
        while (true) {
            List<Address> up = new ArrayList<>();
            List<Address> pending = new ArrayList<>();
            try {
                for (NetworkInterface each :
                        NetworkInterface.networkInterfaces().toList()) {
                    if (!each.isLoopback()) addAddresses(each, each.isUp() ? up : pending);
                }
            } catch (SocketException e) {
                // the addresses found so far are used
            }
            if (!up.isEmpty() || pending.isEmpty() || System.nanoTime() - deadline > 0) {
                return new Interfaces(stackHere(), up);
            }
            LockSupport.parkNanos(RETRY_NANOS);
        }
    }

    private static void addAddresses(NetworkInterface link, List<Address> addresses) {
        for (InterfaceAddress address : link.getInterfaceAddresses()) {
            InetAddress ip = address.getAddress();
            if (ip.isLinkLocalAddress() || ip.isLoopbackAddress()) continue;
            addresses.add(new Address(ip, address.getNetworkPrefixLength()));
        }
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
