// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Set;

/// The listening port of a [SocketWire], and its new connections until the other end has proved that it has the key.
/*
 * MOST_UNPROVED and UNPROVED_NANOS limit these connections. One connection more closes the one that has waited
 * longest. A process of the job proves itself within a round trip, and connects again if its connection was closed.
 */
final class Acceptor implements SocketWire.Ready {
    /// Largest number of connections without a proof.
    static final int MOST_UNPROVED = 128;

    /// Largest age of such a connection.
    static final long UNPROVED_NANOS = 5_000_000_000L;

    private static final int BACKLOG = 1024;
    private static final String AT = " ";

    /// Largest number of accepted strangers before the job's messages are served again.
    private static final int MOST_AT_ONCE = 16;

    private final SocketKey key;
    private final long unprovedNanos;
    private final Selector selector;
    private final SocketWire.Opened admit;
    private final ServerSocketChannel server;
    private final Set<Unproved> unproved = new LinkedHashSet<>(); // the oldest first

    /// Listens on one of the ports at this address. `admit` receives each connection whose other end has the
    /// key.
    Acceptor(
            InetAddress own,
            Ports ports,
            SocketKey key,
            long unprovedNanos,
            Selector selector,
            SocketWire.Opened admit) {
        this.key = key;
        this.unprovedNanos = unprovedNanos;
        this.selector = selector;
        this.admit = admit;
        try {
            server = ServerSocketChannel.open();
            ports.bind(server, own, BACKLOG);
            server.configureBlocking(false);
            server.register(selector, SelectionKey.OP_ACCEPT, this);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "cannot listen on %s, %s".formatted(own.getHostAddress(), e.getMessage()), e);
        }
    }

    /// Returns the address and the port as text.
    byte[] address() {
        try {
            var own = (InetSocketAddress) server.getLocalAddress();
            String text = own.getAddress().getHostAddress() + AT + own.getPort();
            return text.getBytes(StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Parses the result of [#address].
    static InetSocketAddress parse(byte[] address) {
        String[] parts = new String(address, StandardCharsets.US_ASCII).split(AT);
        return new InetSocketAddress(InetAddress.ofLiteral(parts[0]), Integer.parseInt(parts[1]));
    }

    /// The number of connections that wait for a proof.
    int unproved() {
        return unproved.size();
    }

    @Override
    public boolean act() throws IOException {
        for (int k = 0; k < MOST_AT_ONCE; k++) {
            SocketChannel channel = server.accept();
            if (channel == null) return k > 0;
            while (unproved.size() >= MOST_UNPROVED) unproved.iterator().next().fail();
            var stranger = new Unproved(channel);
            unproved.add(stranger);
            stranger.begin();
        }
        return true;
    }

    /// Closes the oldest connection without a proof, since the process has no descriptor left.
    @Override
    public void fail() {
        if (!unproved.isEmpty()) unproved.iterator().next().fail();
    }

    /// Closes connections that have been without a proof for too long.
    void expire() {
        if (unproved.isEmpty()) return;
        long now = System.nanoTime();
        while (!unproved.isEmpty()) {
            Unproved oldest = unproved.iterator().next();
            if (now - oldest.since < unprovedNanos) return;
            oldest.fail();
        }
    }

    /// A connection whose other end has not proved that it has the key.
    private final class Unproved implements SocketWire.Ready {
        private final SocketChannel channel;
        private final Handshake handshake = Handshake.ofAgent(key);
        private final long since = System.nanoTime();

        Unproved(SocketChannel channel) {
            this.channel = channel;
        }

        void begin() {
            try {
                channel.configureBlocking(false);
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                channel.register(selector, SelectionKey.OP_READ, this);
                act();
            } catch (IOException e) {
                fail();
            }
        }

        @Override
        public boolean act() throws IOException {
            if (!handshake.advance(channel)) return false;
            unproved.remove(this);
            admit.opened(channel, channel.keyFor(selector), handshake);
            return true;
        }

        @Override
        public void fail() {
            unproved.remove(this);
            SocketWire.close(channel);
        }
    }
}
