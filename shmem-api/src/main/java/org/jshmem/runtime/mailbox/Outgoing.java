// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.mailbox;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jshmem.transport.Channel;
import org.jshmem.transport.Reach;

/// The way from this PE to one PE: the block of messages that are gathered, and the ring.
final class Outgoing {
    private static final int FIRST_WORDS = 16;

    final int pe;

    /// Whether the mailbox has this in its list of blocks to hand over.
    boolean listed;

    private final Doorbell bell;
    private final MailboxLayout layout;
    private final Ring ring;
    private final boolean remote;
    private long[] words; // the first one is the block's header
    private MemorySegment segment;
    private int end = 1;
    private int run; // the first word of the run that grows
    private long runLength = -1; // of its messages, or -1 if there is none

    Outgoing(int pe, Doorbell bell, MailboxLayout layout) {
        this.pe = pe;
        this.bell = bell;
        this.layout = layout;
        this.ring = layout.ring(bell.me);
        this.words = new long[Math.min(FIRST_WORDS, layout.gatheredWords())];
        this.segment = MemorySegment.ofArray(words);
        this.remote = bell.transport.reach(pe) == Reach.RMA;
    }

    /// Whether there is room for `n` more words in this block, which grows with what is gathered.
    boolean hasRoom(int n) {
        int need = end + n;
        return need <= words.length || grow(need);
    }

    private boolean grow(int need) {
        int most = layout.gatheredWords();
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
        end = at + Runs.dataWords(length);
    }

    private void endRun() {
        if (runLength >= 0) words[run] = Runs.run(runLength, end - run - 1);
    }

    /// Counts the messages that are gathered.
    long count() {
        endRun();
        long count = 0;
        for (int at = 1; at < end; at += 1 + Runs.messages(words[at]) * Runs.dataWords(Runs.length(words[at]))) {
            count += Runs.messages(words[at]);
        }
        return count;
    }

    /// Hands the block over if there is room for all of it. Returns whether the block is empty now.
    boolean handOver(long phase) {
        if (end == 1) return true;
        if (!fits(8L * end)) return false;
        endRun();
        words[0] = Runs.header(end - 1, phase, Runs.MESSAGES);
        write(end, segment, 0, 0);
        end = 1;
        runLength = -1;
        return true;
    }

    /// Hands over one message of words and of the bytes after them, as a block of its own, if there is room. Returns
    /// whether it has.
    boolean handOver(long phase, long[] head, MemorySegment bytes) {
        long length = 8L * head.length + bytes.byteSize();
        int first = 2 + head.length;
        if (!handOver(phase) || !fits(16 + 8L * Runs.dataWords(length))) return false;
        words[0] = Runs.header(1 + Runs.dataWords(length), phase, Runs.MESSAGES);
        words[1] = length;
        System.arraycopy(head, 0, words, 2, head.length);
        boolean fits = 8L * first + bytes.byteSize() <= 8L * words.length;
        if (fits) MemorySegment.copy(bytes, 0, segment, 8L * first, bytes.byteSize());
        if (fits) write(first + Runs.dataWords(bytes.byteSize()), segment, 0, 0);
        else write(first, bytes, 0, bytes.byteSize());
        return true;
    }

    /// Writes what there is room for of a message that is longer than a block that is gathered, of which `sent` bytes
    /// are in the ring. Returns how many are now. No block is gathered.
    long handOver(long phase, MemorySegment bytes, long sent) {
        long size = bytes.byteSize();
        for (long done = sent; ; ) {
            int first = done == 0 ? 2 : 1;
            long n = Math.min(size - done, layout.block() - 8L * first);
            if (done == size || !fits(8L * first + 8L * Runs.dataWords(n))) return done;
            words[0] = Runs.header(first - 1 + Runs.dataWords(n), phase, done == 0 ? Runs.BEGIN : Runs.MORE);
            words[1] = size;
            write(first, bytes, done, n);
            done += n;
        }
    }

    private boolean fits(long bytes) {
        if (ring.fits(bytes)) return true;
        // acquire: pairs with the signal in Arrivals.pass(); the receiver has read what this PE writes over
        ring.credit = bell.look(layout.word(pe, MailboxLayout.CREDIT));
        return ring.fits(bytes);
    }

    /// Writes a block of words and of the bytes after them. The signal follows it and all that this PE has put there
    /// before, and pairs with the look in Arrivals.arrived(). To another host, both are one message.
    private void write(int count, MemorySegment bytes, long from, long n) {
        Channel channel = bell.channel;
        long at = ring.next();
        long whole = 8L * (count + Runs.dataWords(n));
        long arrived = layout.word(bell.me, MailboxLayout.ARRIVED);
        int target = remote ? bell.me : pe;
        long to = remote ? layout.staging() : at;
        channel.putWords(target, to, words, 0, count);
        if (n > 0) channel.put(target, to + 8L * count, bytes, from, n);
        ring.pass(whole);
        if (remote) channel.copySignal(pe, at, to, whole, arrived, ring.passed);
        else channel.signal(pe, arrived, ring.passed);
        bell.ring(pe);
    }
}
