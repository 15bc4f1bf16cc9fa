// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.function.Function;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Memory;
import org.jshmem.ucx.Questions.Question;

/// The operations of one PE on memory of other hosts: messages to their agents, and the answers.
final class Client implements AutoCloseable {
    /// Largest number of bytes of one question.
    private static final long MOST_ASKED = 8L * Message.MOST_BYTES;

    /// Puts up to this size are copied; the bytes of longer ones are sent from their place.
    private static final int COPIED_BYTES = 2 << 10;

    private final int pe;
    private final Hosts hosts;
    private final Questions questions = new Questions();
    private final HostStreams streams;
    private final RemoteBlocks remote;

    /// `patience` is called repeatedly while no message comes, and ends the wait by throwing.
    Client(int pe, Hosts hosts, Runnable patience, Function<Wire.Receiver, Wire> wires) {
        this.pe = pe;
        this.hosts = hosts;
        this.streams = new HostStreams(pe, hosts, patience, wires, this::received);
        this.remote = new RemoteBlocks(streams);
    }

    /// Copies from any segment to a PE of another host, then sets its flag if `then` is [Message#THEN_SET]. With
    /// `keeps` the caller leaves the bytes unchanged until the next quiet; else it may change them after
    /// the return.
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
        try (var _ = streams.acquire()) {
            HostStream stream = streams.to(host);
            boolean stays = keeps || then != 0;
            boolean oneSided =
                    bytes >= remote.smallest && remote.put(marks, stream, target, offset, src, from, bytes, stays);
            if (oneSided && then == 0) return;
            long done = oneSided ? bytes : 0; // the flag alone is left
            do {
                long piece = Math.min(bytes - done, Message.MOST_BYTES);
                boolean last = done + piece == bytes;
                long block = streams.blocks.take();
                Message.head(block, Message.PUT, 0, 0, target, offset + done);
                Message.operands(block, last ? value : 0, last ? flag : 0, 0);
                if (last) Message.flag(block, then);
                long data = direct ? address + done : block + Message.HEADER_BYTES;
                if (!direct) Memory.copyIn(src, from + done, data, piece);
                streams.sendOneWay(stream, block, data, piece, last);
                done += piece;
                if (!keeps) streams.leave(stream); // one piece at a time waits for room
            } while (done < bytes);
            streams.wrote(marks, stream, keeps);
        }
    }

    /// Stores a word of another host's PE.
    void store(Marks marks, int host, int target, long offset, int width, long value) {
        change(marks, Message.STORE, 0, host, target, offset, width, value);
    }

    /// Changes a word of another host's PE atomically, without returning its old value.
    void update(Marks marks, Atomic op, int host, int target, long offset, int width, long operand) {
        change(marks, Message.ATOMIC, op.ordinal(), host, target, offset, width, operand);
    }

    private void change(Marks marks, int kind, int op, int host, int target, long offset, int width, long value) {
        try (var _ = streams.acquire()) {
            HostStream stream = streams.to(host);
            long block = streams.blocks.take();
            Message.head(block, kind, width, op, target, offset);
            Message.operands(block, value, 0, 0);
            streams.sendOneWay(stream, block, 0, 0, true);
            streams.wrote(marks, stream, false);
        }
    }

    /// Changes a word of another host's PE atomically. Returns its old value.
    long atomic(Atomic op, int host, int target, long offset, int width, long operand, long expected) {
        return ask(Message.ATOMIC, op.ordinal(), host, target, offset, width, operand, expected);
    }

    /// Changes a word of another host's PE atomically. Its old value is at address `to` after the next quiet.
    void atomicNbi(
            Marks marks,
            Atomic op,
            int host,
            int target,
            long offset,
            int width,
            long operand,
            long expected,
            long to) {
        try (var _ = streams.acquire()) {
            HostStream stream = streams.to(host);
            Question question = question(stream);
            question.word(to, width, marks);
            send(stream, question, Message.ATOMIC, op.ordinal(), target, offset, width, operand, expected);
        }
    }

    /// Loads a word of another host's PE.
    long load(int host, int target, long offset, int width) {
        return ask(Message.LOAD, 0, host, target, offset, width, 0, 0);
    }

    /// The value of `System.nanoTime()` on another host.
    long clock(int host) {
        return ask(Message.CLOCK, 0, host, 0, 0, 0, 0, 0);
    }

    private long ask(int kind, int op, int host, int target, long offset, int width, long operand, long expected) {
        Question question;
        HostStream stream;
        try (var _ = streams.acquire()) {
            stream = streams.to(host);
            question = question(stream);
            send(stream, question, kind, op, target, offset, width, operand, expected);
        }
        long since = System.nanoTime();
        while (question.open) since = streams.look(stream, since);
        long value = question.value;
        try (var _ = streams.acquire()) {
            questions.giveBack(question);
        }
        return value;
    }

    /// A new question to a host, as soon as there is room for one.
    private Question question(HostStream stream) {
        streams.open(stream);
        return questions.take();
    }

    private void send(
            HostStream stream,
            Question question,
            int kind,
            int op,
            int target,
            long offset,
            int width,
            long value,
            long extra) {
        long block = streams.blocks.take();
        Message.head(block, kind, width, op, target, offset);
        Message.operands(block, value, extra, question.token);
        streams.ask(stream, block);
    }

    /// Copies memory of another host's PE to a segment.
    void get(int host, int target, long offset, MemorySegment dst, long to, long bytes) {
        var marks = new Marks(0);
        getNbi(marks, host, target, offset, dst, to, bytes);
        long since = System.nanoTime();
        while (marks.open.get() > 0) since = streams.look(streams.all[host], since);
    }

    /// Copies memory of another host's PE to a segment. The data are there after the next quiet.
    void getNbi(Marks marks, int host, int target, long offset, MemorySegment dst, long to, long bytes) {
        Objects.checkFromIndexSize(to, bytes, dst.byteSize());
        try (var _ = streams.acquire()) {
            HostStream stream = streams.to(host);
            if (bytes >= remote.smallest && remote.get(marks, stream, target, offset, dst, to, bytes)) return;
            for (long done = 0; done < bytes; ) {
                long piece = Math.min(bytes - done, MOST_ASKED);
                Question question = question(stream);
                question.data(dst, to + done, piece, marks);
                send(stream, question, Message.GET, 0, target, offset + done, 0, piece, 0);
                done += piece;
            }
        }
    }

    /// Orders earlier one-sided puts before later operations. Messages are in order without it.
    void fence() {
        if (remote.smallest == Long.MAX_VALUE) return;
        try (var _ = streams.acquire()) {
            for (HostStream stream : streams.all) streams.settle(stream);
        }
    }

    /// Waits until all operations of these marks so far are carried out, on all hosts.
    /*
     * Another thread of the PE may send more meanwhile. No question of this quiet asks for the later numbers, so a wait
     * for them could be without end.
     */
    void quiet(Marks marks) {
        long[] last;
        try (var _ = streams.acquire()) {
            for (HostStream stream : streams.all) {
                streams.settle(stream);
                if (stream.done < marks.last(stream) && stream.told < marks.last(stream)) streams.askToTell(stream);
                if (stream.since > 0) stream.usual = stream.since; // expected length of the next phase
                stream.since = 0;
            }
            last = marks.last();
        }
        for (HostStream stream : streams.all) streams.await(stream, last[stream.host]);
        long since = System.nanoTime();
        while (marks.open.get() > 0) since = streams.look(null, since);
        try (var _ = streams.acquire()) {
            marks.settle(streams.all);
        }
    }

    /// Sends a question to a host and waits for the answer.
    void ask(int host) {
        long number;
        HostStream stream;
        try (var _ = streams.acquire()) {
            stream = streams.to(host);
            streams.askToTell(stream);
            number = stream.told;
        }
        streams.await(stream, number);
    }

    /// Waits until all sent messages are carried out, also those for which no quiet waits, such as the flags of
    /// the last barrier. If a process ends with an unread answer, the kernel drops the messages under way.
    void finish() {
        for (HostStream stream : streams.all) if (stream.connected) ask(stream.host);
    }

    @Override
    public void close() {
        streams.close();
    }

    /// Receives an answer, within [Wire#progress] and under the lock.
    private void received(long from, long header, long data, long bytes) {
        HostStream stream = streams.all[Message.pe(header)];
        switch (Message.kind(header)) {
            case Message.ANSWER -> {
                if (questions.answered((int) Message.token(header), Message.value(header))) stream.open--;
            }
            case Message.DATA -> {
                if (questions.answered((int) Message.token(header), Message.offset(header), data, bytes)) stream.open--;
            }
            case Message.REGION -> stream.offer = RemoteBlocks.offer(header, data, bytes);
            default -> streams.refuse(refusal(stream, header, data, bytes));
        }
        streams.done(stream, Message.number(header));
    }

    private String refusal(HostStream stream, long header, long data, long bytes) {
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
