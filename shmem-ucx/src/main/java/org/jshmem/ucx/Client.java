// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Memory;

/// One PE's way to the agents of other hosts: a wire, and on it a stream of numbered messages to each host.
/*
 * All threads of the PE share the wire behind a lock that parks. What goes one way (puts, stores, atomics whose old value
 * nobody wants) returns when it has left this process, so that nothing depends on what the PE does next; the stream's
 * number says when it is carried out. Any answer tells up to which number that is.
 *
 * To await the last number is what a quiet does. A question of its own would cost a second message after the put: the
 * stream remembers how many messages went between the last two quiets, and has the one that will be the last say at once
 * that it wants to be told. Where it guesses wrong a question follows.
 */
final class Client implements AutoCloseable {
    /// Bytes asked for by one question.
    private static final long MOST_ASKED = 8L * Message.MOST_BYTES;

    /// Messages that may be on their way without anybody waiting.
    private static final int MOST_LEAVING = 64;

    /// Puts up to here are copied, longer ones are sent from where they are.
    private static final int COPIED_BYTES = 2 << 10;

    /*
     * A socket that is full leaves a message in this process until the next call makes progress, which may be never. A flush
     * takes longer than a small message, so it is made where the kernel's smallest buffer might be full, and not before.
     */
    private static final long MOST_PRESSURE = 32 << 10;
    private static final long MESSAGE_COST = 1 << 10;

    private static final long LOOK_NANOS = 50_000;
    private static final long SLEEP_NANOS = 1_000_000;
    private static final long SILENCE_NANOS = 4_000_000_000L;
    private static final int FIRST_QUESTIONS = 16;

    private final int pe;
    private final Hosts hosts;
    private final Runnable patience;
    private final long silenceNanos;
    private final ReentrantLock lock = new ReentrantLock();
    private final Wire wire;
    private final Blocks blocks = new Blocks(Message.HEADER_BYTES + 16 + Message.MOST_BYTES);
    private final Stream[] streams;
    private final List<Leaving> leaving = new ArrayList<>();
    private Question[] questions = new Question[0];
    private Question free;
    private volatile String refused;

    /// The messages to one host.
    private static final class Stream {
        final int host;
        long link;
        boolean connected;
        long next;

        /// Up to here all is carried out.
        volatile long done = -1;

        /// Up to here an answer is on its way that will tell.
        long told = -1;

        /// One-way messages since the last quiet, and between the two before.
        int since;

        int usual;

        /// What may fill the socket: bytes sent since the agent was last known to have carried out all.
        long pressure;

        Stream(int host) {
            this.host = host;
        }
    }

    /// A question and what became of it.
    private static final class Question {
        final int token;
        Question nextFree;
        volatile boolean open;
        long value;

        // where data go
        MemorySegment segment;
        long to;
        long left;
        Marks marks;

        Question(int token) {
            this.token = token;
        }
    }

    /// What a channel has to wait for in its next quiet: the last one-way message to each host, and the questions that
    /// nobody waits for one by one. Changed under the lock of the client.
    static final class Marks {
        private final long[] last;
        private final AtomicInteger open = new AtomicInteger();
        private volatile boolean any;

        Marks(int hosts) {
            last = new long[hosts];
            Arrays.fill(last, -1);
        }

        /// Whether there is anything to wait for.
        boolean any() {
            return any;
        }

        private void wrote(Stream stream) {
            last[stream.host] = stream.next - 1;
            any = true;
        }

        private void asked() {
            open.incrementAndGet();
            any = true;
        }

        private void settle(Stream[] streams) {
            boolean more = open.get() > 0;
            for (Stream stream : streams) more |= stream.done < last[stream.host];
            any = more;
        }
    }

    /// A message whose bytes are still needed. `block` is given back afterwards.
    private record Leaving(long number, long block) {}

    /// `patience` is called now and then while nothing comes, and ends the wait by throwing.
    Client(int pe, Hosts hosts, Runnable patience, Function<Wire.Receiver, Wire> wires) {
        this(pe, hosts, SILENCE_NANOS, patience, wires);
    }

