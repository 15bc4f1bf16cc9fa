// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.mailbox;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jshmem.collective.diagnose.ObjectKind;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.runtime.heap.Block;
import org.jshmem.runtime.heap.Heap;
import org.jshmem.runtime.heap.Session;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Channel;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Wait;

/// The mailboxes of a PE, and their doorbell: the word by which other PEs report that they have changed something in
/// one of them.
/*
 * PE s sets bit s mod 64 after each change that it has made to this PE's mailboxes: a block, a credit, the end of a
 * phase. This PE swaps the word with 0, and then looks only at PEs whose bits were set. So an empty poll is one load,
 * and a wait takes one range of bytes, for any number of mailboxes and PEs.
 *
 * Several threads of a PE may wait, each in a mailbox of its own. One of them empties the word, under a lock, and takes
 * what the others wait for. It counts in `emptied` then, and stores into the word after the doorbell, which wakes them.
 */
public final class Mailboxes {
    static final int BELL = SystemLayout.DOORBELL;
    private static final int WAKE = BELL + Long.BYTES;

    final Channel channel;
    final int me;
    final List<PeMailbox> open = new CopyOnWriteArrayList<>();

    private final Session session;
    private final boolean spins; // else the sender may have no core to run on
    private final ReentrantLock lock = new ReentrantLock();
    private final AtomicLong emptied = new AtomicLong(); // changed under the lock

    public Mailboxes(Session session) {
        this.session = session;
        this.channel = session.channel;
        this.me = session.transport.pe();
        this.spins = session.transport.spins() > 1;
    }

    /// Makes a mailbox with room for `bytes` bytes of arrivals. Collective.
    public PeMailbox make(long bytes) {
        if (bytes < 0) throw session.refusal("mailbox, bytes=%d is negative; give 0 or more", bytes);
        int npes = session.transport.npes();
        long room = MailboxLayout.room(bytes, npes);
        long words = Math.max(bytes, new MailboxLayout(0, npes, room).bytes()) / Long.BYTES;
        Heap heap = nearest(words * Long.BYTES);
        Block block = session.allocator.allocate(heap, ObjectKind.MAILBOX, words, heap.line);
        PeMailbox box = new PeMailbox(block, this, new MailboxLayout(block.offset, npes, room));
        open.add(box);
        return box;
    }

    /// The memory on the chip, if the machine has one with that much room, or the heap. Equal on all PEs.
    private Heap nearest(long bytes) {
        return session.heaps.reversed().stream()
                .filter(heap -> heap.largestFree() >= bytes)
                .findFirst()
                .orElse(session.heap());
    }

    /// Ends the looks of all threads at a mailbox, whose memory may be another object's from now on.
    void remove(PeMailbox box) {
        lock.lock();
        try {
            open.remove(box);
        } finally {
            lock.unlock();
        }
    }

    /// Closes all mailboxes. Collective. Has no effect if another thread is in one of them or in a collective. Returns
    /// the exception for messages that were not read, or null.
    public IllegalStateException closeAll() {
        open.forEach(PeMailbox::checkClose);
        IllegalStateException first = null;
        for (PeMailbox box : open) {
            IllegalStateException lost = box.free();
            if (first == null) first = lost;
            else if (lost != null) first.addSuppressed(lost);
        }
        return first;
    }

    /// Looks at a word of this PE.
    long look(long offset) {
        return channel.look(me, offset, Long.BYTES);
    }

    /// Stores a word at PE `pe` after all that this PE has put there before, and rings.
    void signal(int pe, long offset, long value) {
        channel.signal(pe, offset, value);
        channel.update(Atomic.OR, pe, BELL, Long.BYTES, 1L << (me & 63)); // pairs with the swap in take()
    }

    /// Takes the arrivals of these mailboxes that are open. Returns the state of the doorbell for [#await]: later
    /// changes of one of
    /// them ring it again.
    long take(List<PeMailbox> boxes) {
        lock.lock();
        try {
            if (look(BELL) != 0) {
                long senders = channel.atomic(Atomic.SWAP, me, BELL, Long.BYTES, 0, 0);
                for (PeMailbox box : open) box.arrivals.ring(senders);
                count(open.size() > 1); // then another thread may wait
            }
            for (PeMailbox box : boxes) box.arrivals.take();
            return emptied.get();
        } finally {
            lock.unlock();
        }
    }

    /// Ends the waits of other threads.
    void wake() {
        lock.lock();
        try {
            count(true);
        } finally {
            lock.unlock();
        }
    }

    private void count(boolean wakes) {
        long count = emptied.getPlain() + 1;
        emptied.setRelease(count);
        if (!wakes) return;
        Memory.fullFence(); // a thread that waits sees the count, or this one sees it asleep
        channel.signal(me, WAKE, count);
    }

    /// As [#take] of all open mailboxes, before a wait. A PE that spins needs no lock if nothing has rung: a
    /// thread that has just emptied the doorbell ends the wait.
    long takeBeforeWait() {
        long state = emptied.get();
        boolean rung = !spins || look(BELL) != 0;
        for (PeMailbox box : open) rung |= box.arrivals.isRung();
        return rung ? take(open) : state;
    }

    /// Waits until the doorbell has rung, or another thread has emptied it, since it had this state, or has
    /// ended the session with this block. Returns false if the deadline came first. A PE that spins also sees
    /// more from the sender of the newest of these arrivals, before that sender rings. This is the only wait of
    /// a mailbox.
    boolean await(
            long state, Block block, Arrivals arrivals, Wait.Reason reason, boolean interruptible, long deadline) {
        BooleanSupplier rung = () -> // pairs with the update in signal()
                spins && arrivals.hasMore()
                                || channel.load(me, BELL, Long.BYTES) != 0
                                || emptied.get() != state
                                || !block.live;
        return session.transport.await(BELL, 2L * Long.BYTES, new Wait(reason, rung, deadline, interruptible));
    }

    /// Takes more from the sender of the newest of these arrivals, without the doorbell. Returns whether there
    /// was some.
    boolean takeMore(Arrivals arrivals) {
        if (!spins || !arrivals.hasMore()) return false;
        lock.lock();
        try {
            arrivals.takeMore();
            return true;
        } finally {
            lock.unlock();
        }
    }
}
