// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.mailbox;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

/// The arrivals of one mailbox: takes blocks out of the rings into private memory, and gives their senders credit.
///
/// The thread that takes holds the lock of the doorbell. The thread that reads messages removes blocks without a lock,
/// and without an atomic operation: there is one of each, so a release of one pairs with an acquire of the other.
final class Arrivals {
    private static final int SPARES = 16;

    /// The most words of a block whose memory is used again.
    private static final int MOST_SPARE = (256 << 10) / Long.BYTES;

    /// The reader's memory for messages with a label; null if the reader takes none.
    volatile RawMailbox.Destinations destinations;

    /// Senders, as bits of the doorbell, of which something may have arrived: at first all, because another thread may
    /// have emptied the doorbell before this mailbox was open here. Changed under the lock.
    private final AtomicLong rung = new AtomicLong(-1);

    /// The blocks that have been taken, as one list for each last bit of a phase: the reader's end, and the newest.
    private final MessageBlock[] reading = {new MessageBlock(), new MessageBlock()};

    private final MessageBlock[] newest = reading.clone();

    /// Blocks whose memory, which is in the caches, is used again.
    private final AtomicReferenceArray<MessageBlock> spares = new AtomicReferenceArray<>(SPARES);

    private int begun;
    private int freed;
    private int newestSender;
    private final Mailboxes all;
    private final MailboxLayout layout;
    private final long[] taken; // bytes from each sender
    private final long[] places; // of the next byte in each ring
    private final long[] owed; // bytes from each sender at which it gets credit
    private final MessageBlock[] parts; // of each sender: a block of which some words have not arrived, or null

    Arrivals(Mailboxes all, MailboxLayout layout) {
        this.all = all;
        this.layout = layout;
        this.taken = new long[layout.npes()];
        this.places = new long[layout.npes()];
        this.owed = new long[layout.npes()];
        Arrays.fill(owed, layout.room() / 4);
        this.parts = new MessageBlock[layout.npes()];
    }

    /// Whether [#take] has something to look at.
    boolean isRung() {
        return rung.getAcquire() != 0; // the blocks of an earlier take are in the chain: pairs with its release
    }

    /// Something may have arrived from these senders.
    void ring(long senders) {
        rung.setRelease(rung.getPlain() | senders);
    }

    /// Takes all that has arrived from senders that have rung.
    void take() {
        for (long bits = rung.getPlain(); bits != 0; bits &= bits - 1) {
            for (int s = Long.numberOfTrailingZeros(bits); s < taken.length; s += Long.SIZE) take(s);
        }
        rung.setRelease(0);
    }

    /// Whether the sender of the newest block has written more. A thread that has no lock may see it late.
    boolean hasMore() {
        int s = newestSender;
        return all.look(layout.word(s, MailboxLayout.ARRIVED)) != taken[s];
    }

    void takeMore() {
        take(newestSender);
    }

    private void take(int s) {
        // acquire: pairs with the signal in Outgoing.put()
        long arrived = all.look(layout.word(s, MailboxLayout.ARRIVED));
        if (taken[s] < arrived) newestSender = s;
        while (taken[s] < arrived) {
            MessageBlock block = parts[s] == null ? begin(s) : parts[s];
            parts[s] = block; // also if the reader's memory refuses its bytes
            read(block, arrived);
            boolean whole = block.filled == block.end;
            if (!whole) continue;
            parts[s] = null;
            add(block.whole());
        }
        if (taken[s] < owed[s]) return;
        // after the reads: pairs with the look in Outgoing.put()
        all.signal(s, layout.word(all.me, MailboxLayout.CREDIT), taken[s]);
        long batch = layout.room() / 4; // credit in batches
        owed[s] = (taken[s] / batch + 1) * batch;
    }

    private void advance(int s, long bytes) {
        taken[s] += bytes;
        places[s] = layout.after(places[s], bytes);
    }

    private long word(int s, long place) {
        return all.channel.load(all.me, layout.ring(s, place), Long.BYTES);
    }

    /// Reads the header of a block, once there is memory for the block: of one that has been read, if it has enough.
    private MessageBlock begin(int s) {
        long header = word(s, places[s]);
        int label = MessageBlock.label(header);
        if (label != 0) {
            MemorySegment to = destinations.next(label, word(s, layout.after(places[s], Long.BYTES)));
            advance(s, Long.BYTES);
            advance(s, Long.BYTES);
            return new MessageBlock(to).begin(s, header);
        }
        int n = MessageBlock.words(header);
        int spare = begun++ & SPARES - 1;
        MessageBlock block = spares.getAcquire(spare);
        spares.setRelease(spare, null); // if the reader stores one just now, that one is lost
        if (block == null || block.words.length < n) block = new MessageBlock(new long[n]);
        advance(s, Long.BYTES);
        return block.begin(s, header);
    }

    private void add(MessageBlock block) {
        MessageBlock last = newest[block.phase];
        newest[block.phase] = block;
        last.follow(block);
    }

    /// Returns the block after the one of this phase that the reader has, or null. The reader has it instead then.
    MessageBlock next(long phase) {
        MessageBlock before = reading(phase);
        MessageBlock next = before.next();
        if (next == null) return null;
        reading[(int) phase & 1] = next;
        before.unlink();
        if (before.words.length <= MOST_SPARE) spares.setRelease(freed++ & SPARES - 1, before);
        return next;
    }

    /// The block of this phase whose messages the reader reads, or has read all.
    MessageBlock reading(long phase) {
        return reading[(int) phase & 1];
    }

    /// Copies the words of a block that have arrived.
    private void read(MessageBlock block, long arrived) {
        int s = block.sender;
        long end = Math.min(arrived, taken[s] + 8L * (block.end - block.filled));
        while (taken[s] < end) {
            long n = Math.min(end - taken[s], layout.room() - places[s]);
            long to = 8L * block.filled;
            long bytes = Math.min(n, block.segment.byteSize() - to); // the reader's memory may end within a word
            all.channel.get(all.me, layout.ring(s, places[s]), block.segment, to, bytes);
            block.filled += (int) (n / Long.BYTES);
            advance(s, n);
        }
    }
}
