// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

/// The messages that arrive at this JVM: executes those of other JVMs, and matches answers with requests.
/*
 * `received` runs inside of Fabric.progress, in the thread of any PE or in the progress thread. It neither blocks nor
 * throws, and sends answers without waiting for room: the requests that each JVM may have open bound the answers that
 * are on their way.
 */
final class Inbox implements Fabric.Receiver {
    private final Requests requests;
    private Hosts hosts;
    private Peer[] peers;
    private Responder responder;
    private Outbox outbox;
    private Fabric fabric;

    /// The reason why the job cannot go on, or null.
    private Throwable broken;

    /// Threads that sleep until an answer arrives.
    int sleepers;

    /// JVMs that have left the present session; counted in JVM 0.
    int leftJvms;

    /// Sessions that all JVMs have left.
    int leftSessions;

    Inbox(Requests requests) {
        this.requests = requests;
    }

    void begin(Hosts all, Peer[] theirs, Responder memory, Outbox answers, Fabric network) {
        fabric = network;
        hosts = all;
        peers = theirs;
        responder = memory;
        outbox = answers;
    }

    /// Throws the exception of a message that could not be executed.
    void check() {
        if (broken != null) throw new IllegalStateException(broken.getMessage(), broken);
    }

    @Override
    public void received(long answers, long header, long data, long bytes) {
        try {
            // messages of another job, or of a stranger, are dropped
            if (Message.key(header) != hosts.key() || Message.sender(header) >= peers.length) return;
            Peer peer = peers[Message.sender(header)];
            int kind = Message.kind(header);
            if (kind >= Message.ACKNOWLEDGED) answered(peer, kind, header, data, bytes);
            else execute(peer, answers, kind, header, data, bytes);
        } catch (Throwable t) {
            broken = t;
        }
    }

    private void execute(Peer peer, long answers, int kind, long header, long data, long bytes) {
        int number = Message.number(header);
        if (number != peer.received + 1) {
            throw new IllegalStateException("message %d of PE %d follows message %d; the network reorders messages"
                    .formatted(number, hosts.firstPe(peer.jvm), peer.received));
        }
        peer.received = number;
        try {
            execute(answers, kind, header, data, bytes);
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException("a message of PE %d is refused: %s; this is an error of the library"
                    .formatted(hosts.firstPe(peer.jvm), e.getMessage()));
        }
        if (Message.asksForAcknowledgment(header)) outbox.answer(answers, Message.ACKNOWLEDGED, 0, number, 0);
        if (kind > Message.NOTHING) wakeSleepers();
    }

    private void execute(long answers, int kind, long header, long data, long bytes) {
        switch (kind) {
            case Message.GET -> get(answers, header);
            case Message.FETCH, Message.LOAD -> {
                long found = responder.execute(kind, header, data, bytes);
                outbox.answer(answers, Message.ANSWER, found, 0, Message.request(header));
            }
            case Message.NOTHING -> {}
            case Message.LEFT -> leftJvms++;
            case Message.ALL_LEFT -> leftSessions++;
            default -> responder.execute(kind, header, data, bytes);
        }
    }

    private void get(long answers, long header) {
        long bytes = Message.value(header);
        if (bytes > Message.MOST_BYTES) {
            throw new IllegalArgumentException(bytes + " bytes are more than a message has");
        }
        long address = responder.range(Message.pe(header), Message.offset(header), bytes);
        outbox.answer(answers, Message.request(header), address, bytes);
    }

    private void answered(Peer peer, int kind, long header, long data, long bytes) {
        if (kind == Message.ACKNOWLEDGED) {
            int number = Message.number(header);
            if (number - peer.executed > 0) peer.executed = number;
        } else {
            Requests.Request request = requests.open(Message.request(header), peer);
            request.value = Message.value(header);
            if (request.destination != null) {
                if (kind == Message.DATA) request.destination.write(data, bytes);
                else request.destination.write(request.value);
            }
            requests.answered(request);
        }
        wakeSleepers();
    }

    private void wakeSleepers() {
        if (sleepers > 0) fabric.wake();
    }
}
