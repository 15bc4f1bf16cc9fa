// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import org.jshmem.collective.layout.OnChipLayout;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.transport.Reach;

/// The buffers of a team in which members leave bytes for each other. All positions are offsets in every region.
public final class Buffers {
    /*
     * Receive buffers have two halves used in turn, one in each epoch. Every algorithm that takes an epoch keeps all
     * members until all have entered it. So when one member has left epoch e + 1, all have left e, and its half may
     * be written again.
     */
    private static final long SHORT = 4096;

    private final Group g;
    private final OnChipLayout chip;
    private final int npes;
    private final long letters;
    private final long halves;
    private final long stage;
    private long epoch;

    Buffers(Group g, OnChipLayout chip) {
        this.g = g;
        this.chip = chip;
        this.npes = g.transport.npes();
        this.letters = g.slot + SystemLayout.letters(npes);
        this.halves = g.slot + SystemLayout.halves(npes);
        this.stage = g.slot + SystemLayout.stage(npes);
    }

    /// Whether a source of this size is first copied to a receive buffer, so that its member need not wait for its
    /// readers: copying costs less than a second rendezvous.
    public boolean stages(long bytes) {
        return bytes <= (g.oversubscribed ? SystemLayout.HALF_BYTES : SHORT);
    }

    /// Enters an epoch, and returns its half of the receive buffers.
    public int epoch() {
        return (int) (++epoch & 1);
    }

    /// Enters an epoch, and returns the place of its receive buffer, which others write.
    public long next() {
        return halves + (long) epoch() * SystemLayout.HALF_BYTES;
    }

    /// Returns the place of member `k`'s letter.
    public long letter(int half, int k) {
        return letters + ((long) half * npes + k) * SystemLayout.LINE;
    }

    /// Sends member `k` up to 56 bytes of this PE's memory together with a flag.
    public void send(int k, int half, long from, long bytes, long at) {
        long letter = letter(half, g.me);
        // pairs with receive() on member k
        if (bytes > 0) g.channel.copySignal(g.pe(k), letter + 8, from, bytes, letter, g.calls.flag(at));
        else g.channel.signal(g.pe(k), letter, g.calls.flag(at));
    }

    /// Waits for member `k`'s letter; its content begins 8 bytes after [#letter].
    public void receive(int k, int half, long at) {
        g.calls.awaitFlag(letter(half, k), at, false);
    }

    /// Sends a word to every member and receives theirs in `words`: a rendezvous that takes an epoch.
    public void shareWords(long mine, long[] words, long at) {
        int size = g.size;
        int me = g.me;
        int half = epoch();
        if (g.oversubscribed) {
            g.channel.store(g.pe(0), letter(half, me) + 8, 8, mine);
            g.barrier.meetAtFirst(at);
            for (int k = 0; k < size; k++) words[k] = g.channel.load(g.pe(0), letter(half, k) + 8, 8);
            return;
        }
        words[me] = mine;
        for (int d = 1; d < size; d++) {
            int k = (me + d) % size;
            g.channel.store(g.pe(k), letter(half, me) + 8, 8, mine);
            g.channel.signal(g.pe(k), letter(half, me), g.calls.flag(at)); // pairs with the receive below on member k
        }
        for (int d = 1; d < size; d++) {
            int k = (me + size - d) % size;
            receive(k, half, at);
            words[k] = g.channel.load(g.pe(me), letter(half, k) + 8, 8);
        }
    }

    /// Returns the place of the buffer that its PE alone writes.
    public long stage() {
        return stage;
    }

    /// Returns the place of this PE's mailbox, from which others get its data.
    public long mailbox() {
        return chip == null ? stage : chip.mailbox();
    }

    /// Bytes of a mailbox.
    public long mailboxBytes() {
        return chip == null ? SystemLayout.STAGE_BYTES : chip.mailboxBytes();
    }

    /// Returns the bytes of a mailbox's line.
    public int mailboxLine() {
        return chip == null ? SystemLayout.LINE : chip.line();
    }

    /// Whether all members' mailboxes have addresses here.
    public boolean mailboxHasAddresses() {
        return chip == null ? g.memory.allNear : g.transport.spaces().get(1).reach() == Reach.LOAD_STORE;
    }
}