    /// The same with the longest time to wait for an answer.
    Client(int pe, Hosts hosts, long silenceNanos, Runnable patience, Function<Wire.Receiver, Wire> wires) {
        this.silenceNanos = silenceNanos;
        this.pe = pe;
        this.hosts = hosts;
        this.patience = patience;
        this.wire = wires.apply(this::received);
        this.streams = new Stream[hosts.count()];
        for (int h = 0; h < streams.length; h++) streams[h] = new Stream(h);
    }

    /// Copies from any segment to a PE of another host; then, where `then` says so, changes its flag. With `keeps` the
    /// bytes stay as they are until the next quiet, else they may be changed when this returns.
    void put(
            Marks marks,
            int host,
            int target,
            long offset,
            MemorySegment src,
            long from,
            long bytes,
            int then,
            long flag,
            long value,
            boolean keeps) {
        boolean direct = bytes > COPIED_BYTES && src.isNative();
        long address = direct ? src.address() + Objects.checkFromIndexSize(from, bytes, src.byteSize()) : 0;
        acquire();
        try {
            Stream stream = stream(host);
            long done = 0;
            do {
                long piece = Math.min(bytes - done, Message.MOST_BYTES);
                boolean last = done + piece == bytes;
                long block = blocks.take();
                Message.head(block, Message.PUT, 0, 0, target, offset + done);
                Message.operands(block, last ? value : 0, last ? flag : 0, 0);
                if (last) Message.flag(block, then);
                long data = direct ? address + done : block + Message.HEADER_BYTES;
                if (!direct) Memory.copyIn(src, from + done, data, piece);
                sendOneWay(stream, block, data, piece, last);
                done += piece;
                if (!keeps) leave(stream); // one piece at a time waits for room
            } while (done < bytes);
            wrote(marks, stream, keeps);
        } finally {
            lock.unlock();
        }
    }

    /// Stores a word of another host's PE.
    void store(Marks marks, int host, int target, long offset, int width, long value) {
        acquire();
        try {
            Stream stream = stream(host);
            long block = blocks.take();
            Message.head(block, Message.STORE, width, 0, target, offset);
            Message.operands(block, value, 0, 0);
            sendOneWay(stream, block, 0, 0, true);
            wrote(marks, stream, false);
        } finally {
            lock.unlock();
        }
    }

    /// Changes a word of another host's PE atomically, without asking what it was.
    void update(Marks marks, Atomic op, int host, int target, long offset, int width, long operand) {
        acquire();
        try {
            Stream stream = stream(host);
            long block = blocks.take();
            Message.head(block, Message.ATOMIC, width, op.ordinal(), target, offset);
            Message.operands(block, operand, 0, 0);
            sendOneWay(stream, block, 0, 0, true);
            wrote(marks, stream, false);
        } finally {
            lock.unlock();
        }
    }

    /// Changes a word of another host's PE atomically and returns what it was.
    long atomic(Atomic op, int host, int target, long offset, int width, long operand, long expected) {
        return ask(Message.ATOMIC, op.ordinal(), host, target, offset, width, operand, expected);
    }

    /// Loads a word of another host's PE.
    long load(int host, int target, long offset, int width) {
        return ask(Message.LOAD, 0, host, target, offset, width, 0, 0);
    }

    /// What `System.nanoTime()` is on another host.
    long clock(int host) {
        return ask(Message.CLOCK, 0, host, 0, 0, 0, 0, 0);
    }

    private long ask(int kind, int op, int host, int target, long offset, int width, long operand, long expected) {
        Question question;
        Stream stream;
        acquire();
        try {
            stream = stream(host);
            question = question();
            long block = blocks.take();
            Message.head(block, kind, width, op, target, offset);
            Message.operands(block, operand, expected, question.token);
            send(stream, block, 0, 0);
            stream.told = stream.next - 1;
        } finally {
            lock.unlock();
        }
        awaitAnswer(stream, question);
        long value = question.value;
        acquire();
        giveBack(question);
        lock.unlock();
        return value;
    }

    /// Copies memory of another host's PE to a segment.
    void get(int host, int target, long offset, MemorySegment dst, long to, long bytes) {
        var marks = new Marks(0);
        getNbi(marks, host, target, offset, dst, to, bytes);
        long since = System.nanoTime();
        while (marks.open.get() > 0) since = look(streams[host], since);
    }

