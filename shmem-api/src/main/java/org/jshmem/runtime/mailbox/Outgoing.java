// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.mailbox;

import java.lang.foreign.MemorySegment;
import org.jshmem.transport.Channel;
import org.jshmem.transport.Reach;

/// The way from this PE to one PE: the block of messages that are gathered, and the ring.
final class Outgoing {
    /// The most words of a block that are put in one piece if its bytes are a caller's.
    private static final int JOINED_WORDS = 16;

    final int pe;

    /// Whether the mailbox has this in its list of blocks to hand over.
    boolean listed;

    private final Doorbell bell;
    private final MailboxLayout layout;
    private final Ring ring;
    private final boolean remote;
    private final long[] words; // the first one is the block's header
    private final MemorySegment segment;
    private int end = 1;
    private int run; // the first word of the run that grows
    private long runLength = -1; // of its messages, or -1 if there is none
    private long count; // messages of the runs before it

    Outgoing(int pe, Doorbell bell, MailboxLayout layout) {
        this.pe = pe;
        this.bell = bell;
        this.layout = layout;
        this.ring = layout.ring(bell.me);
        this.words = new long[layout.gatheredWords()];
        this.segment = MemorySegment.ofArray(words);
        this.remote = bell.transport.reach(pe) == Reach.RMA;
    }

    /// Whether there is room for `n` more words in this block.
    boolean hasRoom(int n) {
        return end + n <= words.length;
    }

    void add(long word) {
        int at = place(Long.BYTES);
        words[at] = word;
        added(at, Long.BYTES);
    }

    void add(long first, long second) {
        int at = place(2 * Long.BYTES);
        words[at] = first;
        words[at + 1] = second;
        added(at, 2 * Long.BYTES);
    }

    void add(MemorySegment bytes) {
        long length = bytes.byteSize();
        int at = place(length);
        MemorySegment.copy(bytes, 0, segment, 8L * at, length); // throws if the segment is closed
        added(at, length);
    }

    /// The place of the next message, if it has `length` bytes: in the run that grows, or in a new one.
    private int place(long length) {
        return length == runLength && length != 0 ? end : end + 1;
    }

    private void added(int at, long length) {
        if (at > end) {
            endRun();
            run = end;
            runLength = length;
        }
        end = at + Runs.dataWords(length);
    }

    private void endRun() {
        if (runLength < 0) return;
        words[run] = Runs.run(runLength, end - run - 1);
        count += Runs.messages(words[run]);
        runLength = -1;
    }

    /// Counts the messages that are gathered.
    long count() {
        endRun();
        return count;
    }

    /// Hands the block over if there is room for all of it. Returns whether the block is empty now.
    boolean handOver(long phase) {
        if (end == 1) return true;
        if (!fits(8L * end)) return false;
        endRun();
        words[0] = Runs.header(end - 1, phase, false);
        write(end, segment, 0, 0);
        end = 1;
        count = 0;
        return true;
    }

    /// Hands over one message, or a part of one, as a block of its own, if there is room: words, and of the bytes from
    /// `from` on those that a block has room for. Returns how many bytes are handed over now, or -1.
    long handOver(long phase, boolean part, long[] head, MemorySegment bytes, long from) {
        int first = 2 + head.length;
        long n = Math.min(bytes.byteSize() - from, layout.block() - 8L * first);
        int after = first - 1 + Runs.dataWords(n);
        if (!handOver(phase) || !fits(8L + 8L * after)) return -1;
        words[0] = Runs.header(after, phase, part);
        words[1] = part ? bytes.byteSize() : 8L * head.length + n;
        System.arraycopy(head, 0, words, 2, head.length);
        write(first, bytes, from, n);
        return from + n;
    }

    private boolean fits(long bytes) {
        if (ring.fits(bytes)) return true;
        // acquire: pairs with the signal in Incoming.pass(); the receiver has read what this PE writes over
        ring.credit = bell.look(layout.word(pe, MailboxLayout.CREDIT));
        return ring.fits(bytes);
    }

    /// Writes a block of words and of the bytes after them, in one piece if they fit. The signal follows it and all
    /// that this PE has put there before, and pairs with the look in Incoming.written(). To another host, both
    /// are one message.
    private void write(int count, MemorySegment bytes, long from, long n) {
        Channel channel = bell.channel;
        long at = ring.next();
        int all = count + Runs.dataWords(n);
        long arrived = layout.word(bell.me, MailboxLayout.ARRIVED);
        int target = remote ? bell.me : pe;
        long to = remote ? layout.staging() : at;
        boolean joins = n == 0 || all <= JOINED_WORDS;
        if (joins) MemorySegment.copy(bytes, from, segment, 8L * count, n);
        channel.putWords(target, to, words, 0, joins ? all : count);
        if (!joins) channel.put(target, to + 8L * count, bytes, from, n);
        ring.pass(8L * all);
        if (remote) channel.copySignal(pe, at, to, 8L * all, arrived, ring.passed);
        else channel.signal(pe, arrived, ring.passed);
        bell.ring(pe);
    }
}
