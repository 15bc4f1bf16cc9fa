// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jshmem.transport.Memory;

/// The answers of one host's agent to its senders. Each has the number of the sender's last message that is carried
/// out.
final class Answers implements AutoCloseable {
    /// Pieces of data for one sender that the wire has not sent yet. The next piece of a get is copied only
    /// after one of them has left, so that the agent's memory does not grow with the size of gets.
    static final int MOST_LEAVING = 8;

    private final int host;
    private final BlockPool blocks;
    private final SentMessages<Sender> sent;

    /// Senders with gets that are not completely answered.
    private final Set<Sender> asking = new LinkedHashSet<>();

    /// One sender, and the state of its messages.
    static final class Sender extends SentMessages.Stream {
        final long link;
        long next;
        boolean deaf;
        final EarlyMessages early = new EarlyMessages();
        private final Deque<Get> gets = new ArrayDeque<>();
        private long copied; // of the first of them

        Sender(long link) {
            this.link = link;
        }

        /// The number of its gets that are not answered.
        int gets() {
            return gets.size();
        }
    }

    private record Get(long from, long bytes, long token) {}

    /// Answers of `host`, in blocks of this pool.
    Answers(int host, Wire wire, BlockPool blocks) {
        this.host = host;
        this.blocks = blocks;
        this.sent = new SentMessages<>(wire, blocks);
    }

    /// Whether answers have not left yet.
    boolean areLeaving() {
        return !sent.isEmpty();
    }

    /// Sends pieces of gets as answers leave.
    void turn() {
        sent.reap((sender, e) -> {}); // a PE that asked has ended; its own host reports that
        if (!asking.isEmpty()) asking.removeIf(this::sendPieces);
    }

    /// Sends an answer. `ahead` is 1 within a message that counts as carried out, as all messages before it do.
    void answer(Sender sender, long question, long value, int ahead) {
        send(sender, Message.ANSWER, 0, sender.next + ahead - 1, value, question, blocks.take(), 0, 0);
    }

    /// Sends the reason why a message is refused, and ignores this sender from now on.
    void refuse(Sender sender, long header, String why) {
        sender.deaf = true;
        forget(sender);
        int kind = Message.kind(header);
        byte[] text = why.getBytes(StandardCharsets.UTF_8);
        send(sender, Message.REFUSED, 0, sender.next - 1, kind, Message.token(header), text);
    }

    /// Sends the address and the key of a region. The request counts as carried out.
    void region(Sender sender, long address, long bytes, byte[] key) {
        send(sender, Message.REGION, bytes, sender.next, address, 0, key);
    }

    /// Drops the gets of a sender.
    void forget(Sender sender) {
        sender.gets.clear();
        sender.copied = 0;
    }

    /// Takes a get, whose pieces return the number of the sender's messages at that time.
    void get(Sender sender, long from, long bytes, long token) {
        sender.gets.add(new Get(from, bytes, token));
    }

    /// Answers the gets of a sender as far as there is room now, and the rest in later turns.
    void answerGets(Sender sender) {
        if (!sender.gets.isEmpty() && !sendPieces(sender)) asking.add(sender);
    }

    /// Sends pieces while there is room. Returns true if all gets are answered. Each piece is copied first, because
    /// the wire may tear elements when it reads.
    private boolean sendPieces(Sender sender) {
        while (!sender.gets.isEmpty() && sender.leaving < MOST_LEAVING) {
            Get get = sender.gets.getFirst();
            long piece = Math.min(get.bytes - sender.copied, Message.MOST_BYTES);
            if (piece > 0) {
                long block = blocks.take();
                long from = get.from + sender.copied;
                long data = block + Message.HEADER_BYTES + (from & 7);
                UntornCopy.copy(from, data, piece);
                send(sender, Message.DATA, sender.copied, sender.next - 1, 0, get.token, block, data, piece);
            }
            sender.copied += piece;
            if (sender.deaf) forget(sender);
            else if (sender.copied == get.bytes) {
                sender.gets.removeFirst();
                sender.copied = 0;
            }
        }
        return sender.gets.isEmpty();
    }

    private void send(Sender sender, int kind, long offset, long number, long value, long token, byte[] bytes) {
        long block = blocks.take();
        long data = block + Message.HEADER_BYTES;
        Memory.copyIn(MemorySegment.ofArray(bytes), 0, data, bytes.length);
        send(sender, kind, offset, number, value, token, block, data, bytes.length);
    }

    private void send(
            Sender sender,
            int kind,
            long offset,
            long number,
            long value,
            long token,
            long block,
            long data,
            long bytes) {
        Message.head(block, kind, 0, 0, host, offset);
        Message.number(block, number);
        Message.operands(block, value, 0, token);
        try {
            sent.send(sender, sender.link, block, data, bytes);
        } catch (Wire.BrokenException e) {
            blocks.give(block); // as above: the PE that asked has ended
            sender.deaf = true;
        }
    }

    @Override
    public void close() {
        blocks.close();
    }
}
