// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jshmem.ucx.Answers.Sender;

/// The agent of one host: one thread that carries out operations of other hosts' PEs on the memory of its host, over
/// one wire. It opens no connection itself.
/*
 * Each sender numbers its messages, and the agent carries them out in that order on any wire: an early message waits.
 * A flag therefore follows its data, and a fence costs nothing. Number 0 is the hello with the job's token; no message
 * of a sender is carried out before it.
 */
final class Agent implements AutoCloseable {
    /// Largest number of bytes of messages that are kept for all senders without a hello. UCX lets any process of the
    /// network send messages.
    static final long MOST_UNKNOWN_BYTES = 16 << 20;

    /// Turns between two placements: reading the clock in each would cost more than they gain.
    private static final int TURNS = 64;

    private final HostOperations operations;
    private final long job;
    private final long token;
    private final Polling polling;
    private final Wire wire;
    private final byte[] address;
    private final Map<Long, Sender> senders = new HashMap<>();
    private final BlockPool blocks = new BlockPool(Message.HEADER_BYTES + 8 + Message.MOST_BYTES);
    private final Answers answers;

    /// The keys of the regions that are registered for one-sided operations.
    private final Map<Integer, byte[]> keys = new HashMap<>();

    private Sender last = new Sender(0);
    private long unknownBytes;
    private Thread thread;
    private volatile boolean closing;
    private volatile Throwable failure;

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
        this.operations = new HostOperations(memory, npes);
        this.job = job;
        this.token = token;
        this.polling = new Polling(spinNanos);
        this.wire = wires.apply(this::received);
        this.answers = new Answers(host, wire, blocks);
        this.address = wire.address(); // from here on a wire of sockets listens
    }

    /// The address to which PEs connect.
    byte[] address() {
        return address;
    }

    /// Starts to serve in a new thread.
    void start() {
        start(() -> {});
    }

    /// Starts to serve in a new thread, which calls `placement` now and then to choose its core.
    void start(Runnable placement) {
        thread = Thread.ofPlatform().daemon().name("agent").start(() -> serve(placement));
    }

    /// The error that ended the agent early, or null.
    Throwable failure() {
        return failure;
    }

    private void serve(Runnable placement) {
        try {
            for (int turn = 0; !closing; turn++) {
                if (turn % TURNS == 0) placement.run();
                if (turn()) polling.busy();
                if (!polling.goesOn()) wire.sleep(answers.areLeaving() ? 1_000_000 : 100_000_000);
            }
        } catch (Throwable t) {
            failure = t;
        }
    }

    /// Polls the wire once. Returns false if there was nothing to do.
    boolean turn() {
        boolean busy = wire.progress();
        answers.turn();
        return busy;
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
        answers.close();
    }

    private void received(long from, long header, long data, long bytes) {
        Sender sender = last.link == from ? last : senders.computeIfAbsent(from, Sender::new);
        if ((sender.next > 0 || sender.deaf) && Message.isFirst(header)) sender = anew(sender);
        last = sender;
        if (sender.deaf) return;
        if (Message.number(header) != sender.next) {
            keep(sender, header, data, bytes);
            return;
        }
        carryOut(sender, header, data, bytes);
        while (!sender.early.isEmpty() && !sender.deaf) {
            long block = blocks.take();
            long body = sender.early.take(sender.next, block);
            if (body >= 0) carryOut(sender, block, block + Message.HEADER_BYTES, body);
            blocks.give(block);
            if (body < 0) return;
        }
    }

    /// Begins with another sender, to which the wire has given the link of one that has ended.
    private Sender anew(Sender old) {
        answers.forget(old);
        forget(old);
        var sender = new Sender(old.link);
        senders.put(old.link, sender);
        return sender;
    }

    /// Keeps a message that overtook others. If too many bytes are kept for senders without a hello, the agent refuses
    /// the one with the most.
    private void keep(Sender sender, long header, long data, long bytes) {
        if (sender.early.isFull()) {
            refuse(sender, header, "%d messages without a first one".formatted(EarlyMessages.MOST));
            return;
        }
        long before = sender.early.bytes();
        sender.early.keep(header, data, bytes);
        if (sender.next > 0) return;
        unknownBytes += sender.early.bytes() - before;
        if (unknownBytes <= MOST_UNKNOWN_BYTES) return;
        Sender most = sender;
        for (Sender each : senders.values()) {
            if (each.next == 0 && each.early.bytes() > most.early.bytes()) most = each;
        }
        refuse(most, header, "%d bytes of messages without a hello".formatted(most.early.bytes()));
    }

    /// The bytes of messages that are kept for senders without a hello.
    long unknownBytes() {
        return unknownBytes;
    }

    /// Drops the early messages of a sender.
    private void forget(Sender sender) {
        if (sender.next == 0) unknownBytes -= sender.early.bytes();
        sender.early.clear();
    }

    private void carryOut(Sender sender, long header, long data, long bytes) {
        int kind = Message.kind(header);
        String refusal = sender.next == 0 != (kind == Message.HELLO)
                ? "message 0 must be the hello, and no other"
                : switch (kind) {
                    case Message.HELLO -> isOfThisJob(header) ? null : "it is of another job";
                    case Message.PUT -> operations.put(header, data, bytes);
                    case Message.STORE -> operations.store(header);
                    case Message.ATOMIC -> operations.atomic(header);
                    case Message.LOAD -> operations.load(header);
                    case Message.GET -> get(sender, header);
                    case Message.KEY -> key(sender, header);
                    case Message.WROTE -> operations.wrote(header);
                    case Message.SYNC, Message.CLOCK -> null;
                    default -> "kind %d is unknown".formatted(kind);
                };
        if (refusal != null) {
            refuse(sender, header, refusal);
            return;
        }
        long question = Message.token(header);
        if (kind == Message.LOAD || kind == Message.ATOMIC && question != 0) {
            answers.answer(sender, question, operations.found(), 1);
        }
        if (kind == Message.CLOCK) answers.answer(sender, question, System.nanoTime(), 1);
        if (sender.deaf) return;
        if (sender.next == 0) unknownBytes -= sender.early.bytes();
        sender.next++; // it counts as carried out from here on, and the pieces of a get return this number
        answers.answerGets(sender);
        if ((Message.flags(header) & Message.TELL) != 0) answers.answer(sender, 0, 0, 0);
    }

    private boolean isOfThisJob(long header) {
        return Message.value(header) == job && Message.extra(header) == token;
    }

    private String get(Sender sender, long header) {
        int pe = Message.pe(header);
        long offset = Message.offset(header);
        long bytes = Message.value(header);
        String refusal = operations.range(pe, offset, bytes);
        if (refusal != null) return refusal;
        if (sender.gets() == HostStreams.MOST_OPEN) {
            return "%d gets are not answered yet".formatted(HostStreams.MOST_OPEN);
        }
        answers.get(sender, operations.address(pe, offset), bytes, Message.token(header));
        return null;
    }

    /// Answers with the key of a PE's region, which is registered when the first PE asks for it.
    private String key(Sender sender, long header) {
        int pe = Message.pe(header);
        long bytes = operations.regionBytes();
        String refusal = operations.range(pe, 0, bytes);
        if (refusal != null) return refusal;
        long address = operations.address(pe, 0);
        answers.region(sender, address, bytes, keys.computeIfAbsent(pe, _ -> wire.register(address, bytes)));
        return null;
    }

    /// Sends the reason, and ignores this sender from now on.
    private void refuse(Sender sender, long header, String why) {
        forget(sender);
        answers.refuse(sender, header, why);
    }
}
