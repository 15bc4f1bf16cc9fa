// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jshmem.launch.hosts.Interfaces.Address;
import org.jshmem.launch.system.Refused;

/// The choice of the one address of each host on which its agent listens.
/*
 * Hosts that are one machine use its loopback alone. A host with one address uses it. Otherwise it is the address that
 * the launcher finds for the host's name. The host may lack that address, as for an alias of ssh, or for 127.0.1.1 of
 * the launcher's host. Then it is an address in a network that all hosts share, where each has a different address,
 * since a bridge for containers has the same address on each host. The last resort is the host's first address.
 */
final class ListenAddresses {
    private static final long LOOKUP_SECONDS = 5;

    private ListenAddresses() {}

    /// Returns one address for each host.
    static List<InetAddress> of(List<String> names, List<Interfaces> hosts) {
        return of(names, hosts, ListenAddresses::lookUp);
    }

    static List<InetAddress> of(
            List<String> names, List<Interfaces> hosts, Function<String, List<InetAddress>> lookUp) {
        if (hosts.stream().map(Interfaces::stack).distinct().count() == 1) {
            return hosts.stream().map(host -> InetAddress.getLoopbackAddress()).toList();
        }
        boolean v4 = hosts.stream()
                .map(Interfaces::addresses)
                .allMatch(own -> own.isEmpty() || own.stream().anyMatch(Address::isV4));
        List<List<Address>> usable = hosts.stream()
                .map(host ->
                        host.addresses().stream().filter(a -> a.isV4() == v4).toList())
                .toList();
        List<InetAddress> chosen = new ArrayList<>();
        for (int h = 0; h < hosts.size(); h++) chosen.add(of(names.get(h), usable.get(h), usable, lookUp));
        return chosen;
    }

    private static InetAddress of(
            String name, List<Address> own, List<List<Address>> all, Function<String, List<InetAddress>> lookUp) {
        if (own.isEmpty()) {
            throw new Refused("host %s has no address besides loopback; start an interface there".formatted(name));
        }
        if (own.size() == 1) return own.getFirst().ip();
        List<InetAddress> known = lookUp.apply(name.substring(name.lastIndexOf('@') + 1)); // without the user for ssh
        for (Address address : own) if (known.contains(address.ip())) return address.ip();
        for (Address address : own) {
            boolean common = all.stream()
                    .filter(other -> other != own)
                    .allMatch(other -> other.stream().anyMatch(address::isBeside));
            if (common) return address.ip();
        }
        return own.getFirst().ip();
    }

    /// Finds the addresses of a name. A name service that does not answer delays the start by 5 s, and prevents
    /// nothing.
    private static List<InetAddress> lookUp(String name) {
        return CompletableFuture.supplyAsync(() -> {
                    try {
                        return List.of(InetAddress.getAllByName(name));
                    } catch (UnknownHostException e) {
                        return List.<InetAddress>of();
                    }
                })
                .completeOnTimeout(List.of(), LOOKUP_SECONDS, TimeUnit.SECONDS)
                .join();
    }
}