    /// The same; has come after the next quiet.
    void getNbi(Marks marks, int host, int target, long offset, MemorySegment dst, long to, long bytes) {
        Objects.checkFromIndexSize(to, bytes, dst.byteSize());
        acquire();
        try {
            Stream stream = stream(host);
            for (long done = 0; done < bytes; ) {
                long piece = Math.min(bytes - done, MOST_ASKED);
                Question question = question();
                question.segment = dst;
                question.to = to + done;
                question.left = piece;
                question.marks = marks;
                marks.asked();
                long block = blocks.take();
                Message.head(block, Message.GET, 0, 0, target, offset + done);
                Message.operands(block, piece, 0, question.token);
                send(stream, block, 0, 0);
                stream.told = stream.next - 1;
                done += piece;
            }
        } finally {
            lock.unlock();
        }
    }

    /// Waits until all that these marks remember is carried out, everywhere.
    void quiet(Marks marks) {
        acquire();
        try {
            for (Stream stream : streams) {
                if (stream.done < marks.last[stream.host] && stream.told < marks.last[stream.host]) askToTell(stream);
                if (stream.since > 0) stream.usual = stream.since; // what the next quiet may expect
                stream.since = 0;
            }
        } finally {
            lock.unlock();
        }
        for (Stream stream : streams) {
            long since = System.nanoTime();
            while (stream.done < marks.last[stream.host]) since = look(stream, since);
        }
        long since = System.nanoTime();
        while (marks.open.get() > 0) since = look(null, since);
        acquire();
        marks.settle(streams);
        lock.unlock();
    }

    /// Asks a host for an answer and waits for it.
    void ask(int host) {
        acquire();
        long number;
        Stream stream;
        try {
            stream = stream(host);
            askToTell(stream);
            number = stream.told;
        } finally {
            lock.unlock();
        }
        long since = System.nanoTime();
        while (stream.done < number) since = look(stream, since);
    }

    private void askToTell(Stream stream) {
        long block = blocks.take();
        Message.head(block, Message.SYNC, 0, 0, 0, 0);
        Message.operands(block, 0, 0, 0);
        Message.flag(block, Message.TELL);
        send(stream, block, 0, 0);
        stream.told = stream.next - 1;
    }

    @Override
    public void close() {
        acquire();
        try {
            wire.close();
            blocks.close();
        } finally {
            lock.unlock();
        }
    }

    /// Takes the lock; whoever sleeps with it gets up.
    private void acquire() {
        if (lock.tryLock()) return;
        wire.wake();
        lock.lock();
    }

    private Stream stream(int host) {
        Stream stream = streams[host];
        if (!stream.connected) connect(stream);
        return stream;
    }

    private void connect(Stream stream) {
        try {
            stream.link = wire.connect(hosts.address(stream.host));
        } catch (Wire.BrokenException e) {
            throw lost(stream, e.getMessage());
        }
        stream.connected = true;
        long block = blocks.take();
        Message.head(block, Message.HELLO, 0, 0, pe, 0);
        Message.operands(block, hosts.job(), hosts.token(), 0);
        send(stream, block, 0, 0);
    }

    /// Ends what goes one way: unless it may stay until the next quiet, it leaves this process now, with all
    /// before it.
    private void wrote(Marks marks, Stream stream, boolean stays) {
        marks.wrote(stream);
        if (stays) return;
        if (stream.pressure > MOST_PRESSURE) flush(stream);
        leave(stream);
    }

    /// Returns when all has left this process that was on its way.
    private void leave(Stream stream) {
        if (leaving.isEmpty()) return;
        long since = System.nanoTime();
        while (!leaving.isEmpty()) since = turn(stream, since);
    }

    private void sendOneWay(Stream stream, long block, long data, long bytes, boolean last) {
        if (last && ++stream.since == stream.usual) {
            Message.flag(block, Message.TELL);
            stream.told = stream.next;
        }
        send(stream, block, data, bytes);
        stream.pressure += MESSAGE_COST + bytes;
    }

    /// Sends a block, which comes back by itself, and data, which have left when nothing is `leaving`.
    private void send(Stream stream, long block, long data, long bytes) {
        Message.number(block, stream.next++);
        try {
            long number = wire.send(stream.link, block, Message.HEADER_BYTES, data, bytes);
            if (number == 0) blocks.give(block);
            else leaving.add(new Leaving(number, block));
            long since = System.nanoTime();
            while (leaving.size() > MOST_LEAVING) since = turn(stream, since);
        } catch (Wire.BrokenException e) {
            throw lost(stream, e.getMessage());
        }
    }

