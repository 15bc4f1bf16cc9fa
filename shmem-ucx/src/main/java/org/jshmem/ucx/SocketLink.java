// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jshmem.transport.Memory;

/// One connection of a [SocketWire], and the messages on it.
///
/// A message is a frame: 8 bytes with the number of data bytes, a header of [Message#HEADER_BYTES], the data.
/*
 * Bytes that the kernel does not take at once wait in a queue, short messages as a copy. Answers to the messages of
 * one read are collected and leave with one call. The rest of a message that has come in part is read into the block
 * that holds the part. That block is taken after its length was checked, and only for links whose other end has the
 * key.
 */
final class SocketLink implements SocketWire.Ready {
    private static final int PREFIX_BYTES = Long.BYTES;
    private static final int HEAD_BYTES = PREFIX_BYTES + Message.HEADER_BYTES;

    /// The longest message.
    static final int MOST_FRAME_BYTES = HEAD_BYTES + Message.MOST_BYTES;

    /// Data up to this size are copied to the end of their header; longer data are sent from their place.
    private static final int COPIED_BYTES = 4 << 10;

    /// If the other end has not read more than this, this end reads no more of its messages. The queue of a PE stays
    /// below it: if neither end read, none could send.
    private static final long MOST_QUEUED_BYTES = 2L * HostStreams.MOST_LEAVING * MOST_FRAME_BYTES;

    private static final int NUMBER_BITS = 40;

    /// The number by which the wire's user names it.
    final long id;

    private final SocketRoom room;
    private final Wire.Receiver receiver;
    private final Deque<Outgoing> queue = new ArrayDeque<>();
    private final byte[] few = new byte[PREFIX_BYTES];
    private int fewBytes;
    private SocketChannel channel;
    private SelectionKey key;
    private SealedChannel sealed; // null without encryption
    private long queuedBytes;
    private long numbers;
    private long left;
    private ByteBuffer partial;
    private long block;
    private boolean handing;
    private Throwable thrown;
    private boolean broken;

    /// A message, or the rest of it, that the socket has not taken.
    private record Outgoing(long number, ByteBuffer[] buffers) {
        boolean isLeft() {
            return buffers[buffers.length - 1].hasRemaining();
        }
    }

    /// A link without a connection yet: messages wait.
    SocketLink(long id, SocketRoom room, Wire.Receiver receiver) {
        this.id = id;
        this.room = room;
        this.receiver = receiver;
    }

    /// The link that gave this number to a message.
    static long idOf(long number) {
        return number >>> NUMBER_BITS;
    }

    /// Takes the connection, whose other end has the key.
    void opened(SocketChannel channel, SelectionKey key, Handshake handshake) {
        this.channel = channel;
        sealed = handshake.sealed(channel);
        this.key = key;
        key.attach(this);
        watch();
    }

    private void watch() {
        int reads = queuedBytes <= MOST_QUEUED_BYTES ? SelectionKey.OP_READ : 0;
        key.interestOps(queue.isEmpty() ? reads : reads | SelectionKey.OP_WRITE);
    }

    boolean isBroken() {
        return broken;
    }

    /// As [Wire#isSent].
    boolean isSent(long number) {
        return left >= (number & (1L << NUMBER_BITS) - 1);
    }

    /// As [Wire#flush].
    long lastQueued() {
        return queue.isEmpty() ? 0 : numbered(numbers);
    }

    private long numbered(long number) {
        return id << NUMBER_BITS | number;
    }

    /// As [Wire#send].
    long send(long header, long data, long bytes) throws IOException {
        boolean copies = bytes <= COPIED_BYTES;
        if (handing) {
            if (copies && queue.isEmpty() && room.answers.remaining() >= HEAD_BYTES + bytes) {
                append(room.answers, room.answersAddress, header, data, bytes, true);
                return 0;
            }
            writeAnswers(); // one frame after the other
        }
        ByteBuffer out = room.out.clear();
        append(out, room.outAddress, header, data, bytes, copies);
        out.flip();
        boolean waits = channel == null || !queue.isEmpty();
        if (copies) {
            if (!waits) write(out);
            return out.hasRemaining() ? enqueue(copy(out)) : 0;
        }
        ByteBuffer body = SocketRoom.view(data, bytes);
        if (!waits) write(out, body);
        return body.hasRemaining() ? enqueue(copy(out), body) : 0;
    }

