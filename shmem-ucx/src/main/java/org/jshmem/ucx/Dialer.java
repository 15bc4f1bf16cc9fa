// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/// The connection of a link to an agent. If an agent under a flood of strangers closes the connection, the dialer
/// connects again.
final class Dialer implements SocketWire.Ready {
    private static final long PAUSE_NANOS = 10_000_000;

    /// The link that waits for the connection.
    final SocketLink link;

    private final InetSocketAddress to;
    private final SocketKey key;
    private final Selector selector;
    private final SocketWire.Opened opened;
    private SocketChannel channel;
    private Handshake handshake;
    private long againAt;

    /// `opened` receives the connection when its other end has the key.
    Dialer(SocketLink link, InetSocketAddress to, SocketKey key, Selector selector, SocketWire.Opened opened) {
        this.link = link;
        this.to = to;
        this.key = key;
        this.selector = selector;
        this.opened = opened;
    }

    /// Starts a connection, unless there is one or it is too early for the next.
    void dial() throws IOException {
        if (channel != null || againAt != 0 && System.nanoTime() - againAt < 0) return;
        handshake = Handshake.ofCaller(key);
        channel = SocketChannel.open();
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        boolean connected = channel.connect(to);
        channel.register(selector, connected ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT, this);
    }

    @Override
    public boolean act() throws IOException {
        if (!channel.isConnected()) {
            if (!channel.finishConnect()) return false; // throws if no process listens, which ends this dialer
            channel.keyFor(selector).interestOps(SelectionKey.OP_READ);
        }
        try {
            if (!handshake.advance(channel)) return false; // not a sign of life: any process may have answered
        } catch (EOFException | SocketException e) {
            SocketWire.close(channel);
            channel = null;
            againAt = System.nanoTime() + PAUSE_NANOS;
            return false;
        }
        opened.opened(channel, channel.keyFor(selector), handshake);
        return true;
    }

    @Override
    public void fail() {
        SocketWire.close(channel);
        link.fail();
    }
}
