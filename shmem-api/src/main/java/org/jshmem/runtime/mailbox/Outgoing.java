// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.mailbox;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.jshmem.transport.Channel;

/// The messages from this PE to one PE that are gathered and not yet handed over: one block.
final class Outgoing {
    private static final int FIRST_WORDS = 16;

    /// The most bytes of a block: several blocks fit into a core's first cache.
    private static final long MOST_BYTES = 8 << 10;

    final int pe;

    /// Messages that end in this block.
    int messages;

    /// Whether the outbox has this in its list of blocks to hand over.
    boolean listed;

    private final Doorbell bell;
    private final MailboxLayout layout;
    private final Arrivals own; // of this PE if it is the receiver, else null
    private final int most;
    private long[] words = new long[FIRST_WORDS];
    private MemorySegment segment = MemorySegment.ofArray(words);
    private int end;
    private long sent;
    private long credit;

    Outgoing(int pe, Doorbell bell, MailboxLayout layout, Arrivals own) {
        this.pe = pe;
        this.bell = bell;
        this.layout = layout;
        this.own = own;
        // half of the ring: the sender writes a block while the receiver takes another one
        this.most = (int) Math.min(MOST_BYTES, layout.room() / 2) / Long.BYTES;
    }

    /// Whether a message of `n` words fits into a block.
    boolean fits(long n) {
        return n <= most;
    }

    /// Whether there is room for `n` more words in this block, which grows with what is gathered.
    boolean hasRoom(int n) {
        int need = end + n;
        if (need <= words.length) return true;
        if (need > most) return false;
        words = Arrays.copyOf(words, Math.min(most, Math.max(need, 2 * words.length)));
        segment = MemorySegment.ofArray(words);
        return true;
    }

    void add(long word) {
        words[end++] = word;
    }

    /// Adds a message for which there is room.
    void add(long header, MemorySegment src) {
        end++;
        try {
            add(src, 0);
        } catch (RuntimeException e) {
            end--; // the segment cannot be read
            throw e;
        }
        words[end - Header.words(header)] = header;
    }

    /// Adds the begin of a message that is longer than a block to this empty block. Returns the number of its bytes.
    long begin(long header, MemorySegment src) {
        hasRoom(most);
        add(header);
        return add(src, 0);
    }

    /// Adds bytes of `src`, as many as there is room for. Returns their number.
    long add(MemorySegment src, long from) {
        long bytes = Math.min(src.byteSize() - from, 8L * (words.length - end));
        int n = Header.payload(bytes);
        if (n == 0) return 0;
        words[end + n - 1] = 0; // what follows the last byte in its word
        MemorySegment.copy(src, ValueLayout.JAVA_BYTE, from, segment, ValueLayout.JAVA_BYTE, 8L * end, bytes);
        end += n;
        return bytes;
    }

    /// Hands the block over if there is room for all of it. Returns whether the block is empty now.
    boolean handOver() {
        if (end == 0) return true;
        long bytes = 8L * end;
        if (own != null) own.add(words, end);
        else if (hasCredit(bytes)) put(bytes);
        else return false;
        end = 0;
        messages = 0;
        return true;
    }

    private boolean hasCredit(long bytes) {
        if (sent + bytes - credit <= layout.room()) return true;
        // acquire: pairs with the signal in Arrivals.take(); the receiver has read what this PE writes over
        credit = bell.channel.look(bell.me, layout.credit(pe), Long.BYTES);
        return sent + bytes - credit <= layout.room();
    }

    private void put(long bytes) {
        Channel channel = bell.channel;
        long straight = Math.min(bytes, layout.straight(sent));
        channel.put(pe, layout.ring(bell.me, sent), segment, 0, straight);
        if (straight < bytes)
            channel.put(pe, layout.ring(bell.me, sent + straight), segment, straight, bytes - straight);
        sent += bytes;
        // release: follows the block and all that this PE has put there before; pairs with the look in Arrivals.take()
        channel.signal(pe, layout.arrived(bell.me), sent);
        bell.ring(pe);
    }
}
