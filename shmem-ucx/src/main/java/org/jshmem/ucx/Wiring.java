// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.net.InetAddress;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.function.Function;

/// The connections between the hosts of a job: UCX, or sockets whose ends prove to each other that they have the job's
/// key.
public final class Wiring {
    /// Connections by UCX.
    public static final Wiring UCX = new Wiring(new byte[0], Ports.ANY);

    private static final String TCP = "tcp";

    private static final String AT = ":";

    private final byte[] key;
    private final Ports ports;

    private Wiring(byte[] key, Ports ports) {
        this.key = key;
        this.ports = ports;
    }

    /// Connections by sockets, with a new key; agents listen on one of these ports.
    public static Wiring sockets(Ports ports) {
        byte[] key = new byte[Handshake.BYTES];
        new SecureRandom().nextBytes(key);
        return new Wiring(key, ports);
    }

    /// Parses the result of [#text].
    static Wiring parse(String text) {
        if (!text.startsWith(TCP)) return UCX;
        int at = text.indexOf(AT);
        byte[] key = HexFormat.of().parseHex(text, TCP.length(), at < 0 ? text.length() : at);
        return new Wiring(key, at < 0 ? Ports.ANY : Ports.parse(text.substring(at + 1)));
    }

    /// The wiring as text. It contains the key, so it is for processes of the job only.
    String text() {
        if (key.length == 0) return "ucx";
        return TCP + HexFormat.of().formatHex(key) + (ports.equals(Ports.ANY) ? "" : AT + ports);
    }

    /// The wires of PEs, which connect to agents and listen on no port.
    Function<Wire.Receiver, Wire> ofPe() {
        return ofAgent(null);
    }

    /// The wire of an agent on the host with this address.
    Function<Wire.Receiver, Wire> ofAgent(InetAddress own) {
        return key.length == 0 ? UcxWire::new : receiver -> new SocketWire(receiver, key, own, ports);
    }
}
