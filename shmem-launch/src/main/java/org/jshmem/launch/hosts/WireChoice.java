// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jshmem.launch.system.Refused;
import org.jshmem.ucx.HostAgent;
import org.jshmem.ucx.Ports;

/// The wire of a job, `--wire`: sockets need nothing and let only the job's processes connect; UCX, which has to be on
/// all hosts in one version, is for fabrics that are faster than TCP.
///
/// @param isUcx whether it is UCX, else TCP sockets
/// @param why in words
public record WireChoice(boolean isUcx, String why) {
    static final String AUTO = "auto";
    static final String TCP = "tcp";
    static final String UCX = "ucx";
    private static final String TCP_AT = "tcp:";

    /// Refuses wires that there are not.
    public static void check(String asked) {
        if (asked.equals(AUTO) || asked.equals(UCX) || asked.equals(TCP)) return;
        if (!isTcp(asked)) {
            throw new Refused("--wire '%s' is unknown; use one of tcp, tcp:LOW-HIGH, ucx, auto".formatted(asked));
        }
        if (ports(asked) == null) {
            throw new Refused(
                    "--wire '%s' is not a range of ports from 1 to 65535; use tcp:LOW-HIGH, such as tcp:40000-40100"
                            .formatted(asked));
        }
    }

    private static boolean isTcp(String asked) {
        return asked.equals(TCP) || asked.startsWith(TCP_AT);
    }

    /// The ports that were asked for; null where these are none.
    static Ports ports(String asked) {
        return asked.startsWith(TCP_AT) ? Ports.parse(asked.substring(TCP_AT.length())) : Ports.ANY;
    }

    /// What a host has of UCX.
    ///
    /// @param version empty where it cannot be used
    /// @param missing why it cannot be used, else empty
    record Offer(String host, String version, String missing) {}

    /// Why this host does not offer UCX, or null. Unless the user asks for UCX it is not loaded without a device.
    static String missing(String asked, Path system) {
        if (isTcp(asked)) return "--wire tcp";
        if (asked.equals(AUTO) && !hasRdma(system)) return "no InfiniBand or RoCE device is active";
        return HostAgent.missing();
    }

    private static boolean hasRdma(Path system) {
        try (Stream<Path> devices = Files.list(system.resolve("class/infiniband"))) {
            for (Path device : devices.toList()) {
                try (Stream<Path> ports = Files.list(device.resolve("ports"))) {
                    for (Path port : ports.toList()) {
                        if (Files.readString(port.resolve("state")).contains("ACTIVE")) return true;
                    }
                }
            }
        } catch (IOException e) {
            // the kernel has no such devices
        }
        return false;
    }

    /// Of hosts that [#AUTO], [#TCP] or [#UCX] was asked for; refuses by name a host that lacks what was asked for.
    static WireChoice of(String asked, List<Offer> offers) {
        if (isTcp(asked)) return new WireChoice(false, "--wire " + asked);
        String why = obstacle(offers);
        if (why == null)
            return new WireChoice(true, asked.equals(UCX) ? "--wire ucx" : "all hosts have it, and a device");
        if (asked.equals(UCX)) throw new Refused(why);
        return new WireChoice(false, why);
    }

    private static String obstacle(List<Offer> offers) {
        Offer first = offers.getFirst();
        for (Offer offer : offers) {
            if (!offer.missing.isEmpty()) return "host %s: %s".formatted(offer.host, offer.missing);
            if (offer.version.equals(first.version)) continue;
            return "host %s and host %s differ in version of UCX (%s, %s); all hosts need the same"
                    .formatted(first.host, offer.host, first.version, offer.version);
        }
        return null;
    }

    /// Its name as `--wire` has it, and why it was chosen.
    String name() {
        return "%s (%s)".formatted(isUcx ? UCX : TCP, why);
    }

    /// For the user who wants to know.
    String text(List<String> names, List<String> addresses) {
        if (isUcx) return "hosts are connected by UCX: " + why;
        List<String> listening = IntStream.range(0, names.size())
                .mapToObj(h -> names.get(h) + " at " + addresses.get(h))
                .toList();
        return "hosts are connected by TCP sockets (%s): %s".formatted(String.join(", ", listening), why);
    }
}
