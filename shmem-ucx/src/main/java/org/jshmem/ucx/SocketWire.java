// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.channels.Channel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A wire of TCP sockets, with one connection for each link, which also carries the answers. It listens only after a
/// call of [#address], which an agent makes and a PE does not.
/*
 * With few links each poll reads from all of them, which takes one system call for a link. With more links the
 * selector returns those with data, as it does after each sleep.
 */
final class SocketWire implements Wire {
    private static final int FEW_LINKS = 3;

    /// Polls of which one asks the selector; only the selector sees new connections.
    private static final int LOOKS = 64;

    private final Receiver receiver;
    private final SocketKey key;
    private final InetAddress own;
    private final Ports ports;
    private final long unprovedNanos;
    private final Selector selector;
    private final SocketRoom room = new SocketRoom();
    private final Map<Long, SocketLink> links = new HashMap<>();
    private final List<SocketLink> open = new ArrayList<>();
    private final List<Dialer> dialing = new ArrayList<>();
    private SocketLink last;
    private Acceptor acceptor;
    private long ids;
    private int looks;
    private boolean selected;
    private volatile boolean woken;

    /// The attachment of a key of the selector.
    interface Ready {
        /// Acts as far as possible without waiting. Returns false if there was nothing to do.
        boolean act() throws IOException;

        /// Closes it after [#act] has thrown.
        void fail();
    }

    /// The receiver of a connection after its handshake.
    interface Opened {
        void opened(SocketChannel channel, SelectionKey selection, Handshake handshake);
    }

    /// The ends of connections in both directions prove that they have `key`. `own` is the address on which the
    /// wire listens.
    SocketWire(Receiver receiver, SocketKey key, InetAddress own, Ports ports) {
        this(receiver, key, own, ports, Acceptor.UNPROVED_NANOS);
    }

    /// A wire that closes connections without a proof after `unprovedNanos`.
    SocketWire(Receiver receiver, SocketKey key, InetAddress own, Ports ports, long unprovedNanos) {
        this.receiver = receiver;
        this.unprovedNanos = unprovedNanos;
        this.key = key;
        this.own = own;
        this.ports = ports;
        try {
            this.selector = Selector.open();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public byte[] address() {
        if (acceptor == null) acceptor = new Acceptor(own, ports, key, unprovedNanos, selector, this::admit);
        return acceptor.address();
    }

    private void admit(SocketChannel channel, SelectionKey selection, Handshake handshake) {
        open(newLink(), channel, selection, handshake);
    }

    private SocketLink newLink() {
        var link = new SocketLink(++ids, room, receiver);
        links.put(link.id, link);
        return link;
    }

    private void open(SocketLink link, SocketChannel channel, SelectionKey selection, Handshake handshake) {
        link.opened(channel, selection, handshake);
        open.add(link);
    }

    @Override
    public long connect(byte[] address) {
        SocketLink link = newLink();
        var dialer = new Dialer(link, Acceptor.parse(address), key, selector, (c, k, h) -> open(link, c, k, h));
        try {
            dialer.dial();
        } catch (IOException e) {
            dialer.fail();
            throw new BrokenException(String.valueOf(e.getMessage()));
        }
        dialing.add(dialer);
        return link.id;
    }

    private SocketLink link(long id) {
        if (last == null || last.id != id) {
            SocketLink link = links.get(id);
            if (link == null) throw new BrokenException("the connection broke");
            last = link;
        }
        if (last.isBroken()) throw new BrokenException("the connection broke");
        return last;
    }

    @Override
    public long send(long link, long header, int headerBytes, long data, long bytes) {
        assert headerBytes == Message.HEADER_BYTES;
        SocketLink to = link(link);
        try {
            return to.send(header, data, bytes);
        } catch (IOException e) {
            lose(to);
            throw new BrokenException(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public boolean isSent(long number) {
        return link(SocketLink.idOf(number)).isSent(number);
    }

    @Override
    public long flush(long link) {
        return link(link).lastQueued();
    }

    @Override
    public boolean isBroken(long link) {
        SocketLink it = links.get(link);
        return it == null || it.isBroken();
    }

    @Override
    public boolean progress() {
        if (!selected) {
            if (dialing.isEmpty() && open.size() <= FEW_LINKS && ++looks % LOOKS > 0) return look();
            select(0);
        }
        selected = false;
        boolean busy = false;
        Set<SelectionKey> keys = selector.selectedKeys();
        if (!keys.isEmpty()) {
            for (SelectionKey each : keys) if (each.isValid()) busy |= act((Ready) each.attachment());
            keys.clear();
        }
        if (acceptor != null) acceptor.expire();
        if (!dialing.isEmpty()) dial();
        return busy;
    }

    private boolean look() {
        boolean busy = false;
        for (int k = open.size() - 1; k >= 0; k--) busy |= act(open.get(k));
        return busy;
    }

    private boolean act(Ready ready) {
        try {
            return ready.act();
        } catch (IOException e) {
            if (ready instanceof SocketLink link) lose(link);
            else ready.fail();
            return true;
        }
    }

    /// Ends a link. An agent forgets it; for a PE it stays broken.
    private void lose(SocketLink link) {
        link.fail();
        open.remove(link);
        if (acceptor != null) links.remove(link.id);
    }

    private void dial() {
        dialing.removeIf(dialer -> open.contains(dialer.link) || dialer.link.isBroken());
        for (Dialer dialer : dialing) {
            try {
                dialer.dial();
            } catch (IOException e) {
                dialer.fail();
            }
        }
    }

    private void select(long millis) {
        try {
            int unused = millis == 0 ? selector.selectNow() : selector.select(millis);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Clears an interrupt meanwhile: it would end this sleep at once, and the next, though it does not end a
    /// wait for an answer.
    @Override
    public void sleep(long nanos) {
        boolean interrupted = Thread.interrupted();
        if (!woken) select(Math.max(1, (nanos + 999_999) / 1_000_000));
        woken = false;
        selected = !selector.selectedKeys().isEmpty();
        if (interrupted) Thread.currentThread().interrupt();
    }

    @Override
    public void wake() {
        woken = true; // the selector forgets a wake-up when it is polled without waiting
        selector.wakeup();
    }

    @Override
    public void close() {
        selector.keys().forEach(each -> close(each.channel()));
        try {
            selector.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        room.close();
    }

    /// The number of connections of an agent whose other end has not proved that it has the key.
    int unproved() {
        return acceptor.unproved();
    }

    static void close(Channel channel) {
        try {
            if (channel != null) channel.close();
        } catch (IOException e) {
            // the channel is closed either way
        }
    }
}
