// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.net.InetAddress;
import java.util.HexFormat;
import java.util.function.Function;

/// The connections between the hosts of a job: UCX, or sockets whose ends prove to each other that they have the job's
/// key.
///
/// @param key null for UCX
/// @param ports the ports on which agents listen
public record Wiring(SocketKey key, Ports ports) {
    /// Connections by UCX.
    public static final Wiring UCX = new Wiring(null, Ports.ANY);

    private static final String TCP = "tcp";
    private static final String TCPS = "tcps";

    private static final String AT = ":";

    /// Connections by sockets, with a new key; agents listen on one of these ports. If `seals`, they encrypt.
    public static Wiring sockets(Ports ports, boolean seals) {
        return new Wiring(SocketKey.random(seals), ports);
    }

    /// Parses the result of [#text].
    static Wiring parse(String text) {
        if (!text.startsWith(TCP)) return UCX;
        boolean seals = text.startsWith(TCPS);
        int at = text.indexOf(AT);
        byte[] key = HexFormat.of().parseHex(text, (seals ? TCPS : TCP).length(), at < 0 ? text.length() : at);
        return new Wiring(new SocketKey(key, seals), at < 0 ? Ports.ANY : Ports.parse(text.substring(at + 1)));
    }

    /// The wiring as text. It contains the key, so it is for processes of the job only.
    String text() {
        if (key == null) return "ucx";
        String kind = key.seals() ? TCPS : TCP;
        return kind + HexFormat.of().formatHex(key.bytes()) + (ports.equals(Ports.ANY) ? "" : AT + ports);
    }

    /// The wires of PEs, which connect to agents and listen on no port.
    Function<Wire.Receiver, Wire> ofPe() {
        return ofAgent(null);
    }

    /// The wire of an agent on the host with this address.
    Function<Wire.Receiver, Wire> ofAgent(InetAddress own) {
        return key == null ? UcxWire::new : receiver -> new SocketWire(receiver, key, own, ports);
    }
}
