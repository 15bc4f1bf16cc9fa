// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import java.util.ArrayList;
import java.util.List;

/// The messages that arrive at this JVM: executes those of other JVMs, and matches answers with requests.
/*
 * `received` runs inside of Fabric.progress, in the thread of any PE or in the progress thread. It neither blocks nor
 * throws, and sends answers without waiting for room: Outbox keeps requests for bytes that have to wait.
 */
final class Inbox implements Fabric.Receiver {
    private static final long LOST_NANOS = 1_500_000_000;

    private final Requests requests;
    private Hosts hosts;
    private Peer[] peers;
    private Responder responder;
    private Outbox outbox;
    private Reports reports;

    /// The reason why the job cannot go on, or null. The next lock of the progress thread makes it visible there.
    private Throwable broken;

    /// The first JVM to which the connection has failed, and the time; null before, and after the check.
    private volatile Peer lost;

    private long lostNanos;

    /// How often JVMs of this host will have left once the present session has ended on all hosts, which may end then.
    /// No number reaches it before this JVM leaves.
    private volatile int leaves = Integer.MAX_VALUE;

    /// The answers to the hosts that have left the present session; known to JVM 0.
    private final List<Runnable> left = new ArrayList<>();

    Inbox(Requests requests) {
        this.requests = requests;
    }

    void begin(Hosts all, Peer[] theirs, Responder memory, Outbox answers, Reports rows) {
        hosts = all;
        peers = theirs;
        responder = memory;
        outbox = answers;
        reports = rows;
    }

    /// Throws the exception of a message that could not be executed. Ends the job after a while if a host is lost: the
    /// launcher of that host, if it lives, has then ended the job and named the PE that failed.
    void check() {
        if (broken != null) throw new IllegalStateException(broken.getMessage(), broken);
        Peer peer = lost;
        if (peer == null || System.nanoTime() - lostNanos < LOST_NANOS) return;
        lost = null;
        if (!mayEnd()) hosts.fail(Hosts.LOST_STATUS, hosts.lost(hosts.near, peer));
    }

    /// Whether a connection has failed, and the job has not ended for it yet.
    boolean losesOne() {
        return lost != null;
    }

    /// Begins the end of a session, after which JVMs of this host will have left so often.
    void beginLeave(int all) {
        leaves = all;
    }

    /// Whether all hosts have left, as this JVM knows by its own host.
    private boolean mayEnd() {
        return hosts.file.left() >= leaves;
    }

    @Override
    public void received(long answers, long header, long data, long bytes) {
        try {
            // messages of another job, or of a stranger, are dropped
            if (Packet.key(header) != hosts.key || Packet.sender(header) >= peers.length) return;
            Peer peer = peers[Packet.sender(header)];
            int kind = Packet.kind(header);
            if (kind >= Packet.ANSWER) answered(peer, kind, header, data, bytes);
            else execute(peer, answers, kind, header, data, bytes);
        } catch (Throwable t) {
            broken = t;
        }
    }

    private void execute(Peer peer, long answers, int kind, long header, long data, long bytes) {
        int number = Packet.number(header);
        if (number != peer.received + 1) {
            String reordered = "message %d of PE %d follows message %d; the network reorders messages";
            throw new IllegalStateException(reordered.formatted(number, hosts.firstPe(peer.jvm), peer.received));
        }
        peer.received = number;
        try {
            if (answers == 0 && Packet.isAnswered(header)) throw new IllegalArgumentException("it has no sender");
            executeOne(peer, answers, kind, header, data, bytes);
        } catch (IllegalArgumentException e) {
            String refused = "a message of PE %d is refused: %s; this is an error of the library";
            throw new IllegalStateException(refused.formatted(hosts.firstPe(peer.jvm), e.getMessage()));
        }
        if (Packet.asksForAcknowledgment(header)) outbox.answer(peer, answers, Packet.request(header), 0);
    }

    private void executeOne(Peer peer, long answers, int kind, long header, long data, long bytes) {
        switch (kind) {
            case Packet.GET -> get(peer, answers, header);
            case Packet.FETCH, Packet.LOAD -> {
                long found = responder.execute(kind, header, data, bytes);
                outbox.answer(peer, answers, Packet.request(header), found);
            }
            case Packet.NOTHING -> {}
            case Packet.BATCH -> batch(data, data + bytes);
            case Packet.REPORT -> reports.requested(peer);
            case Packet.REPORTED -> hosts.file.control().reported();
            case Packet.ROW -> reports.store(Packet.pe(header), data, bytes);
            case Packet.LEFT -> {
                int request = Packet.request(header);
                left(() -> outbox.answer(peer, answers, request, 0));
            }
            default -> responder.execute(kind, header, data, bytes);
        }
    }

    private void batch(long from, long end) {
        for (long at = from; at < end; at += Packet.recordBytes(Packet.number(at))) {
            int bytes = end - at < Packet.RECORD_HEADER_BYTES ? -1 : Packet.number(at);
            boolean known = bytes >= 0 && end - at >= Packet.recordBytes(bytes) && Packet.kind(at) <= Packet.STORE;
            if (!known) throw new IllegalArgumentException("a record of it is damaged");
            responder.execute(Packet.kind(at), at, at + Packet.RECORD_HEADER_BYTES, bytes);
        }
    }

    private void get(Peer peer, long answers, long header) {
        long bytes = Packet.value(header);
        if (bytes > Packet.MOST_BYTES) {
            throw new IllegalArgumentException(bytes + " bytes are more than a message has");
        }
        long address = responder.range(Packet.pe(header), Packet.offset(header), bytes);
        outbox.answer(peer, answers, Packet.request(header), address, bytes);
    }

    private void answered(Peer peer, int kind, long header, long data, long bytes) {
        Requests.Request request = requests.open(Packet.request(header), peer);
        Destination to = request == null ? null : request.destination();
        boolean isWord = to == null || to.isWord();
        boolean fits = isWord ? kind == Packet.ANSWER : kind == Packet.DATA && bytes == to.bytes();
        if (request == null || !fits) {
            String wrong = "JVM %d answers request %d (%s) by kind %d with %d bytes; this is an error of the library";
            String what = request == null ? "not open" : isWord ? "a word" : to.bytes() + " bytes";
            throw new IllegalStateException(wrong.formatted(peer.jvm, Packet.request(header), what, kind, bytes));
        }
        if (to == null) request.of().value = Packet.value(header);
        else if (!request.of().isAbandoned) to.write(isWord ? header + Packet.VALUE : data);
        requests.done(request);
        hosts.wakeWaiters();
    }

    @Override
    public void failed(long endpoint, String why) {
        try {
            for (Peer peer : peers) if (peer.endpoint == endpoint) failed(peer, why);
            hosts.wakeWaiters();
        } catch (Throwable t) { // UCX would end the JVM
            broken = t;
        }
    }

    private void failed(Peer peer, String why) {
        peer.failure = why;
        requests.lost(peer);
        if (lost != null || mayEnd()) return;
        lostNanos = System.nanoTime();
        lost = peer;
    }

    /// All JVMs of a host have left. Once those of all hosts have, all requests are answered.
    void left(Runnable answer) {
        left.add(answer);
        if (left.size() < hosts.topology.hosts()) return;
        left.forEach(Runnable::run);
        left.clear();
        hosts.wakeWaiters();
    }
}
