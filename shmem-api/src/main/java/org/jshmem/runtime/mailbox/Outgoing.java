// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.mailbox;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// The way from this PE to one PE: the block of messages that are gathered, and the ring.
final class Outgoing {
    private static final int FIRST_WORDS = 16;

    /// The most bytes that are written before the receiver may copy them: it copies a piece while this PE writes
    /// the next.
    private static final long MOST_PIECE = 32 << 10;

    /// Writes a part of what goes into the ring, since a ring may wrap around in it.
    private interface Part {
        void put(long offset, long from, long bytes);
    }

    final int pe;

    /// Whether the mailbox has this in its list of blocks to hand over.
    boolean listed;

    private final Mailboxes all;
    private final MailboxLayout layout;
    private long[] words = new long[FIRST_WORDS]; // the first one is the block's header
    private MemorySegment segment = MemorySegment.ofArray(words);
    private int end = 1;
    private int run; // the first word of the run that grows
    private long runLength = -1; // of its messages, or -1 if there is none
    private long sent;
    private long place; // of the next byte in the ring
    private long credit;

    Outgoing(int pe, Mailboxes all, MailboxLayout layout) {
        this.pe = pe;
        this.all = all;
        this.layout = layout;
    }

    /// Whether there is room for `n` more words in this block, which grows with what is gathered.
    boolean hasRoom(int n) {
        int need = end + n;
        if (need <= words.length) return true;
        int most = layout.blockWords();
        if (need > most) return false;
        words = Arrays.copyOf(words, Math.min(most, Math.max(need, 2 * words.length)));
        segment = MemorySegment.ofArray(words);
        return true;
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
        end = at + MessageBlock.dataWords(length);
    }

    private void endRun() {
        if (runLength >= 0) words[run] = MessageBlock.run(runLength, end - run - 1);
    }

    /// Counts the messages that are gathered.
    int count() {
        endRun();
        return MessageBlock.count(words, 1, end);
    }

    /// Hands the block over if there is room for all of it. Returns whether the block is empty now.
    boolean handOver(long phase) {
        if (end == 1) return true;
        endRun();
        words[0] = MessageBlock.header(end - 1, phase, 0);
        Part part = (at, from, bytes) -> all.channel.putWords(pe, at, words, (int) from / 8, (int) bytes / 8);
        if (!put(8L * end, part)) return false;
        end = 1;
        runLength = -1;
        return true;
    }

    /// Hands over one message of words and of the bytes after them, as a block of `n` more words, if there is room.
    /// Returns whether it has.
    boolean handOver(long phase, int n, long[] head, MemorySegment rest) {
        if (!handOver(phase) || !fits(8L + 8L * n)) return false;
        hasRoom(n);
        long length = 8L * head.length + rest.byteSize();
        int at = place(length);
        System.arraycopy(head, 0, words, at, head.length);
        MemorySegment.copy(rest, 0, segment, 8L * (at + head.length), rest.byteSize());
        added(at, length);
        return handOver(phase);
    }

    /// Writes what there is room for of a message that is a block of its own, of which `sent` bytes are in the ring,
    /// the header among them. Returns how many are now, or [RawMailbox#SENT].
    long put(long phase, int label, long[] head, MemorySegment bytes, long sent) {
        long first = Long.BYTES * (2L + head.length);
        if (sent == 0) {
            long length = (long) Long.BYTES * head.length + bytes.byteSize();
            long[] begin = new long[2 + head.length];
            begin[0] = MessageBlock.header(MessageBlock.dataWords(length) + (label == 0 ? 1 : 0), phase, label);
            begin[1] = length;
            System.arraycopy(head, 0, begin, 2, head.length);
            if (!put(MemorySegment.ofArray(begin), 0, first)) return 0;
            sent = first;
        }
        long most = Math.min(MOST_PIECE, layout.room() / 2);
        for (long from = sent - first; from < bytes.byteSize(); from += most) {
            if (!put(bytes, from, Math.min(most, bytes.byteSize() - from))) return first + from;
        }
        return RawMailbox.SENT;
    }

    /// Writes bytes into the ring if there is room for all of them. Returns whether it has.
    boolean put(MemorySegment src, long from, long bytes) {
        return put(bytes, (at, done, n) -> all.channel.put(pe, at, src, from + done, n));
    }

    /// Whether the ring has room for these bytes.
    private boolean fits(long bytes) {
        if (sent + bytes - credit <= layout.room()) return true;
        // acquire: pairs with the signal in Arrivals.take(); the receiver has read what this PE writes over
        credit = all.look(layout.word(pe, MailboxLayout.CREDIT));
        return sent + bytes - credit <= layout.room();
    }

    private boolean put(long bytes, Part part) {
        if (!fits(bytes)) return false;
        long whole = bytes + 7 & -8; // words
        for (long done = 0, n; done < whole; done += n) {
            n = Math.min(whole - done, layout.room() - place);
            part.put(layout.ring(all.me, place), done, Math.min(n, bytes - done));
            place = layout.after(place, n);
        }
        sent += whole;
        // follows the block and all that this PE has put there before; pairs with the look in Arrivals.take()
        all.signal(pe, layout.word(all.me, MailboxLayout.ARRIVED), sent);
        return true;
    }
}
