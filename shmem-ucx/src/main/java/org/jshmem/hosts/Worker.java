// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.function.Function;
import org.jshmem.hosts.Requests.Request;
import org.jshmem.shm.jobfile.JobFile;
import org.jshmem.transport.Memory;

/// The operations of one JVM on the memory of other hosts.
///
/// ```
/// PE: call                                  PE or progress thread of the target's JVM
///   lock, number and send  -------------->  received: execute, wake; answer or acknowledge
///   progress until done    <--------------
/// ```
///
/// Messages to one JVM are numbered and executed in their order, so a signal follows its data and a fence costs
/// nothing. A quiet counts executed messages.
final class Worker {
    /// Requests to one JVM that may be open at once, each for at most [Message#MOST_BYTES].
    private static final int CREDITS = 16;

    private final Requests requests = new Requests();
    private final Inbox inbox = new Inbox(requests);
    private final Fabric fabric;
    private final Outbox outbox;
    final Progress progress;

    private Hosts hosts;
    private Peer[] peers;

    /// PEs of this JVM that have left the present session.
    private int leftPes;

    /// Sessions that all PEs of this JVM have left.
    private int sessions;

    Worker(Function<Fabric.Receiver, Fabric> fabrics) {
        fabric = fabrics.apply(inbox);
        outbox = new Outbox(fabric);
        progress = new Progress(fabric, inbox, outbox);
    }

    /// The address to which other JVMs connect.
    byte[] address() {
        return fabric.address();
    }

    /// Joins a job. From this call on messages of other JVMs are executed.
    void begin(Hosts all, JobFile file) {
        hosts = all;
        peers = new Peer[all.jvms()];
        for (int k = 0; k < peers.length; k++) peers[k] = new Peer(k);
        outbox.begin(all);
        inbox.begin(all, peers, new Responder(file, all.here()), outbox, fabric);
        progress.begin(all);
    }

    int jvms() {
        return peers.length;
    }

    void close() {
        progress.close();
        fabric.close();
        outbox.close();
    }

    private Peer to(int pe) {
        return toJvm(hosts.jvm(pe));
    }

    private Peer toJvm(int jvm) {
        Peer peer = peers[jvm];
        if (peer.endpoint == 0) peer.endpoint = fabric.connect(hosts.address(jvm));
        return peer;
    }

    // one-way operations

    /// Sends a message without data: a word to store, or an atomic without an answer. It may be held back
    /// if no PE awaits it.
    void send(Outstanding of, int kind, int operation, int pe, long offset, int width, long value, boolean mayBeHeld) {
        try (var _ = progress.enter()) {
            send(of, to(pe), outbox.message(kind, width, operation, pe, offset, value, 0), 0, mayBeHeld);
        }
    }

    /// Puts bytes; the message of a short put may be held back. If `flag` is not negative, sets the word there
    /// afterwards.
    void put(Outstanding of, int pe, long offset, MemorySegment src, long from, long bytes, long flag, long value) {
        Objects.checkFromIndexSize(from, bytes, src.byteSize());
        try (var _ = progress.enter()) {
            Peer peer = to(pe);
            long done = 0;
            do {
                long piece = Math.min(bytes - done, Message.MOST_BYTES);
                boolean signals = flag >= 0 && done + piece == bytes;
                long length = signals ? piece + Message.OPERAND_BYTES : piece;
                int kind = signals ? Message.PUT_SIGNAL : Message.PUT;
                long block = outbox.message(kind, 0, 0, pe, offset + done, value, length);
                Memory.copyIn(src, from + done, block + Outbox.HEAD, piece);
                if (signals) UntornCopy.setLong(block + Outbox.HEAD + piece, flag);
                send(of, peer, block, length, flag < 0 && bytes <= Outbox.HELD_BYTES);
                done += piece;
                if (done < bytes) progress.once(); // what the network did not take at once
            } while (done < bytes);
        }
    }

    private void send(Outstanding of, Peer peer, long block, long bytes, boolean mayBeHeld) {
        for (int idle = 0; outbox.isFull(); ) idle = progress.turn(idle, peer);
        if (mayBeHeld) outbox.hold(peer, block, bytes);
        else outbox.send(peer, block, bytes, 0);
        of.sent(peer.jvm, peer.sent);
    }

    // requests

    /// Asks for the word that a message of this kind finds, and returns it.
    long fetch(int kind, int operation, int pe, long offset, int width, long operand, long expected) {
        try (var _ = progress.enter()) {
            Peer peer = to(pe);
            Request request = request(peer, null, null);
            ask(request, kind, operation, pe, offset, width, operand, expected);
            await(request);
            long value = request.value;
            requests.give(request);
            return value;
        }
    }

    /// Starts an atomic whose old value is at an address after the next quiet.
    void fetchNbi(Outstanding of, int operation, int pe, long offset, int width, long operand, long expected, long to) {
        try (var _ = progress.enter()) {
            Request request = request(to(pe), Destination.word(to, width), of);
            ask(request, Message.FETCH, operation, pe, offset, width, operand, expected);
        }
    }

