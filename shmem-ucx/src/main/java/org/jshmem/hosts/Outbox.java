// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/// The messages that leave this JVM. The lock of [Progress] guards it.
/*
 * Small puts to one peer become the records of one message, which is held back until the next other message of this
 * JVM: a quiet behind them asks for the acknowledgment in the same message. It has its number, so it leaves before any
 * other message.
 */
final class Outbox {
    /// Offset of the data in a block, behind the header.
    static final int HEAD = 64;

    /// The longest put that is held back.
    static final long HELD_BYTES = 512;

    /// The most bytes of records in a message.
    private static final long BATCH_BYTES = 4 << 10;

    /// Bytes of answers on their way above which requests for bytes have to wait.
    private static final long MOST_ANSWERS = 8 << 20;

    private final Fabric fabric;
    private final BlockPool blocks = new BlockPool(HEAD + BATCH_BYTES, HEAD + 8 + Packet.MOST_BYTES);

    /// The peers to which messages are on their way.
    private final Set<Peer> busy = new LinkedHashSet<>();

    /// Requests for bytes that wait because many bytes of answers are on their way.
    private final Deque<Get> gets = new ArrayDeque<>();

    private long answers;
    private Hosts hosts;

    /// The block of the held-back message, or 0.
    private long held;

    private Peer heldFor;
    private long heldBytes;

    /// Whether the progress thread sleeps for longer than a put is held back.
    boolean sleepsLong;

    /// A request of a peer for bytes at an address of this host, to be answered at an endpoint.
    private record Get(Peer peer, long endpoint, int request, long from, long bytes) {}

    Outbox(Fabric fabric) {
        this.fabric = fabric;
    }

    void begin(Hosts all) {
        hosts = all;
    }

    /// The place of the data of the next message with this number of bytes. A copy to it may fail.
    long data(long bytes) {
        return blocks.next(HEAD + bytes) + HEAD;
    }

    /// A new message with room for this number of bytes at [#HEAD].
    long message(int kind, int width, int operation, int pe, long offset, long value, long second, long bytes) {
        long block = blocks.take(HEAD + bytes);
        Packet.write(block, hosts.key, kind, width, operation, pe, hosts.ownJvm, offset, value);
        Packet.second(block, second);
        return block;
    }

    /// Sends a numbered message with the data at [#HEAD].
    void send(Peer peer, long block, long bytes, int request) {
        flush();
        Packet.tail(block, ++peer.sent, request);
        transmit(peer, block, bytes);
    }

    /// Begins a record of the held-back message to a peer. Returns the address for its data.
    long record(Peer peer, long bytes) {
        if (peer != heldFor || heldBytes + Packet.recordBytes(bytes) > BATCH_BYTES) flush();
        if (held == 0) {
            if (sleepsLong) fabric.wake();
            sleepsLong = false;
            held = message(Packet.BATCH, 0, 0, 0, 0, 0, 0, BATCH_BYTES);
            Packet.tail(held, ++peer.sent, 0);
            heldFor = peer;
            heldBytes = 0;
        }
        return held + HEAD + heldBytes + Packet.RECORD_HEADER_BYTES;
    }

    /// Adds the record that has begun, with its data.
    void hold(int kind, int width, int pe, long offset, long value, long bytes) {
        long record = held + HEAD + heldBytes;
        Packet.write(record, hosts.key, kind, width, 0, pe, hosts.ownJvm, offset, value);
        Packet.tail(record, (int) bytes, 0);
        heldBytes += Packet.recordBytes(bytes);
    }

    /// Sends the held-back message.
    void flush() {
        if (held == 0) return;
        long block = held;
        held = 0;
        transmit(heldFor, block, heldBytes);
    }

    private void transmit(Peer peer, long block, long bytes) {
        if (peer.endpoint == 0) peer.endpoint = fabric.connect(hosts.address(peer.jvm));
        transmit(peer, peer.endpoint, block, block + HEAD, bytes);
    }

    /// Asks a peer for an answer to a request once it has executed all messages so far.
    void askToAcknowledge(Peer peer, int request) {
        if (held != 0 && heldFor == peer) {
            Packet.acknowledge(held, request);
            flush();
        } else {
            long block = message(Packet.NOTHING, 0, 0, 0, 0, 0, 0, 0);
            Packet.acknowledge(block, request);
            send(peer, block, 0, request);
        }
    }

    /// Sends a word as an answer, which has no number.
    void answer(Peer peer, long endpoint, int request, long value) {
        long block = message(Packet.ANSWER, 0, 0, 0, 0, value, 0, 0);
        Packet.tail(block, 0, request);
        transmit(peer, endpoint, block, 0, 0);
    }

    /// Sends bytes of memory as an answer, at once or later: hundreds of JVMs may request bytes at the same time.
    void answer(Peer peer, long endpoint, int request, long from, long bytes) {
        gets.add(new Get(peer, endpoint, request, from, bytes));
        answerGets();
    }

    private void answerGets() {
        while (!gets.isEmpty() && (answers == 0 || answers + gets.peekFirst().bytes <= MOST_ANSWERS)) {
            Get get = gets.removeFirst();
            long block = message(Packet.DATA, 0, 0, 0, 0, get.bytes, 0, get.bytes + 8);
            Packet.tail(block, 0, get.request);
            long data = block + HEAD + (get.from & 7);
            UntornCopy.copy(get.from, data, get.bytes); // the fabric may tear elements when it reads
            if (transmit(get.peer, get.endpoint, block, data, get.bytes)) answers += get.bytes;
        }
    }

    /// Returns whether the message is still on its way.
    private boolean transmit(Peer peer, long endpoint, long block, long data, long bytes) {
        long number = fabric.send(endpoint, block, data, bytes);
        if (number == 0) {
            blocks.give(block);
            return false;
        }
        peer.leaving.add(new Peer.Leaving(number, block));
        peer.countLeaving();
        busy.add(peer);
        return true;
    }

    /// Takes back the blocks of messages that the fabric has sent.
    void settle() {
        if (busy.isEmpty()) return;
        boolean room = false;
        for (Iterator<Peer> all = busy.iterator(); all.hasNext(); ) {
            Peer peer = all.next();
            while (!peer.leaving.isEmpty()
                    && fabric.isSent(peer.leaving.peekFirst().number())) {
                long block = peer.leaving.removeFirst().block();
                if (Packet.kind(block) == Packet.DATA) answers -= Packet.value(block);
                blocks.give(block);
            }
            room |= peer.countLeaving();
            if (peer.leaving.isEmpty()) all.remove();
        }
        answerGets();
        if (room) hosts.wakeWaiters();
    }
}
