// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.mailbox;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Channel;
import org.jshmem.transport.Transport;
import org.jshmem.transport.Wait;

/// The word by which other PEs report that something of theirs has arrived in one of this PE's mailboxes, and the waits
/// for it: one for all mailboxes of a PE.
/*
 * PE s sets bit s mod 64 after each change that it has made to this PE's mailboxes: a block, a credit, a step of a
 * meeting. This PE swaps the word with 0, and then looks only at PEs whose bits were set. So an empty poll is one load,
 * and a wait takes one range of bytes, for any number of mailboxes and PEs.
 *
 * Several threads of a PE may wait, each in a mailbox of its own. The one that empties the word may take what another
 * one waits for. It counts in `emptied` then, and stores into the word after the doorbell, which wakes the others.
 */
final class Doorbell {
    private static final long BELL = SystemLayout.DOORBELL;
    private static final long WAKE = BELL + Long.BYTES;

    final Transport transport;
    final Channel channel;
    final int me;
    final List<PeMailbox> open = new CopyOnWriteArrayList<>();

    /// The number of times that a thread has emptied the word.
    private final AtomicLong emptied = new AtomicLong();

    private final AtomicInteger waiting = new AtomicInteger();

    Doorbell(Transport transport) {
        this.transport = transport;
        this.channel = transport.channel();
        this.me = transport.pe();
    }

    /// Reports to PE `pe` that this PE has changed something there.
    void ring(int pe) {
        // follows all earlier updates there, and pairs with the swap in empty()
        channel.update(Atomic.OR, pe, BELL, Long.BYTES, 1L << (me & 63));
    }

    /// Tells all mailboxes which PEs have rung. Returns whether there were any.
    boolean empty() {
        if (channel.look(me, BELL, Long.BYTES) == 0) return false;
        long senders = channel.atomic(Atomic.SWAP, me, BELL, Long.BYTES, 0, 0);
        for (PeMailbox box : open) box.arrivals.rung(senders);
        return true;
    }

    /// Takes the arrivals of all open mailboxes. Returns the state of the doorbell for [#await]: later changes of a
    /// mailbox ring it again.
    long takeAll() {
        long state = emptied.get();
        if (empty() && countEmptied() == state) state++;
        for (PeMailbox box : open) box.arrivals.take();
        return state;
    }

    /// As [#takeAll], for one mailbox.
    void take(PeMailbox box) {
        if (empty()) countEmptied();
        box.arrivals.take();
    }

    /// Counts that this thread has emptied the word, and wakes those that wait. Returns the number before.
    private long countEmptied() {
        long before = emptied.getAndIncrement();
        if (waiting.get() > 0) channel.update(Atomic.SWAP, me, WAKE, Long.BYTES, before + 1);
        return before;
    }

    /// Waits until the doorbell has rung, or another thread has emptied it, since it had this state. This is the only
    /// wait of a mailbox.
    void await(long state, Wait.Reason reason, boolean interruptible) {
        waiting.incrementAndGet(); // before the look at `emptied`, as the other thread counts before it looks here
        try {
            // pairs with the update in ring()
            BooleanSupplier rung = () -> channel.load(me, BELL, Long.BYTES) != 0 || emptied.get() != state;
            transport.await(BELL, 2L * Long.BYTES, new Wait(reason, rung, Long.MAX_VALUE, interruptible));
        } finally {
            waiting.decrementAndGet();
        }
    }
}
