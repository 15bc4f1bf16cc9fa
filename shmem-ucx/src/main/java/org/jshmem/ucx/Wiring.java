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
    public static final Wiring UCX = new Wiring(new byte[0]);

    private static final String TCP = "tcp";

    private final byte[] key;

    private Wiring(byte[] key) {
        this.key = key;
    }

    /// By sockets, with a new key.
    public static Wiring sockets() {
        byte[] key = new byte[Handshake.BYTES];
        new SecureRandom().nextBytes(key);
        return new Wiring(key);
    }

    /// Reads what [#text] wrote.
    static Wiring parse(String text) {
        return text.startsWith(TCP) ? new Wiring(HexFormat.of().parseHex(text, TCP.length(), text.length())) : UCX;
    }

    /// With the key, so only for processes of the job.
    String text() {
        return key.length == 0 ? "ucx" : TCP + HexFormat.of().formatHex(key);
    }

    /// The ends of PEs, which connect to agents and listen on no port.
    Function<Wire.Receiver, Wire> ofPe() {
        return ofAgent(null);
    }

    /// The end of an agent on the host with this address.
    Function<Wire.Receiver, Wire> ofAgent(InetAddress own) {
        return key.length == 0 ? UcxWire::new : receiver -> new SocketWire(receiver, key, own);
    }
}
