// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import java.lang.foreign.MemorySegment;
import org.jshmem.collective.layout.SystemLayout;

/// The buffers of a team in which members leave bytes for each other. All positions are offsets in every region.
public final class Buffers {
    /*
     * A member has two receive buffers and two lines for messages from each member. They are used in turn, one in each
     * epoch. Every algorithm that takes an epoch keeps all members until all have entered it. So when one member has
     * left epoch e + 1, all have left e, and what e used may be written again.
     */
    private static final long SHORT = 4096;

    private final Group g;
    private final int npes;
    private final long messages;
    private final long receive;
    private long epoch;

    /// The place of the staging buffer, which its PE alone writes, except for its end: see [Reduction#REST].
    public final long staging;

    Buffers(Group g) {
        this.g = g;
        this.npes = g.transport.npes();
        this.messages = g.slot + SystemLayout.messages(npes);
        this.receive = g.slot + SystemLayout.receive(npes);
        this.staging = g.slot + SystemLayout.staging(npes);
    }

    /// Whether a source of this size is first copied to a receive buffer, so that its member need not wait for its
    /// readers: copying costs less than a second rendezvous.
    public boolean stages(long bytes) {
        return bytes <= (g.oversubscribed ? SystemLayout.RECEIVE_BYTES : SHORT);
    }

    /// Enters an epoch, for messages by [#send].
    public void enter() {
        epoch++;
    }

    /// Enters an epoch, and returns the place of its receive buffer, which others write.
    public long next() {
        epoch++;
        return receive + (epoch & 1) * SystemLayout.RECEIVE_BYTES;
    }

    /// Returns the place of the epoch's message of member `k`: a flag, then the content.
    private long message(int k) {
        return messages + ((epoch & 1) * npes + k) * SystemLayout.LINE;
    }

    /// Sends member `k` up to 56 bytes of this PE's memory together with a flag.
    public void send(int k, long from, long bytes, long at) {
        g.calls.raise(k, message(g.me), at, message(g.me) + 8, from, bytes); // pairs with receive() on member k
    }

    /// Waits for member `k`'s message, and returns the place of its content.
    public long receive(int k, long at) {
        g.calls.awaitFlag(message(k), at, false);
        return message(k) + 8;
    }

    /// Sends a word to every member and receives theirs in `words`: a rendezvous that takes an epoch.
    public void shareWords(long mine, long[] words, long at) {
        int size = g.size;
        int me = g.me;
        enter();
        if (g.oversubscribed) {
            g.channel.store(g.pe(0), message(me) + 8, 8, mine);
            g.barrier.meetAtFirst(at);
            long[] lines =
                    new long[size * SystemLayout.LINE / Long.BYTES]; // one request, if member 0 is on another host
            g.channel.get(g.pe(0), message(0), MemorySegment.ofArray(lines), 0, (long) size * SystemLayout.LINE);
            for (int k = 0; k < size; k++) words[k] = lines[k * SystemLayout.LINE / Long.BYTES + 1];
            return;
        }
        words[me] = mine;
        for (int d = 1; d < size; d++) {
            int k = (me + d) % size;
            g.channel.store(g.pe(k), message(me) + 8, 8, mine);
            g.channel.signal(g.pe(k), message(me), g.calls.flag(at)); // pairs with the receive below on member k
        }
        for (int d = 1; d < size; d++) {
            int k = (me + size - d) % size;
            words[k] = g.channel.load(g.pe(me), receive(k, at), 8);
        }
    }
}
