// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Memory;

/// The agent of one host: one thread that carries out operations of other hosts' PEs on the memory of its host, over
/// one wire. It opens no connection itself.
/*
 * Each sender numbers its messages, and the agent carries them out in that order on any wire: an early message waits.
 * A flag therefore follows its data, and a fence costs nothing. Number 0 is the hello with the job's token; no message
 * of a sender is carried out before it. Every range is checked before a byte moves.
 *
 * After a store the agent acts as a PE of the host does: a fence, a check for sleeping PEs, and a wake-up.
 */
final class Agent implements AutoCloseable {
    private static final Atomic[] OPERATIONS = Atomic.values();

    /// Largest number of bytes of messages that are kept for all senders without a hello. UCX lets any process of the
    /// network send messages.
    static final long MOST_UNKNOWN_BYTES = 16 << 20;

    /// Pieces of data for one sender that the wire has not sent yet. The next piece of a get is copied only
    /// after one of them has left, so that the agent's memory does not grow with the size of gets.
    static final int MOST_LEAVING = 8;

    private final int host;
    private final HostMemory memory;
    private final int npes;
    private final long job;
    private final long token;
    private final Polling polling;
    private final Wire wire;
    private final byte[] address;
    private final Map<Long, Stream> streams = new HashMap<>();
    private final BlockPool blocks = new BlockPool(Message.HEADER_BYTES + 8 + Message.MOST_BYTES);
    private final List<Leaving> leaving = new ArrayList<>();

    /// Senders with gets that are not completely answered.
    private final Set<Stream> asking = new LinkedHashSet<>();

    private Stream last = new Stream(0);
    private long unknownBytes;
    private Thread thread;
    private volatile boolean closing;
    private volatile Throwable failure;

    /// The state of one sender's messages.
    private static final class Stream {
        final long link;
        long next;
        boolean deaf;
        int leaving;
        final EarlyMessages early = new EarlyMessages();
        final Deque<Get> gets = new ArrayDeque<>();

        Stream(long link) {
            this.link = link;
        }
    }

    /// A get; its bytes from `done` on have not been copied yet.
    private static final class Get {
        final long from;
        final long bytes;
        final long token;
        long done;

        Get(long from, long bytes, long token) {
            this.from = from;
            this.bytes = bytes;
            this.token = token;
        }
    }

    /// An answer that has not left yet.
    private record Leaving(Stream stream, long number, long block) {}

    /// `wires` makes the wire. The agent polls for `spinNanos` before it sleeps; the value is above 0 on hosts
    /// with a core to spare.
    Agent(
            int host,
            HostMemory memory,
            int npes,
            long job,
            long token,
            long spinNanos,
            Function<Wire.Receiver, Wire> wires) {
        this.host = host;
        this.memory = memory;
        this.npes = npes;
        this.job = job;
        this.token = token;
        this.polling = new Polling(spinNanos);
        this.wire = wires.apply(this::received);
        this.address = wire.address(); // from here on a wire of sockets listens
    }

    /// The address to which PEs connect.
    byte[] address() {
        return address;
    }

    /// Starts to serve in a new thread.
    void start() {
        thread = Thread.ofPlatform().daemon().name("agent").start(this::serve);
    }

    /// The error that ended the agent early, or null.
    Throwable failure() {
        return failure;
    }

    private void serve() {
        try {
            while (!closing) {
                if (turn()) polling.busy();
                else if (!polling.goesOn()) wire.sleep(leaving.isEmpty() ? 100_000_000 : 1_000_000);
            }
        } catch (Throwable t) {
            failure = t;
        }
    }

    /// Polls the wire once. Returns false if there was nothing to do.
    boolean turn() {
        boolean busy = wire.progress();
        if (!leaving.isEmpty()) leaving.removeIf(this::hasLeft);
        if (!asking.isEmpty()) asking.removeIf(this::answerGets);
        return busy;
    }

    private boolean hasLeft(Leaving answer) {
        try {
            if (!wire.isSent(answer.number)) return false;
        } catch (Wire.BrokenException e) {
            // the PE that asked has ended; its own host reports that
        }
        blocks.give(answer.block);
        answer.stream.leaving--;
        return true;
    }

