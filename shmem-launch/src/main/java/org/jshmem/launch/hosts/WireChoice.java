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

/// The wire of a job, `--wire`. Sockets need no installation and let only the job's processes connect. UCX, which all
/// hosts need in one version, is for fabrics that are faster than TCP.
///
/// @param isUcx whether the wire is UCX, else TCP sockets
/// @param why the reason, in words
public record WireChoice(boolean isUcx, String why) {
    static final String AUTO = "auto";
    static final String TCP = "tcp";
    static final String UCX = "ucx";
    private static final String TCP_AT = "tcp:";

    /// Refuses unknown wires.
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

    /// The ports of `--wire`; null if the text is not a range of ports.
    static Ports ports(String asked) {
        return asked.startsWith(TCP_AT) ? Ports.parse(asked.substring(TCP_AT.length())) : Ports.ANY;
    }

    /// The UCX of a host.
    ///
    /// @param version its version; empty if the host cannot use it
    /// @param missing the reason why the host cannot use it, else empty
    record Offer(String host, String version, String missing) {}

    /// The reason why this host does not offer UCX, or null. Without `--wire ucx`, UCX is loaded only if a device
    /// is active.
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

    /// Chooses the wire of the hosts for [#AUTO], [#TCP] or [#UCX]. Throws [Refused], with the name of the host,
    /// if [#UCX] is chosen and a host lacks it.
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

    /// Its name as `--wire` has it, and the reason for the choice.
    String name() {
        return "%s (%s)".formatted(isUcx ? UCX : TCP, why);
    }

    /// The description for SHMEM_DEBUG.
    String text(List<String> names, List<String> addresses) {
        if (isUcx) return "hosts are connected by UCX: " + why;
        List<String> listening = IntStream.range(0, names.size())
                .mapToObj(h -> names.get(h) + " at " + addresses.get(h))
                .toList();
        return "hosts are connected by TCP sockets (%s): %s".formatted(String.join(", ", listening), why);
    }
}
