// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.mailbox;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReferenceArray;

/// The arrivals of one mailbox: takes blocks out of the rings into private memory, and gives their senders credit.
///
/// The thread that takes holds the lock of the doorbell. The thread that reads messages removes blocks without a lock.
final class Arrivals {
    private static final int SPARES = 16;

    /// The blocks that have been taken, by the last bit of their phase, in the order in which they were taken.
    final List<Queue<MessageBlock>> phases = List.of(new ConcurrentLinkedQueue<>(), new ConcurrentLinkedQueue<>());

    /// Senders, as bits of the doorbell, of which something may have arrived: at first all, because another thread may
    /// have emptied the doorbell before this mailbox was open here.
    long rung = -1;

    /// Blocks whose memory, which is in the caches, is used again.
    private final AtomicReferenceArray<MessageBlock> spares = new AtomicReferenceArray<>(SPARES);

    private int begun;
    private int freed;
    private final Mailboxes all;
    private final MailboxLayout layout;
    private final long[] taken; // bytes from each sender
    private final MessageBlock[] parts; // of each sender: a block of which some words have not arrived, or null

    Arrivals(Mailboxes all, MailboxLayout layout) {
        this.all = all;
        this.layout = layout;
        this.taken = new long[layout.npes()];
        this.parts = new MessageBlock[layout.npes()];
    }

    /// Takes all that has arrived from senders that have rung.
    void take() {
        for (long bits = rung; bits != 0; bits &= bits - 1) {
            for (int s = Long.numberOfTrailingZeros(bits); s < taken.length; s += Long.SIZE) take(s);
        }
        rung = 0;
    }

    private void take(int s) {
        // acquire: pairs with the signal in Outgoing.put()
        long arrived = all.look(layout.word(s, MailboxLayout.ARRIVED));
        long batch = layout.room() / 4; // credit in batches
        long credited = taken[s] / batch;
        while (taken[s] < arrived) {
            MessageBlock block = parts[s] == null ? begin(s) : parts[s];
            read(block, arrived);
            boolean whole = block.filled == block.end;
            parts[s] = whole ? null : block;
            if (whole) phases.get(block.phase).add(block);
        }
        // after the reads: pairs with the look in Outgoing.put()
        if (taken[s] / batch > credited) all.signal(s, layout.word(all.me, MailboxLayout.CREDIT), taken[s]);
    }

    /// Reads the header of a block. Returns memory for the block: of one that has been read, if it has enough.
    private MessageBlock begin(int s) {
        long header = all.channel.load(all.me, layout.ring(s, taken[s]), Long.BYTES);
        taken[s] += Long.BYTES;
        int n = MessageBlock.words(header);
        MessageBlock block = spares.getAndSet(begun++ & SPARES - 1, null);
        if (block == null || block.words.length < n) block = new MessageBlock(n);
        return block.begin(s, header);
    }

    /// The reader needs this block no longer.
    void free(MessageBlock block) {
        if (block.words.length <= layout.blockWords()) spares.set(freed++ & SPARES - 1, block);
    }

    /// Copies the words of a block that have arrived.
    private void read(MessageBlock block, long arrived) {
        int s = block.sender;
        long end = Math.min(arrived, taken[s] + 8L * (block.end - block.filled));
        for (long n; taken[s] < end; taken[s] += n) {
            n = Math.min(end - taken[s], layout.straight(taken[s]));
            all.channel.get(all.me, layout.ring(s, taken[s]), block.segment, 8L * block.filled, n);
            block.filled += (int) (n / Long.BYTES);
        }
    }
}
