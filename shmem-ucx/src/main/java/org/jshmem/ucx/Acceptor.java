// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.BiConsumer;

/// The one port of a [SocketWire] on which others connect, and the connections whose other end has not yet proved that
/// it has the key.
/*
 * MOST_UNPROVED and UNPROVED_NANOS bound them, whatever connects. One connection more closes the one that has waited
 * longest: a process of the job proves itself within a round trip, and connects again if its connection was closed.
 */
final class Acceptor implements SocketWire.Ready {
    /// Connections without a proof.
    static final int MOST_UNPROVED = 128;

    /// How long such a connection may last.
    static final long UNPROVED_NANOS = 5_000_000_000L;

    private static final int BACKLOG = 1024;

    /// Messages of the job wait for no more than so many strangers.
    private static final int MOST_AT_ONCE = 16;

    private final byte[] key;
    private final long unprovedNanos;
    private final Selector selector;
    private final BiConsumer<SocketChannel, SelectionKey> admit;
    private final ServerSocketChannel server;
    private final Set<Unproved> unproved = new LinkedHashSet<>(); // the oldest first

    /// Listens on one of the ports at this address; a connection is handed to `admit` when its other end has the key.
    Acceptor(
            InetAddress own,
            Ports ports,
            byte[] key,
            long unprovedNanos,
            Selector selector,
            BiConsumer<SocketChannel, SelectionKey> admit) {
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

    /// The port in two bytes, then the address.
    byte[] address() {
        try {
            var own = (InetSocketAddress) server.getLocalAddress();
            byte[] ip = own.getAddress().getAddress();
            return ByteBuffer.allocate(Short.BYTES + ip.length)
                    .putShort((short) own.getPort())
                    .put(ip)
                    .array();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Reads what [#address] made.
    static InetSocketAddress parse(byte[] address) {
        ByteBuffer bytes = ByteBuffer.wrap(address);
        int port = Short.toUnsignedInt(bytes.getShort());
        byte[] ip = new byte[bytes.remaining()];
        bytes.get(ip);
        try {
            return new InetSocketAddress(InetAddress.getByAddress(ip), port);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("an address of %d bytes".formatted(ip.length), e);
        }
    }

    /// How many connections wait for a proof.
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

    /// There is no descriptor left: one that has proved nothing is given up.
    @Override
    public void fail() {
        if (!unproved.isEmpty()) unproved.iterator().next().fail();
    }

    /// Gives up connections that have proved nothing for too long.
    void expire() {
        if (unproved.isEmpty()) return;
        long now = System.nanoTime();
        while (!unproved.isEmpty()) {
            Unproved oldest = unproved.iterator().next();
            if (now - oldest.since < unprovedNanos) return;
            oldest.fail();
        }
    }

    /// A connection whose other end may be anybody.
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
            admit.accept(channel, channel.keyFor(selector));
            return true;
        }

        @Override
        public void fail() {
            unproved.remove(this);
            SocketWire.close(channel);
        }
    }
}