    private void ask(
            Request request, int kind, int operation, int pe, long offset, int width, long operand, long expected) {
        long block = outbox.message(kind, width, operation, pe, offset, operand, Message.OPERAND_BYTES);
        UntornCopy.setLong(block + Outbox.HEAD, expected);
        outbox.send(request.peer, block, expected == 0 ? 0 : Message.OPERAND_BYTES, request.index);
    }

    /// Starts to get bytes, which are there after the next quiet.
    void getNbi(Outstanding of, int pe, long offset, Destination destination, long bytes) {
        try (var _ = progress.enter()) {
            askForBytes(of, to(pe), pe, offset, destination, bytes);
        }
    }

    /// Gets bytes.
    void get(int pe, long offset, Destination destination, long bytes) {
        try (var _ = progress.enter()) {
            var of = new Outstanding(0);
            askForBytes(of, to(pe), pe, offset, destination, bytes);
            for (int idle = 0; of.requests > 0; ) idle = progress.turn(idle, to(pe));
        }
    }

    private void askForBytes(Outstanding of, Peer peer, int pe, long offset, Destination destination, long bytes) {
        for (long done = 0; done < bytes; done += Message.MOST_BYTES) {
            long piece = Math.min(bytes - done, Message.MOST_BYTES);
            Request request = request(peer, destination.from(done), of);
            long block = outbox.message(Message.GET, 0, 0, pe, offset + done, piece, 0);
            outbox.send(peer, block, 0, request.index);
        }
    }

    private Request request(Peer peer, Destination destination, Outstanding of) {
        for (int idle = 0; peer.open >= CREDITS; ) idle = progress.turn(idle, peer);
        return requests.take(peer, destination, of);
    }

    private void await(Request request) {
        for (int idle = 0; !request.done; ) idle = progress.turn(idle, request.peer);
    }

    // completion

    /// Waits until the operations of a channel so far are executed. Another thread may send more meanwhile.
    void quiet(Outstanding of) {
        try (var _ = progress.enter()) {
            for (Peer peer : peers) if (of.isOpen(peer.jvm)) askToAcknowledge(peer, of.last(peer.jvm));
            for (Peer peer : peers) {
                if (!of.isOpen(peer.jvm)) continue;
                int last = of.last(peer.jvm);
                askToAcknowledge(peer, last);
                for (int idle = 0; peer.executed - last < 0; ) idle = progress.turn(idle, peer);
                of.executed(peer.jvm, last);
            }
            for (int idle = 0; of.requests > 0; ) idle = progress.turn(idle, null);
        }
    }

    private void askToAcknowledge(Peer peer, int number) {
        if (peer.executed - number < 0 && peer.asked - number < 0) outbox.askToAcknowledge(peer);
    }

    /// Sends the held-back message. Begins a call that waits for memory of this host.
    Progress.Call beginWait() {
        Progress.Call call = progress.enter();
        outbox.flush();
        return call;
    }

    // the end

    /// A PE of this JVM leaves the library: waits until all PEs of the job have, since a JVM that has ended can neither
    /// execute messages nor acknowledge them.
    void leave() {
        try (var _ = progress.enter()) {
            finish();
            int session = sessions + 1;
            if (++leftPes == hosts.ownPes()) {
                leftPes = 0;
                sessions = session;
                if (hosts.ownJvm() == 0) inbox.leftJvms++;
                else outbox.send(toJvm(0), outbox.message(Message.LEFT, 0, 0, 0, 0, 0, 0), 0, 0);
            }
            for (int idle = 0; inbox.leftSessions < session && !progress.isLost(peers[0]); ) {
                if (inbox.leftJvms == peers.length) announceEnd();
                else idle = progress.turn(idle, null);
            }
        }
    }

    /// JVM 0 tells all others that all PEs have left.
    private void announceEnd() {
        inbox.leftJvms = 0;
        inbox.leftSessions++;
        for (int jvm = 1; jvm < peers.length; jvm++) {
            outbox.send(toJvm(jvm), outbox.message(Message.ALL_LEFT, 0, 0, 0, 0, 0, 0), 0, 0);
        }
        finish();
    }

    /// Waits until all messages of this JVM so far are executed, or their receiver has ended, which then needs none.
    /// Other PEs of the JVM may send more meanwhile.
    private void finish() {
        int[] last = new int[peers.length];
        for (Peer peer : peers) {
            last[peer.jvm] = peer.sent;
            if (peer.endpoint != 0) askToAcknowledge(peer, peer.sent);
        }
        for (Peer peer : peers) {
            for (int idle = 0; peer.executed - last[peer.jvm] < 0 && !progress.isLost(peer); ) {
                idle = progress.turn(idle, null);
            }
        }
    }
}
