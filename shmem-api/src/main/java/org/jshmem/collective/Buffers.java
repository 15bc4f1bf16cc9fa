// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import java.lang.foreign.MemorySegment;
import org.jshmem.collective.layout.SystemLayout;

/// The buffers of a team in which members leave bytes for each other. All positions are offsets in every region.
public final class Buffers {
    private static final long SHORT = 4096;

    private final Group g;
    private final Epoch[] both;
    private long entered; // the number of the latest epoch
    private boolean passing; // members may leave it before others enter it

    /// The place of the staging buffer, which its PE alone writes, except for its end: see [Reduction#REST].
    public final long staging;

    Buffers(Group g) {
        int room = SystemLayout.room(g.members.slot, g.transport.npes());
        this.g = g;
        this.both = new Epoch[] {new Epoch(room, 0), new Epoch(room, 1)};
        this.staging = g.slot + SystemLayout.staging(room);
    }

    /// Whether a source of this size is first copied to a receive buffer, so that its member need not wait for its
    /// readers: copying costs less than a second rendezvous.
    public boolean stages(long bytes) {
        return bytes <= (g.oversubscribed ? SystemLayout.RECEIVE_BYTES : SHORT);
    }

    /// Enters an epoch that all members enter before any of them leaves it.
    public Epoch meeting() {
        return enter(false);
    }

    /// Enters an epoch that a member may leave before others enter it. [#close] ends it.
    public Epoch passing() {
        return enter(true);
    }

    private Epoch enter(boolean passes) {
        if (passing) {
            throw new IllegalStateException(
                    "PE %d/%d: members may still be in epoch %d of %s; call Buffers.close before the next epoch"
                            .formatted(g.transport.pe(), g.transport.npes(), entered, g.members));
        }
        passing = passes;
        return both[(int) (++entered & 1)];
    }

    /// Ends an epoch of [#passing]: waits until all members are here.
    public void close(long at) {
        g.barrier.meet(at);
        passing = false;
    }

    /// Returns the number of the latest epoch for tests; negative if members may leave it before others enter it.
    long epoch() {
        return passing ? -entered : entered;
    }

    /// One of two receive buffers, and of two rows of messages. They are used in turn, one in each epoch.
    ///
    /// If one member has left a meeting epoch e + 1, all have entered it and have left e. So what e used may
    /// be written again in epoch e + 2.
    public final class Epoch {
        /// The place of the receive buffer, which others write.
        public final long receive;

        private final long messages;

        private Epoch(int room, int parity) {
            this.receive = g.slot + SystemLayout.receive(room) + parity * (long) SystemLayout.RECEIVE_BYTES;
            this.messages = g.slot + SystemLayout.messages(room) + (long) parity * room * SystemLayout.LINE;
        }

        /// Returns the place of the message of member `k`: a flag, then the content.
        private long message(int k) {
            return messages + (long) k * SystemLayout.LINE;
        }

        /// Sends member `k` up to 56 bytes of this PE's memory together with a flag.
        public void send(int k, long from, long bytes, long at) {
            g.calls.raise(k, message(g.me), at, message(g.me) + 8, from, bytes); // pairs with take() on member k
        }

        /// Waits for member `k`'s message, and returns the place of its content.
        public long take(int k, long at) {
            g.calls.awaitFlag(message(k), at, false);
            return message(k) + 8;
        }
    }

    /// Sends a word to every member and receives theirs in `words`: a rendezvous that takes an epoch.
    public void shareWords(long mine, long[] words, long at) {
        int size = g.size;
        int me = g.me;
        Epoch epoch = meeting();
        if (g.oversubscribed) {
            g.channel.store(g.pe(0), epoch.message(me) + 8, 8, mine);
            g.barrier.meetAtFirst(at);
            long[] lines =
                    new long[size * SystemLayout.LINE / Long.BYTES]; // one request, if member 0 is on another host
            g.channel.get(g.pe(0), epoch.message(0), MemorySegment.ofArray(lines), 0, (long) size * SystemLayout.LINE);
            for (int k = 0; k < size; k++) words[k] = lines[k * SystemLayout.LINE / Long.BYTES + 1];
            return;
        }
        words[me] = mine;
        for (int d = 1; d < size; d++) {
            int k = (me + d) % size;
            g.channel.store(g.pe(k), epoch.message(me) + 8, 8, mine);
            g.channel.signal(g.pe(k), epoch.message(me), g.calls.flag(at)); // pairs with the take below on member k
        }
        for (int d = 1; d < size; d++) {
            int k = (me + size - d) % size;
            words[k] = g.channel.load(g.pe(me), epoch.take(k, at), 8);
        }
    }
}