    @Override
    public void close() {
        closing = true;
        if (thread != null) {
            wire.wake();
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return; // the thread still uses the wire
            }
        }
        wire.close();
        blocks.close();
    }

    private void received(long from, long header, long data, long bytes) {
        Stream stream = last.link == from ? last : streams.computeIfAbsent(from, Stream::new);
        if ((stream.next > 0 || stream.deaf) && Message.isFirst(header)) stream = anew(stream);
        last = stream;
        if (stream.deaf) return;
        if (Message.number(header) != stream.next) {
            keep(stream, header, data, bytes);
            return;
        }
        carryOut(stream, header, data, bytes);
        while (!stream.early.isEmpty() && !stream.deaf) {
            long block = blocks.take();
            long body = stream.early.take(stream.next, block);
            if (body >= 0) carryOut(stream, block, block + Message.HEADER_BYTES, body);
            blocks.give(block);
            if (body < 0) return;
        }
    }

    /// Begins the stream of another sender, to which the wire has given the link of one that has ended.
    private Stream anew(Stream old) {
        old.gets.clear();
        asking.remove(old);
        forget(old);
        var stream = new Stream(old.link);
        streams.put(old.link, stream);
        return stream;
    }

    /// Keeps a message that overtook others. If too many bytes are kept for senders without a hello, the agent refuses
    /// the one with the most.
    private void keep(Stream stream, long header, long data, long bytes) {
        if (stream.early.isFull()) {
            refuse(stream, header, "%d messages without a first one".formatted(EarlyMessages.MOST));
            return;
        }
        long before = stream.early.bytes();
        stream.early.keep(header, data, bytes);
        if (stream.next > 0) return;
        unknownBytes += stream.early.bytes() - before;
        if (unknownBytes <= MOST_UNKNOWN_BYTES) return;
        Stream most = stream;
        for (Stream each : streams.values()) {
            if (each.next == 0 && each.early.bytes() > most.early.bytes()) most = each;
        }
        refuse(most, header, "%d bytes of messages without a hello".formatted(most.early.bytes()));
    }

    /// The bytes of messages that are kept for senders without a hello.
    long unknownBytes() {
        return unknownBytes;
    }

    /// Drops the early messages of a sender.
    private void forget(Stream stream) {
        if (stream.next == 0) unknownBytes -= stream.early.bytes();
        stream.early.clear();
    }

    private void carryOut(Stream stream, long header, long data, long bytes) {
        int kind = Message.kind(header);
        if (stream.next == 0 != (kind == Message.HELLO)) {
            refuse(stream, header, "message 0 must be the hello, and no other");
            return;
        }
        switch (kind) {
            case Message.HELLO -> greet(stream, header);
            case Message.PUT -> put(stream, header, data, bytes);
            case Message.STORE -> store(stream, header);
            case Message.ATOMIC -> atomic(stream, header);
            case Message.LOAD -> load(stream, header);
            case Message.GET -> get(stream, header);
            case Message.SYNC -> {}
            case Message.CLOCK -> answer(stream, Message.token(header), System.nanoTime(), 1);
            default -> refuse(stream, header, "kind %d is unknown".formatted(kind));
        }
        if (stream.deaf) return;
        if (stream.next == 0) unknownBytes -= stream.early.bytes();
        stream.next++; // it counts as carried out from here on, and the pieces of a get return this number
        if (!stream.gets.isEmpty() && !answerGets(stream)) asking.add(stream);
        if ((Message.flags(header) & Message.TELL) != 0) answer(stream, 0, 0, 0);
    }

    private void greet(Stream stream, long header) {
        if (Message.value(header) != job || Message.extra(header) != token) {
            refuse(stream, header, "it is of another job");
        }
    }

    private void put(Stream stream, long header, long data, long bytes) {
        int pe = Message.pe(header);
        long offset = Message.offset(header);
        if (!isInside(stream, header, pe, offset, bytes)) return;
        boolean sets = (Message.flags(header) & Message.THEN_SET) != 0;
        long flag = Message.extra(header);
        if (sets && !isWord(stream, header, pe, flag, 8)) return;
        UntornCopy.copy(data, memory.address(pe, offset), bytes);
        // release: pairs with the acquire of the wait for the flag, and of any wait for the data itself
        if (sets) Memory.setLongRelease(memory.address(pe, flag), Message.value(header));
        Memory.fullFence();
        if (bytes > 0) memory.wake(pe, offset, bytes);
        if (sets) memory.wake(pe, flag, 8);
    }

    private void store(Stream stream, long header) {
        int pe = Message.pe(header);
        long offset = Message.offset(header);
        int width = Message.width(header);
        if (!isWord(stream, header, pe, offset, width)) return;
        // release: earlier writes of this stream are visible to a PE that acquires this word
        Memory.releaseFence();
        Memory.set(memory.address(pe, offset), width, Message.value(header));
        Memory.fullFence();
        memory.wake(pe, offset, width);
    }

    private void atomic(Stream stream, long header) {
        int pe = Message.pe(header);
        long offset = Message.offset(header);
        int width = Message.width(header);
        if (!isWord(stream, header, pe, offset, width)) return;
        int operation = Message.operation(header);
        if (operation >= OPERATIONS.length || width < 4) {
            refuse(stream, header, "operation %d on %d bytes is unknown".formatted(operation, width));
            return;
        }
        long old = Memory.atomic(
                OPERATIONS[operation], memory.address(pe, offset), width, Message.value(header), Message.extra(header));
        Memory.fullFence(); // an atomic is not one on every processor
        memory.wake(pe, offset, width);
        long question = Message.token(header);
        if (question != 0) answer(stream, question, old, 1);
    }

    private void load(Stream stream, long header) {
        int pe = Message.pe(header);
        long offset = Message.offset(header);
        int width = Message.width(header);
        if (!isWord(stream, header, pe, offset, width)) return;
        answer(stream, Message.token(header), Memory.getAcquire(memory.address(pe, offset), width), 1);
    }

    private void get(Stream stream, long header) {
        int pe = Message.pe(header);
        long offset = Message.offset(header);
        long bytes = Message.value(header);
        if (!isInside(stream, header, pe, offset, bytes)) return;
        if (stream.gets.size() == HostStreams.MOST_OPEN) {
            refuse(stream, header, "%d gets are not answered yet".formatted(HostStreams.MOST_OPEN));
            return;
        }
        stream.gets.add(new Get(memory.address(pe, offset), bytes, Message.token(header)));
    }

    /// Answers gets in pieces while there is room. Returns true if all are answered. Each piece is copied
    /// first, because the wire may tear elements when it reads.
    private boolean answerGets(Stream stream) {
        while (!stream.gets.isEmpty() && stream.leaving < MOST_LEAVING) {
            Get get = stream.gets.getFirst();
            long piece = Math.min(get.bytes - get.done, Message.MOST_BYTES);
            if (piece > 0) sendPiece(stream, get, piece);
            get.done += piece;
            if (stream.deaf) stream.gets.clear();
            else if (get.done == get.bytes) stream.gets.removeFirst();
        }
        return stream.gets.isEmpty();
    }

    private void sendPiece(Stream stream, Get get, long piece) {
        long block = blocks.take();
        long from = get.from + get.done;
        long data = block + Message.HEADER_BYTES + (from & 7);
        UntornCopy.copy(from, data, piece);
        Message.head(block, Message.DATA, 0, 0, host, get.done);
        Message.number(block, stream.next - 1);
        Message.operands(block, 0, 0, get.token);
        send(stream, block, data, piece);
    }

    /// Sends an answer. `ahead` is 1 within a message that counts as carried out, as all messages before it do.
    private void answer(Stream stream, long question, long value, int ahead) {
        long block = blocks.take();
        Message.head(block, Message.ANSWER, 0, 0, host, 0);
        Message.number(block, stream.next + ahead - 1);
        Message.operands(block, value, 0, question);
        send(stream, block, 0, 0);
    }

    private void send(Stream stream, long block, long data, long bytes) {
        try {
            long number = wire.send(stream.link, block, Message.HEADER_BYTES, data, bytes);
            if (number == 0) {
                blocks.give(block);
            } else {
                leaving.add(new Leaving(stream, number, block));
                stream.leaving++;
            }
        } catch (Wire.BrokenException e) {
            blocks.give(block); // as above: the PE that asked has ended
            stream.deaf = true;
        }
    }

    private boolean isInside(Stream stream, long header, int pe, long offset, long bytes) {
        boolean inside = pe >= 0
                && pe < npes
                && memory.isHere(pe)
                && offset >= 0
                && bytes >= 0
                && bytes <= memory.regionBytes()
                && offset <= memory.regionBytes() - bytes;
        if (!inside) {
            refuse(
                    stream,
                    header,
                    "%d bytes at offset %d of PE %d are not in a region of this host (%d bytes each)"
                            .formatted(bytes, offset, pe, memory.regionBytes()));
        }
        return inside;
    }

    private boolean isWord(Stream stream, long header, int pe, long offset, int width) {
        if (!isInside(stream, header, pe, offset, width)) return false;
        boolean word = (width == 1 || width == 2 || width == 4 || width == 8) && (offset & width - 1) == 0;
        if (!word) refuse(stream, header, "offset %d is not aligned for a word of %d bytes".formatted(offset, width));
        return word;
    }

    /// Sends the reason, and ignores this sender from now on.
    private void refuse(Stream stream, long header, String why) {
        stream.deaf = true;
        forget(stream);
        stream.gets.clear();
        byte[] text = why.getBytes(StandardCharsets.UTF_8);
        long block = blocks.take();
        Message.head(block, Message.REFUSED, 0, 0, host, 0);
        Message.number(block, stream.next - 1);
        Message.operands(block, Message.kind(header), 0, Message.token(header));
        long data = block + Message.HEADER_BYTES;
        MemorySegment.copy(text, 0, Memory.everywhere(), ValueLayout.JAVA_BYTE, data, text.length);
        send(stream, block, data, text.length);
    }
}
