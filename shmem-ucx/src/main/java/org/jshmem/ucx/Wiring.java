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
/// @param oneSidedFrom the smallest number of bytes that UCX copies by one-sided operations
public record Wiring(SocketKey key, Ports ports, long oneSidedFrom) {
    /// Connections by UCX.
    public static final Wiring UCX = ucx(Long.MAX_VALUE);

    private static final String OF_UCX = "ucx";
    private static final String TCP = "tcp";
    private static final String TCPS = "tcps";

    private static final String AT = ":";
    private static final long NEVER = Long.MAX_VALUE;

    /// Connections by UCX, with one-sided operations for blocks of this many bytes or more.
    public static Wiring ucx(long oneSidedFrom) {
        return new Wiring(null, Ports.ANY, oneSidedFrom);
    }

    /// Connections by sockets, with a new key; agents listen on one of these ports. If `seals`, they encrypt.
    public static Wiring sockets(Ports ports, boolean seals) {
        return new Wiring(SocketKey.random(seals), ports, NEVER);
    }

    /// Parses the result of [#text].
    static Wiring parse(String text) {
        int at = text.indexOf(AT);
        if (!text.startsWith(TCP)) return at < 0 ? UCX : ucx(Long.parseLong(text.substring(at + 1)));
        boolean seals = text.startsWith(TCPS);
        byte[] key = HexFormat.of().parseHex(text, (seals ? TCPS : TCP).length(), at < 0 ? text.length() : at);
        return new Wiring(new SocketKey(key, seals), at < 0 ? Ports.ANY : Ports.parse(text.substring(at + 1)), NEVER);
    }

    /// The wiring as text. It contains the key, so it is for processes of the job only.
    String text() {
        if (key == null) return oneSidedFrom == NEVER ? OF_UCX : OF_UCX + AT + oneSidedFrom;
        String kind = key.seals() ? TCPS : TCP;
        return kind + HexFormat.of().formatHex(key.bytes()) + (ports.equals(Ports.ANY) ? "" : AT + ports);
    }

    /// The wires of PEs, which connect to agents and listen on no port.
    Function<Wire.Receiver, Wire> ofPe() {
        return ofAgent(null);
    }

    /// The wire of an agent on the host with this address.
    Function<Wire.Receiver, Wire> ofAgent(InetAddress own) {
        if (key == null) return receiver -> new UcxWire(receiver, oneSidedFrom);
        return receiver -> new SocketWire(receiver, key, own, ports);
    }
}
