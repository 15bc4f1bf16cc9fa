// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/// One PE's streams of numbered messages, one to each other host, over one wire.
/*
 * All threads of the PE share the wire under a lock that parks. A one-way message (a put, a store, an atomic without a
 * returned value) returns when it has left this process, so that its arrival does not depend on later calls. The
 * stream's number shows when it is carried out. Every answer contains the last such number.
 *
 * A quiet waits for the last number. A separate question would cost a second message after the put. The stream
 * therefore remembers the number of messages between the last two quiets, and predicts the last one of this phase,
 * which requests an answer at once. A question follows if the prediction is wrong.
 */
final class HostStreams implements AutoCloseable {
    /// Largest number of messages to one host that have not left this process before a sender waits.
    static final int MOST_LEAVING = 64;

    /// Largest number of questions to one host that wait for an answer. The agent keeps its part of each of them, and
    /// this end does not read while it sends, so without a limit the memory of both would grow.
    static final int MOST_OPEN = 1024;

    /*
     * A full socket leaves a message in this process until the next call makes progress, which may be never. A
     * flush takes longer than a small message, so it is made only when the kernel's smallest buffer might be
     * full.
     */
    private static final long MOST_PRESSURE = 32 << 10;
    private static final long MESSAGE_COST = 1 << 10;

    private static final long LOOK_NANOS = 50_000;

    /// A longer time between two polls is a pause of this process, for which the other host is not blamed.
    private static final long PAUSE_NANOS = 500_000_000;

    private static final long SLEEP_NANOS = 1_000_000;

    /// The streams to all hosts.
    final HostStream[] all;

    /// Blocks for messages; a block that was sent returns to the pool by itself.
    final BlockPool blocks = new BlockPool(Message.HEADER_BYTES + 16 + Message.MOST_BYTES);

    /// The wire of all streams.
    final Wire wire;

    private final int pe;
    private final Hosts hosts;
    private final Runnable patience;
    private final ReentrantLock lock = new ReentrantLock();
    private final Held held = lock::unlock;
    private final SentMessages<HostStream> sent;
    private volatile String refused;
    private long looked = System.nanoTime();

    /// `patience` is called repeatedly while no message comes, and ends the wait by throwing.
    HostStreams(int pe, Hosts hosts, Runnable patience, Function<Wire.Receiver, Wire> wires, Wire.Receiver receiver) {
        this.pe = pe;
        this.hosts = hosts;
        this.patience = patience;
        this.wire = wires.apply(receiver);
        this.sent = new SentMessages<>(wire, blocks);
        this.all = new HostStream[hosts.count()];
        for (int h = 0; h < all.length; h++) all[h] = new HostStream(h);
    }

    /// The lock, until it is closed.
    interface Held extends AutoCloseable {
        @Override
        void close();
    }

    /// Acquires the lock; wakes a thread that sleeps with it.
    Held acquire() {
        if (!lock.tryLock()) {
            wire.wake();
            lock.lock();
        }
        return held;
    }

    /// The stream to a host; the first call connects it.
    HostStream to(int host) {
        HostStream stream = all[host];
        if (!stream.connected) connect(stream);
        return stream;
    }

