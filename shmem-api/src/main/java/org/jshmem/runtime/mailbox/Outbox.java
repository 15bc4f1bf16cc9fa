// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.mailbox;

import java.lang.foreign.MemorySegment;

/// The sending side of a mailbox: a block for each receiver, and the list of the blocks to hand over.
final class Outbox {
    private final PeMailbox box;
    private final Doorbell bell;
    private final MailboxLayout layout;
    private final Outgoing[] outgoing;

    /// The PEs whose blocks may have messages.
    private final int[] gathered;

    private int gatheredCount;

    /// Whether an exception has ended the send of a long message.
    boolean broken;

    Outbox(PeMailbox box, Doorbell bell, MailboxLayout layout) {
        this.box = box;
        this.bell = bell;
        this.layout = layout;
        this.outgoing = new Outgoing[layout.npes()];
        this.gathered = new int[layout.npes()];
    }

    /// Returns the block for PE `pe`.
    Outgoing to(int pe) {
        Outgoing out = outgoing[pe];
        return out == null ? first(pe) : out;
    }

    private Outgoing first(int pe) {
        return outgoing[pe] = new Outgoing(pe, bell, layout, pe == bell.me ? box.arrivals : null);
    }

    void add(Outgoing out, long header, long word) {
        makeRoom(out, 2);
        out.add(header);
        out.add(word);
        gather(out);
    }

    void add(Outgoing out, long header, long first, long second) {
        makeRoom(out, 3);
        out.add(header);
        out.add(first);
        out.add(second);
        gather(out);
    }

    void add(Outgoing out, long header, MemorySegment bytes) {
        int words = Header.words(header);
        if (!out.fits(words)) {
            addLong(out, header, words, bytes);
        } else {
            makeRoom(out, words);
            out.add(header, bytes);
            gather(out);
        }
    }

    /// Sends a message that is longer than a block, in pieces. Its last piece stays in the block, with the messages
    /// after it.
    private void addLong(Outgoing out, long header, int words, MemorySegment bytes) {
        handOver(out);
        if (out.pe == bell.me) {
            long[] message = new long[words];
            message[0] = header;
            MemorySegment.ofArray(message).asSlice(Long.BYTES).copyFrom(bytes);
            box.arrivals.add(message, words);
            return;
        }
        broken = true;
        long done = out.begin(header, bytes);
        while (done < bytes.byteSize()) {
            handOver(out);
            done += out.add(bytes, done);
        }
        broken = false;
        gather(out);
    }

    /// Makes room for `n` words in a block, which is handed over if it has none.
    private void makeRoom(Outgoing out, int n) {
        if (out.hasRoom(n)) return;
        handOver(out);
        out.hasRoom(n);
    }

    private void gather(Outgoing out) {
        out.messages++;
        if (out.listed) return;
        out.listed = true;
        gathered[gatheredCount++] = out.pe;
    }

    /// Hands a block over. Waits until there is room for it.
    private void handOver(Outgoing out) {
        if (out.handOver()) return;
        while (true) {
            long state = bell.takeAll();
            if (out.handOver()) return;
            bell.await(state, new MailboxWait(box, out.pe), false);
        }
    }

    /// Hands over the blocks for which there is room. Returns whether these were all.
    boolean handOver() {
        int left = 0;
        for (int k = 0; k < gatheredCount; k++) {
            Outgoing out = outgoing[gathered[k]];
            if (out.handOver()) out.listed = false;
            else gathered[left++] = out.pe;
        }
        gatheredCount = left;
        return left == 0;
    }

    /// Hands over all blocks. Waits until there is room for each.
    void flush() {
        for (int k = 0; k < gatheredCount; k++) handOver(outgoing[gathered[k]]);
        handOver();
    }

    /// Waits for a message, or for room for the first block that is left.
    void await(long state) {
        bell.await(state, new MailboxWait(box, gatheredCount == 0 ? -1 : gathered[0]), true);
    }

    /// Counts the messages for each PE that are not handed over.
    long[] count() {
        long[] messages = new long[outgoing.length];
        for (Outgoing out : outgoing) if (out != null) messages[out.pe] = out.messages;
        return messages;
    }
}
