// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.net.InetAddress;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.function.Function;

/// How the hosts of a job are connected: by UCX, or by sockets, whose ends prove to each other that they have the
/// job's key.
public final class Wiring {
    /// By UCX.
    public static final Wiring UCX = new Wiring(new byte[0], Ports.ANY);

    private static final String TCP = "tcp";

    private static final String AT = ":";

    private final byte[] key;
    private final Ports ports;

    private Wiring(byte[] key, Ports ports) {
        this.key = key;
        this.ports = ports;
    }

    /// By sockets, with a new key, of which those that listen have one of these ports.
    public static Wiring sockets(Ports ports) {
        byte[] key = new byte[Handshake.BYTES];
        new SecureRandom().nextBytes(key);
        return new Wiring(key, ports);
    }

    /// Reads what [#text] wrote.
    static Wiring parse(String text) {
        if (!text.startsWith(TCP)) return UCX;
        int at = text.indexOf(AT);
        byte[] key = HexFormat.of().parseHex(text, TCP.length(), at < 0 ? text.length() : at);
        return new Wiring(key, at < 0 ? Ports.ANY : Ports.parse(text.substring(at + 1)));
    }

    /// With the key, so only for processes of the job.
    String text() {
        if (key.length == 0) return "ucx";
        return TCP + HexFormat.of().formatHex(key) + (ports.equals(Ports.ANY) ? "" : AT + ports);
    }

    /// The ends of PEs, which connect to agents and listen on no port.
    Function<Wire.Receiver, Wire> ofPe() {
        return ofAgent(null);
    }

    /// The end of an agent on the host with this address.
    Function<Wire.Receiver, Wire> ofAgent(InetAddress own) {
        return key.length == 0 ? UcxWire::new : receiver -> new SocketWire(receiver, key, own, ports);
    }
}
