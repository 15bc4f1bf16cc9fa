// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import java.util.ArrayDeque;
import java.util.Deque;

/// The messages that leave this JVM. The lock of [Progress] guards it.
/*
 * The last small put is held back until the next message of this JVM: a quiet behind it asks for the acknowledgment in
 * the same message. It has its number, so it leaves before any other message.
 */
final class Outbox {
    /// Offset of the data in a block, behind the header.
    static final int HEAD = 64;

    /// The longest put that is held back.
    static final long HELD_BYTES = 512;

    /// Messages that may be on their way when a call returns.
    private static final int MOST_LEAVING = 16;

    private final Fabric fabric;
    private final BlockPool blocks =
            new BlockPool(HEAD + HELD_BYTES + 16, HEAD + 8 + Packet.MOST_BYTES + Packet.OPERAND_BYTES);
    private final Deque<Leaving> leaving = new ArrayDeque<>();
    private Hosts hosts;
    private volatile boolean full;

    /// The block of the held-back put, or 0.
    private long held;

    private Peer heldFor;
    private long heldBytes;

    /// A message that the fabric has not sent yet.
    private record Leaving(long number, long block) {}

    Outbox(Fabric fabric) {
        this.fabric = fabric;
    }

    void begin(Hosts all) {
        hosts = all;
    }

    /// A new message with room for this number of bytes at [#HEAD].
    long message(int kind, int width, int operation, int pe, long offset, long value, long bytes) {
        long block = blocks.take(HEAD + bytes);
        Packet.write(block, hosts.key(), kind, width, operation, pe, hosts.ownJvm());
        Packet.operands(block, offset, value);
        return block;
    }

    /// Whether a call may send a message. Any thread may call it.
    boolean hasRoom() {
        return !full;
    }

    /// Sends a numbered message with the data at [#HEAD].
    void send(Peer peer, long block, long bytes, int request) {
        flush();
        Packet.tail(block, ++peer.sent, request);
        transmit(peer, block, bytes);
    }

    /// Numbers a message, and holds it back until the next one.
    void hold(Peer peer, long block, long bytes) {
        flush();
        Packet.tail(block, ++peer.sent, 0);
        held = block;
        heldFor = peer;
        heldBytes = bytes;
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
        transmit(peer.endpoint, block, block + HEAD, bytes);
    }

    /// Asks a peer for an answer to a request once it has executed all messages so far.
    void askToAcknowledge(Peer peer, int request) {
        if (held != 0 && heldFor == peer) {
            Packet.acknowledge(held, request);
            flush();
        } else {
            long block = message(Packet.NOTHING, 0, 0, 0, 0, 0, 0);
            Packet.acknowledge(block, request);
            send(peer, block, 0, request);
        }
    }

    /// Sends a word as an answer, which has no number.
    void answer(long endpoint, int request, long value) {
        long block = message(Packet.ANSWER, 0, 0, 0, 0, value, 0);
        Packet.tail(block, 0, request);
        transmit(endpoint, block, 0, 0);
    }

    /// Sends bytes of memory as an answer. They are copied first, because the fabric may tear elements when it reads.
    void answer(long endpoint, int request, long from, long bytes) {
        long block = message(Packet.DATA, 0, 0, 0, 0, 0, bytes + 8);
        Packet.tail(block, 0, request);
        long data = block + HEAD + (from & 7);
        UntornCopy.copy(from, data, bytes);
        transmit(endpoint, block, data, bytes);
    }

    private void transmit(long endpoint, long block, long data, long bytes) {
        long number = fabric.send(endpoint, block, data, bytes);
        if (number == 0) blocks.give(block);
        else leaving.add(new Leaving(number, block));
        full = leaving.size() > MOST_LEAVING;
    }

    /// Takes back the blocks of messages that the fabric has sent.
    void settle() {
        while (!leaving.isEmpty() && fabric.isSent(leaving.peekFirst().number)) {
            blocks.give(leaving.removeFirst().block);
        }
        if (!full || leaving.size() > MOST_LEAVING) return;
        full = false;
        hosts.wakeWaiters();
    }

    void close() {
        blocks.close();
    }
}
