// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jshmem.launch.system.Numbers;
import org.jshmem.launch.system.Refused;
import org.jshmem.ucx.HostAgent;
import org.jshmem.ucx.Ports;
import org.jshmem.ucx.Wiring;

/// The wire of a job, `--wire`. Sockets need no installation and let only the job's processes connect; `tcps` also
/// encrypts. UCX, which all hosts need in one version, is for fabrics that are faster than TCP. With `ucx:SIZE` it
/// copies blocks of this size or more by one-sided operations.
///
/// @param kind `tcp`, `tcps` or `ucx`
/// @param why the reason, in words
public record WireChoice(String kind, String why) {
    static final String AUTO = "auto";
    static final String TCP = "tcp";
    static final String TCPS = "tcps";
    static final String UCX = "ucx";
    private static final String AT = ":";

    /// Refuses unknown wires.
    public static void check(String asked) {
        if (asked.equals(AUTO)) return;
        if (kind(asked).equals(UCX)) {
            oneSidedFrom(asked);
            return;
        }
        if (!isTcp(asked)) {
            throw new Refused(
                    "--wire '%s' is unknown; use one of tcp, tcps, tcp:LOW-HIGH, tcps:LOW-HIGH, ucx, ucx:SIZE, auto"
                            .formatted(asked));
        }
        if (ports(asked) == null) {
            throw new Refused(
                    "--wire '%s' is not a range of ports from 1 to 65535; use %2$s:LOW-HIGH, such as %2$s:40000-40100"
                            .formatted(asked, kind(asked)));
        }
    }

    private static boolean isTcp(String asked) {
        return kind(asked).equals(TCP) || kind(asked).equals(TCPS);
    }

    private static String kind(String asked) {
        return asked.split(AT, 2)[0];
    }

    /// The ports of `--wire`; null if the text is not a range of ports.
    static Ports ports(String asked) {
        int at = asked.indexOf(AT);
        return at < 0 ? Ports.ANY : Ports.parse(asked.substring(at + 1));
    }

    /// The smallest number of bytes that UCX copies by one-sided operations.
    private static long oneSidedFrom(String asked) {
        int at = asked.indexOf(AT);
        if (at < 0) return Long.MAX_VALUE;
        return Numbers.bytes("--wire " + UCX + AT, asked.substring(at + 1));
    }

    boolean isUcx() {
        return kind.equals(UCX);
    }

    /// The connections of a job that has this wire because `asked` is the value of `--wire`.
    Wiring wiring(String asked) {
        return isUcx() ? Wiring.ucx(oneSidedFrom(asked)) : Wiring.sockets(ports(asked), kind.equals(TCPS));
    }

    /// The UCX of a host.
    ///
    /// @param version its version; empty if the host cannot use it
    /// @param missing the reason why the host cannot use it, else empty
    record Offer(String host, String version, String missing) {}

    /// The reason why this host does not offer UCX, or null. Without `--wire ucx`, UCX is loaded only if a device
    /// is active.
    static String missing(String asked, Path system) {
        if (isTcp(asked)) return "--wire " + kind(asked);
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

    /// Chooses the wire of the hosts for a value of `--wire`. Throws [Refused], with the name of the host,
    /// if [#UCX] is chosen and a host lacks it.
    static WireChoice of(String asked, List<Offer> offers) {
        if (isTcp(asked)) return new WireChoice(kind(asked), "--wire " + asked);
        String why = obstacle(offers);
        if (why == null)
            return new WireChoice(UCX, asked.equals(AUTO) ? "all hosts have it, and a device" : "--wire " + asked);
        if (!asked.equals(AUTO)) throw new Refused(why);
        return new WireChoice(TCP, why);
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
        return "%s (%s)".formatted(kind, why);
    }

    /// The description for SHMEM_DEBUG.
    String text(List<String> names, List<String> addresses) {
        if (isUcx()) return "hosts are connected by UCX: " + why;
        List<String> listening = IntStream.range(0, names.size())
                .mapToObj(h -> names.get(h) + " at " + addresses.get(h))
                .toList();
        String sockets = kind.equals(TCPS) ? "encrypted TCP sockets" : "TCP sockets";
        return "hosts are connected by %s (%s): %s".formatted(sockets, String.join(", ", listening), why);
    }
}
