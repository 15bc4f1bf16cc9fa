// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.function.Function;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Transport;
import org.jshmem.transport.Wait;

/// The operations of one JVM on the memory of other hosts.
///
/// ```
/// PE: call                                  PE, carrier or progress thread of the target's JVM
///   lock, number and send  -------------->  received: execute, wake; answer
///   wait until done        <--------------
/// ```
///
/// Messages to one JVM are numbered and executed in their order, so a signal follows its data and a fence costs
/// nothing. A quiet requests answers to the last messages, which all earlier ones precede.
final class Worker {
    private static final long LOST_NANOS = 3_000_000_000L;

    private final Requests requests = new Requests();
    private final Inbox inbox = new Inbox(requests);
    final Fabric fabric;
    private final Outbox outbox;
    final Progress progress;

    private Hosts hosts;
    private Peer[] peers;

    /// PEs of this JVM that have left the present session.
    private int leftPes;

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
    void begin(Hosts all) {
        hosts = all;
        peers = new Peer[all.jvms];
        for (int k = 0; k < peers.length; k++) peers[k] = new Peer(k);
        outbox.begin(all);
        var reports = new Reports(all, peers, outbox, progress);
        inbox.begin(all, peers, new Responder(all.file, all.here()), outbox, reports);
        progress.begin(all, reports);
        all.file.control().remote(progress);
    }

    private Peer peer(int pe) {
        return peers[hosts.jvm(pe)];
    }

    // one-way operations

    /// Sends a message without data: a word to store, or an atomic without an answer. It may be held back
    /// if no PE awaits it.
    void send(Outstanding of, int kind, int operation, int pe, long offset, int width, long value, boolean mayBeHeld) {
        Peer peer = peer(pe);
        try (var _ = progress.enter(of.near, peer::hasRoom)) {
            send(of, peer, outbox.message(kind, width, operation, pe, offset, value, 0), 0, mayBeHeld);
        }
    }

    /// Puts bytes; the message of a short put may be held back. If `flag` is not negative, sets the word there
    /// afterwards.
    void put(Outstanding of, int pe, long offset, MemorySegment src, long from, long bytes, long flag, long value) {
        Objects.checkFromIndexSize(from, bytes, src.byteSize());
        Peer peer = peer(pe);
        long done = 0;
        do {
            long piece = Math.min(bytes - done, Packet.MOST_BYTES);
            boolean signals = flag >= 0 && done + piece == bytes;
            long length = signals ? piece + Packet.OPERAND_BYTES : piece;
            int kind = signals ? Packet.PUT_SIGNAL : Packet.PUT;
            try (var _ = progress.enter(of.near, peer::hasRoom)) {
                long block = outbox.message(kind, 0, 0, pe, offset + done, value, length);
                Memory.copyIn(src, from + done, block + Outbox.HEAD, piece);
                if (signals) UntornCopy.setLong(block + Outbox.HEAD + piece, flag);
                send(of, peer, block, length, flag < 0 && bytes <= Outbox.HELD_BYTES);
                done += piece;
                if (done < bytes) progress.once(); // what the network did not take at once
            }
        } while (done < bytes);
    }

    private void send(Outstanding of, Peer peer, long block, long bytes, boolean mayBeHeld) {
        if (mayBeHeld) outbox.hold(peer, block, bytes);
        else outbox.send(peer, block, bytes, 0);
        of.sent.set(peer.jvm);
    }

    // requests

    /// Requests the word that a message of this kind finds.
    void fetch(
            Outstanding of,
            Destination destination,
            int kind,
            int operation,
            int pe,
            long offset,
            int width,
            long operand,
            long expected) {
        Peer peer = peer(pe);
        try (var _ = progress.enter(of.near, peer::hasCredit)) {
            long block = outbox.message(kind, width, operation, pe, offset, operand, Packet.OPERAND_BYTES);
            UntornCopy.setLong(block + Outbox.HEAD, expected);
            long bytes = expected == 0 ? 0 : Packet.OPERAND_BYTES;
            outbox.send(peer, block, bytes, requests.take(peer, destination, of));
        }
    }

    /// Requests bytes.
    void get(Outstanding of, int pe, long offset, Destination destination, long bytes) {
        Peer peer = peer(pe);
        for (long done = 0; done < bytes; done += Packet.MOST_BYTES) {
            long piece = Math.min(bytes - done, Packet.MOST_BYTES);
            try (var _ = progress.enter(of.near, peer::hasCredit)) {
                long block = outbox.message(Packet.GET, 0, 0, pe, offset + done, piece, 0);
                outbox.send(peer, block, 0, requests.take(peer, destination.part(done, piece), of));
            }
        }
    }

    // completion

    /// Waits until the operations of a channel so far are executed. Another thread may send more meanwhile.
    void quiet(Outstanding of) {
        try (var _ = progress.enter()) {
            for (int jvm = of.sent.nextSetBit(0); jvm >= 0; jvm = of.sent.nextSetBit(jvm + 1)) {
                askToAcknowledge(of, peers[jvm]);
            }
            of.sent.clear();
        }
        await(of);
    }

    private void askToAcknowledge(Outstanding of, Peer peer) {
        outbox.askToAcknowledge(peer, requests.take(peer, null, of));
    }

    /// Waits for the answers to all requests, and returns the word of the last one.
    long await(Outstanding of) {
        Progress.await(of.near, of::areDone);
        if (of.lost == null) return of.value;
        // the launcher names a process that has ended, and ends this one
        long end = of.near.nanoTime() + LOST_NANOS;
        of.near.await(0, 1, new Wait(_ -> "for the launcher", () -> false, end, false));
        throw hosts.lost(of.near, of.lost);
    }

    // the end

    /// A PE leaves the library. The last one of this JVM waits until all PEs of the job have: a JVM that has ended
    /// neither executes messages nor answers.
    void leave(Transport near) {
        var of = new Outstanding(near);
        try (var _ = progress.enter()) {
            if (++leftPes < hosts.ownPes.length) return;
            leftPes = 0;
            outbox.flush();
            for (Peer peer : peers) if (peer.endpoint != 0) askToAcknowledge(of, peer);
        }
        Progress.await(near, of::areDone); // or until their receivers have ended
        try (var _ = progress.enter()) {
            int request = requests.take(peers[0], null, of);
            if (hosts.ownJvm == 0) inbox.left(peers[0], 0, request);
            else outbox.send(peers[0], outbox.message(Packet.LEFT, 0, 0, 0, 0, 0, 0), 0, request);
        }
        Progress.await(near, of::areDone);
        try (var _ = progress.enter()) {
            inbox.leave();
        }
    }
}