    private static void append(ByteBuffer to, long start, long header, long data, long bytes, boolean copies) {
        long at = start + to.position();
        int count = HEAD_BYTES + (copies ? (int) bytes : 0);
        to.order(ByteOrder.nativeOrder()).putLong(to.position(), bytes);
        Memory.copy(header, at + PREFIX_BYTES, Message.HEADER_BYTES);
        if (copies) Memory.copy(data, at + HEAD_BYTES, bytes);
        to.position(to.position() + count);
    }

    private static ByteBuffer copy(ByteBuffer buffer) {
        return ByteBuffer.allocate(buffer.remaining()).put(buffer).flip();
    }

    private long enqueue(ByteBuffer... buffers) {
        for (ByteBuffer buffer : buffers) queuedBytes += buffer.remaining();
        queue.add(new Outgoing(++numbers, buffers));
        if (key != null) watch();
        return numbered(numbers);
    }

    private long write(ByteBuffer... from) throws IOException {
        if (sealed != null) return sealed.write(from);
        return from.length == 1 ? channel.write(from[0]) : channel.write(from);
    }

    private long read(ByteBuffer... to) throws IOException {
        if (sealed != null) return sealed.read(to);
        return to.length == 1 ? channel.read(to[0]) : channel.read(to);
    }

    /// Sends and receives as far as possible without waiting.
    @Override
    public boolean act() throws IOException {
        boolean wrote = !queue.isEmpty() && writeQueue();
        return queuedBytes <= MOST_QUEUED_BYTES && receive() || wrote;
    }

    private boolean writeQueue() throws IOException {
        long bytes = 0;
        while (!queue.isEmpty()) {
            Outgoing first = queue.getFirst();
            bytes += write(first.buffers);
            if (first.isLeft()) break;
            queue.removeFirst();
            left = first.number;
        }
        queuedBytes -= bytes;
        watch();
        return bytes > 0;
    }

    private boolean receive() throws IOException {
        ByteBuffer in = room.in.clear();
        if (partial == null) in.put(few, 0, fewBytes);
        long read = partial == null ? read(in) : read(partial, in);
        if (read < 0) throw new EOFException("the other end closed the connection");
        if (read == 0) return false;
        handing = true;
        room.answers.clear();
        try {
            handOver(in.position());
        } finally {
            handing = false;
        }
        if (room.answers.position() > 0) writeAnswers();
        if (thrown != null) rethrow();
        return true;
    }

    /// Passes all complete messages to the receiver, and keeps the rest.
    private void handOver(long bytes) throws IOException {
        if (partial != null) {
            if (partial.hasRemaining()) return;
            int frame = partial.capacity();
            partial = null;
            handOver(block, frame - HEAD_BYTES);
            room.blocks.give(block);
        }
        long at = room.inAddress;
        long end = at + bytes;
        while (end - at >= PREFIX_BYTES) {
            long frame = HEAD_BYTES + dataBytes(at);
            if (end - at < frame) break;
            handOver(at, frame - HEAD_BYTES);
            at += frame;
        }
        if (!broken) keep(at, end - at);
    }

    private static long dataBytes(long at) throws IOException {
        long bytes = UntornCopy.getLong(at);
        if (bytes >= 0 && bytes <= Message.MOST_BYTES) return bytes;
        throw new IOException("a message of %d bytes; at most %d are allowed".formatted(bytes, Message.MOST_BYTES));
    }

    private void keep(long at, long bytes) throws IOException {
        if (bytes < PREFIX_BYTES) {
            fewBytes = (int) bytes;
            for (int k = 0; k < bytes; k++) few[k] = Memory.getByte(at + k);
            return;
        }
        fewBytes = 0;
        long frame = HEAD_BYTES + dataBytes(at);
        block = room.blocks.take();
        Memory.copy(at, block, bytes);
        partial = SocketRoom.view(block, frame).position((int) bytes);
    }

    /// Passes one message to the receiver. An exception of the receiver is thrown after all messages that were
    /// read.
    private void handOver(long at, long bytes) {
        try {
            receiver.received(id, at + PREFIX_BYTES, at + HEAD_BYTES, bytes);
        } catch (RuntimeException | Error e) {
            if (thrown == null) thrown = e;
        }
    }

    private void rethrow() {
        Throwable t = thrown;
        thrown = null;
        throw Wire.rethrown(t);
    }

    private void writeAnswers() throws IOException {
        ByteBuffer answers = room.answers.flip();
        try {
            if (queue.isEmpty()) write(answers);
            if (answers.hasRemaining()) enqueue(copy(answers));
        } finally {
            answers.clear();
        }
    }

    /// Ends the link.
    @Override
    public void fail() {
        broken = true;
        queue.clear();
        if (partial != null) room.blocks.give(block);
        partial = null;
        SocketWire.close(channel);
    }
}