    private void connect(HostStream stream) {
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

    /// Ends a one-way operation. Unless it may stay until the next quiet, it leaves this process now, with all
    /// before it.
    void wrote(Marks marks, HostStream stream, boolean stays) {
        marks.wrote(stream);
        if (stays) return;
        if (stream.pressure > MOST_PRESSURE) flush(stream);
        leave(stream);
    }

    /// Waits until all messages to the host have left this process.
    void leave(HostStream stream) {
        leave(stream, 0);
    }

    private void leave(HostStream stream, int most) {
        if (stream.leaving <= most) return;
        long since = System.nanoTime();
        while (stream.leaving > most) since = turn(stream, since);
    }

    /// Sends a one-way message. It requests an answer if it is `last` and is predicted to be followed by a
    /// quiet.
    void sendOneWay(HostStream stream, long block, long data, long bytes, boolean last) {
        boolean tells = last && ++stream.since == stream.usual;
        if (tells) Message.flag(block, Message.TELL);
        send(stream, block, data, bytes);
        if (tells) stream.told = stream.next - 1;
        stream.pressure += MESSAGE_COST + bytes;
    }

    /// Sends a block, which returns to the pool by itself, and data, which have left when [#leave] returns.
    void send(HostStream stream, long block, long data, long bytes) {
        if (!stream.written.isEmpty()) settle(stream);
        if (Message.isChange(block)) stream.changing = stream.next;
        Message.number(block, stream.next++);
        try {
            sent.send(stream, stream.link, block, data, bytes);
            leave(stream, MOST_LEAVING);
        } catch (Wire.BrokenException e) {
            throw lost(stream, e.getMessage());
        }
    }

    /// Expects the end of a one-sided operation to which the wire has given this number.
    void started(HostStream stream, long number, long block, Marks marks) {
        sent.started(stream, number, block, marks);
        leave(stream, MOST_LEAVING);
    }

    /// Waits until all one-sided puts to the host are carried out, and lets its agent wake PEs that sleep on these
    /// bytes. A message may tell a PE of the data, and messages overtake such puts: so this precedes each message.
    void settle(HostStream stream) {
        if (stream.written.isEmpty()) return;
        var ranges = List.copyOf(stream.written);
        stream.written.clear();
        flush(stream);
        for (RemoteBlocks.Range range : ranges) {
            long block = blocks.take();
            Message.head(block, Message.WROTE, 0, 0, range.pe(), range.offset());
            Message.operands(block, range.bytes(), 0, 0);
            send(stream, block, 0, 0);
            stream.pressure += MESSAGE_COST;
        }
    }

    /// Opens a question to the host, as soon as fewer than [#MOST_OPEN] are open.
    void open(HostStream stream) {
        long since = System.nanoTime();
        while (stream.open >= MOST_OPEN) since = turn(stream, since);
        stream.open++;
    }

    /// Sends a block whose answer reports progress.
    void ask(HostStream stream, long block) {
        send(stream, block, 0, 0);
        stream.told = stream.next - 1;
    }

    /// Requests a report from the agent when it has carried out all messages so far.
    void askToTell(HostStream stream) {
        long block = blocks.take();
        Message.head(block, Message.SYNC, 0, 0, 0, 0);
        Message.operands(block, 0, 0, 0);
        Message.flag(block, Message.TELL);
        ask(stream, block);
    }

    /// Waits until all messages up to a number are carried out.
    void await(HostStream stream, long number) {
        long since = System.nanoTime();
        while (stream.done < number) since = look(stream, since);
    }

    private void flush(HostStream stream) {
        try {
            long number = wire.flush(stream.link);
            long since = System.nanoTime();
            if (number != 0) while (!wire.isSent(number)) since = turn(stream, since);
            stream.pressure = 0;
        } catch (Wire.BrokenException e) {
            throw lost(stream, e.getMessage());
        }
    }

    /// Polls the wire once. `since` is the time of the last progress; the result is its new value.
    long look(HostStream stream, long since) {
        try (var _ = acquire()) {
            return turn(stream, since);
        }
    }

    /// As [#look], under the lock.
    long turn(HostStream stream, long since) {
        boolean busy = wire.progress();
        if (!sent.isEmpty()) reap();
        if (refused != null) throw new IllegalStateException(refused);
        long now = System.nanoTime();
        boolean paused = now - looked > PAUSE_NANOS;
        looked = now;
        if (busy || paused) return now;
        long idle = now - since;
        if (idle < LOOK_NANOS) {
            Thread.yield();
            return since;
        }
        patience.run();
        for (HostStream s : all) if (s.connected && wire.isBroken(s.link)) throw lost(s, "the connection broke");
        if (idle > hosts.silenceNanos()) {
            throw lost(silent(stream), "no answer for %.0f s (--host-timeout)".formatted(idle / 1e9));
        }
        wire.sleep(SLEEP_NANOS);
        return since;
    }

    /// The stream whose host does not answer: the awaited one, or for a wait on all of them one that owes an
    /// answer.
    private HostStream silent(HostStream stream) {
        HostStream silent = stream;
        for (HostStream s : all) if (silent == null && s.connected && s.done < s.told) silent = s;
        return silent == null ? all[0] : silent;
    }

    private void reap() {
        RuntimeException[] lost = {null};
        sent.reap((stream, e) -> lost[0] = lost(stream, e.getMessage()));
        if (lost[0] != null) throw lost[0];
    }

    RuntimeException lost(HostStream stream, String why) {
        return hosts.lost(pe, stream.host, why);
    }

    /// Receives an answer of this number.
    void done(HostStream stream, long number) {
        if (number > stream.done) stream.done = number;
        if (number == stream.next - 1) stream.pressure = 0;
    }

    /// Keeps the reason why a host has refused a message; every wait throws it.
    void refuse(String why) {
        refused = why;
    }

    @Override
    public void close() {
        try (var _ = acquire()) {
            wire.close();
            blocks.close();
        }
    }
}