    private void flush(Stream stream) {
        try {
            long number = wire.flush(stream.link);
            long since = System.nanoTime();
            if (number != 0) while (!wire.isSent(number)) since = turn(stream, since);
            stream.pressure = 0;
        } catch (Wire.BrokenException e) {
            throw lost(stream, e.getMessage());
        }
    }

    private void awaitAnswer(Stream stream, Question question) {
        long since = System.nanoTime();
        while (question.open) since = look(stream, since);
    }

    /// One look at the wire; `since` is when something last came, and what it returns is that too.
    private long look(Stream stream, long since) {
        acquire();
        try {
            return turn(stream, since);
        } finally {
            lock.unlock();
        }
    }

    private long turn(Stream stream, long since) {
        boolean busy = wire.progress();
        if (!leaving.isEmpty()) reap();
        if (refused != null) throw new IllegalStateException(refused);
        if (busy) return System.nanoTime();
        long idle = System.nanoTime() - since;
        if (idle < LOOK_NANOS) {
            Thread.yield();
            return since;
        }
        patience.run();
        for (Stream s : streams) if (s.connected && wire.isBroken(s.link)) throw lost(s, "the connection broke");
        if (idle > silenceNanos) throw lost(silent(stream), "no answer for %d s".formatted(idle / 1_000_000_000));
        wire.sleep(SLEEP_NANOS);
        return since;
    }

    /// Who does not answer: the stream that is waited for, or where all are, one that owes an answer.
    private Stream silent(Stream stream) {
        Stream silent = stream;
        for (Stream s : streams) if (silent == null && s.connected && s.done < s.told) silent = s;
        return silent == null ? streams[0] : silent;
    }

    private void reap() {
        leaving.removeIf(message -> {
            if (!wire.isSent(message.number)) return false;
            blocks.give(message.block);
            return true;
        });
    }

    private RuntimeException lost(Stream stream, String why) {
        return hosts.lost(pe, stream.host, why);
    }

    private Question question() {
        if (free == null) {
            int count = questions.length;
            Question[] more = new Question[Math.max(FIRST_QUESTIONS, 2 * count)];
            System.arraycopy(questions, 0, more, 0, count);
            for (int k = more.length - 1; k >= count; k--) {
                more[k] = new Question(k + 1);
                more[k].nextFree = free;
                free = more[k];
            }
            questions = more;
        }
        Question question = free;
        free = question.nextFree;
        question.open = true;
        return question;
    }

    private void giveBack(Question question) {
        question.segment = null;
        question.marks = null;
        question.nextFree = free;
        free = question;
    }

    /// An answer has come; within [Wire#progress], under the lock.
    private void received(long from, long header, long data, long bytes) {
        Stream stream = streams[Message.pe(header)];
        switch (Message.kind(header)) {
            case Message.ANSWER -> {
                int token = (int) Message.token(header);
                if (token != 0) {
                    Question question = questions[token - 1];
                    question.value = Message.value(header);
                    question.open = false;
                }
            }
            case Message.DATA -> take(questions[(int) Message.token(header) - 1], header, data, bytes);
            default -> refused = refusal(stream, header, data, bytes);
        }
        long number = Message.number(header);
        if (number > stream.done) stream.done = number;
        if (number == stream.next - 1) stream.pressure = 0;
    }

    private void take(Question question, long header, long data, long bytes) {
        long to = question.to + Message.offset(header);
        MemorySegment dst = question.segment;
        if (dst.isNative()) Whole.copy(data, dst.address() + to, bytes);
        else Memory.copyOut(data, dst, to, bytes);
        question.left -= bytes;
        if (question.left > 0) return;
        question.marks.open.decrementAndGet();
        question.open = false;
        giveBack(question);
    }

    private String refusal(Stream stream, long header, long data, long bytes) {
        byte[] text = new byte[(int) bytes];
        MemorySegment.copy(Memory.everywhere(), ValueLayout.JAVA_BYTE, data, text, 0, text.length);
        return "PE %d/%d: host %s refused a message of kind %d: %s; this is an error of the library"
                .formatted(
                        pe,
                        hosts.npes(),
                        hosts.name(stream.host),
                        Message.value(header),
                        new String(text, StandardCharsets.UTF_8));
    }
}
