// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.function.Consumer;
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

    /// Null before the job begins.
    Hosts hosts;

    private Peer[] peers;

    /// PEs of this JVM that have left the present session.
    private int leftPes;

    /// How often the JVMs of this host will have left once the present session has ended.
    private int leaves;

    Worker(Function<Fabric.Receiver, Fabric> fabrics) {
        fabric = fabrics.apply(inbox);
        outbox = new Outbox(fabric);
        progress = new Progress(fabric, inbox, outbox);
    }

    /// Joins a job. From this call on messages of other JVMs are executed.
    void begin(Hosts all) {
        hosts = all;
        peers = new Peer[all.jvms];
        for (int k = 0; k < peers.length; k++) peers[k] = new Peer(k);
        outbox.begin(all);
        var reports = new Reports(all, peers, outbox, progress);
        inbox.begin(all, peers, new Responder(all), outbox, reports);
        progress.begin(all, reports);
        all.file.control().remote = progress;
    }

    private Peer peer(int pe) {
        return peers[hosts.topology.jvm(pe)];
    }

    // one-way operations

    /// Sends a message without data: a word to store, or an atomic without an answer. It may be held back
    /// if no PE awaits it.
    void send(Outstanding of, int kind, int operation, int pe, long offset, int width, long value, boolean mayBeHeld) {
        Peer peer = peer(pe);
        try (var _ = progress.enter(of.near, peer.hasRoom)) {
            of.sent.set(peer.jvm);
            if (mayBeHeld) {
                outbox.record(peer, 0);
                outbox.hold(kind, width, pe, offset, value, 0);
            } else outbox.send(peer, outbox.message(kind, width, operation, pe, offset, value, 0, 0), 0, 0);
        }
    }

    /// Puts bytes; the message of a short put may be held back. If `flag` is not negative, sets the word there
    /// afterwards. All data are copied first, because UCX may read an element in parts.
    void put(Outstanding of, int pe, long offset, MemorySegment src, long from, long bytes, long flag, long value) {
        Objects.checkFromIndexSize(from, bytes, src.byteSize());
        Peer peer = peer(pe);
        if (flag < 0 && bytes <= Outbox.HELD_BYTES) {
            try (var _ = progress.enter(of.near, peer.hasRoom)) {
                Memory.copyIn(src, from, outbox.record(peer, bytes), bytes); // a closed segment throws
                outbox.hold(Packet.PUT, 0, pe, offset, 0, bytes);
                of.sent.set(peer.jvm);
            }
            return;
        }
        long done = 0;
        do {
            long piece = Math.min(bytes - done, Packet.MOST_BYTES);
            boolean signals = flag >= 0 && done + piece == bytes;
            int kind = signals ? Packet.PUT_SIGNAL : Packet.PUT;
            try (var _ = progress.enter(of.near, peer.hasRoom)) {
                Memory.copyIn(src, from + done, outbox.data(piece), piece); // a closed segment throws
                outbox.send(peer, outbox.message(kind, 0, 0, pe, offset + done, value, flag, piece), piece, 0);
                of.sent.set(peer.jvm);
                done += piece;
                if (done < bytes) progress.once(); // what the network did not take at once
            }
        } while (done < bytes);
    }

    // requests

    /// Requests the word that a message of this kind finds.
    void fetch(
            Outstanding of, Destination to, int kind, int op, int pe, long at, int width, long operand, long expected) {
        Peer peer = peer(pe);
        try (var _ = progress.enter(of.near, peer.hasCredit)) {
            long block = outbox.message(kind, width, op, pe, at, operand, expected, 0);
            outbox.send(peer, block, 0, requests.take(peer, to, of));
        }
    }

    /// Requests bytes. An aligned word comes in the header of the answer.
    void get(Outstanding of, int pe, long offset, Destination destination, long bytes) {
        boolean isWord = bytes <= Long.BYTES && Long.bitCount(bytes) == 1 && (offset & bytes - 1) == 0;
        if (isWord) {
            fetch(of, destination.asWord(), Packet.LOAD, 0, pe, offset, (int) bytes, 0, 0);
            return;
        }
        Peer peer = peer(pe);
        for (long done = 0; done < bytes; done += Packet.MOST_BYTES) {
            long piece = Math.min(bytes - done, Packet.MOST_BYTES);
            try (var _ = progress.enter(of.near, peer.hasCredit)) {
                long block = outbox.message(Packet.GET, 0, 0, pe, offset + done, piece, 0, 0);
                outbox.send(peer, block, 0, requests.take(peer, destination.part(done, piece), of));
            }
        }
    }

    // completion

    /// Waits until the operations of a channel so far are executed. Another thread may send more meanwhile.
    void quiet(Outstanding of) {
        try (var _ = progress.enter()) {
            for (int jvm = of.sent.nextSetBit(0); jvm >= 0; jvm = of.sent.nextSetBit(jvm + 1)) {
                outbox.askToAcknowledge(peers[jvm], requests.take(peers[jvm], null, of));
            }
            of.sent.clear();
        }
        await(of);
    }

    /// Requests operations, and waits for their answers. Returns the word of the last one. If the wait throws,
    /// later answers are dropped: the memory for them may be closed then.
    long call(Transport near, Consumer<Outstanding> operations) {
        var of = new Outstanding(near);
        try {
            operations.accept(of);
            await(of);
            return of.value;
        } finally {
            if (!of.areDone()) {
                try (var _ = progress.enter()) {
                    of.isAbandoned = true;
                }
            }
        }
    }

    private void await(Outstanding of) {
        Progress.await(of.near, of::areDone);
        if (of.lost == null) return;
        // the launcher names a process that has ended, and ends this one
        long end = of.near.nanoTime() + LOST_NANOS;
        of.near.await(0, 1, new Wait(_ -> "for the launcher", () -> false, end, false));
        throw hosts.lost(of.near, of.lost);
    }

    // the end

    /// A PE leaves the library. The last one of this JVM waits until all PEs of the job have: a JVM that has ended
    /// neither executes messages nor answers. JVM 0 gets one request of each host, and its answer lets all JVMs of
    /// that host end.
    void leave(Transport near) {
        var of = new Outstanding(near);
        try (var _ = progress.enter()) {
            if (++leftPes < hosts.ownPes.length) return;
            leftPes = 0;
            outbox.flush();
            for (Peer peer : peers) if (peer.endpoint != 0) of.sent.set(peer.jvm);
        }
        quiet(of);
        leaves += hosts.topology.jvmsOfHost(near.pe());
        inbox.beginLeave(leaves);
        if (hosts.leads) {
            Progress.await(near, () -> hosts.file.left() == leaves - 1); // the others of this host
            try (var _ = progress.enter()) {
                int request = requests.take(peers[0], null, of);
                if (hosts.ownJvm == 0) inbox.left(() -> requests.done(requests.open(request, peers[0])));
                else outbox.send(peers[0], outbox.message(Packet.LEFT, 0, 0, 0, 0, 0, 0, 0), 0, request);
            }
            Progress.await(near, of::areDone);
            for (Peer peer : peers) Progress.await(near, peer.isSent); // what lets another host end has left this JVM
        }
        hosts.file.countLeft();
        Progress.await(near, () -> hosts.file.left() >= leaves);
    }
}
