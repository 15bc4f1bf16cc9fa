// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.mailbox;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;
import org.jshmem.collective.diagnose.ObjectKind;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.runtime.heap.Block;
import org.jshmem.runtime.heap.Heap;
import org.jshmem.runtime.heap.Session;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Channel;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Transport;
import org.jshmem.transport.Wait;

/// The mailboxes of a PE: their list, the word by which other PEs report that they have changed something in one
/// of them, and the lock of both. It makes them, and closes those that are open at the end of the session.
/*
 * PE s sets bit s mod 64 after each change: a block, a credit, the end of a phase. This PE swaps the word with 0, and
 * then looks only at PEs whose bits were set. So an empty poll is one load, and a wait takes one range of bytes, for
 * any number of mailboxes and PEs.
 *
 * Several threads of a PE may wait, each in a mailbox of its own. One of them empties the word, under the lock, and
 * takes what the others wait for. It counts in `emptied` then, and stores into the word after the doorbell, which wakes
 * them.
 */
public final class Doorbell {
    private static final int BELL = SystemLayout.DOORBELL;
    private static final int WAKE = BELL + Long.BYTES;

    private final Session session;
    final Transport transport;
    final Channel channel;
    final int me;

    /// Whether messages are read where they lie. A machine in virtual time has to see each access.
    final boolean inPlace;

    /// Changed under the lock.
    private final List<PeMailbox> open = new CopyOnWriteArrayList<>();

    /// Where private memory comes from.
    LongFunction<MemorySegment> memory = bytes -> Arena.ofAuto().allocate(bytes, Long.BYTES);

    /// Chunks of private memory whose blocks have been read: fresh ones would be cleared first.
    final ArrayDeque<MemorySegment> spares = new ArrayDeque<>();

    private final boolean spins; // else the sender may have no core to run on
    private final AtomicLong emptied = new AtomicLong(); // changed under the lock

    public Doorbell(Session session) {
        this.session = session;
        this.transport = session.transport;
        this.channel = transport.channel();
        this.me = transport.pe();
        this.inPlace = !transport.virtualTime();
        this.spins = transport.spins() > 1;
    }

    /// Makes a mailbox with room for `bytes` bytes of arrivals. Collective.
    public PeMailbox make(long bytes) {
        if (bytes < 0) throw session.refusal("mailbox, bytes=%d is negative; give 0 or more", bytes);
        int npes = transport.npes();
        long words = MailboxLayout.of(0, npes, bytes).words();
        Heap heap = nearest(words * Long.BYTES);
        Block block = session.allocator.allocate(heap, ObjectKind.MAILBOX, words, heap.line);
        PeMailbox box = new PeMailbox(block, this, MailboxLayout.of(block.offset, npes, bytes));
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

    /// Closes all mailboxes that are open. Collective. Has no effect if another thread is in one of them or in a
    /// collective. Returns the exception for messages that were not read, or null.
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

    /// Ends the looks of all threads at a mailbox, whose memory may be another object's from now on.
    synchronized void remove(PeMailbox box) {
        open.remove(box);
    }

    /// Looks at a word of this PE.
    long look(long offset) {
        return channel.look(me, offset, Long.BYTES);
    }

    boolean isRung() {
        return look(BELL) != 0;
    }

    /// Stores a word at PE `pe` after all that this PE has put there before, and rings.
    void signal(int pe, long offset, long value) {
        channel.signal(pe, offset, value);
        ring(pe);
    }

    /// Reports a change to PE `pe`.
    void ring(int pe) {
        channel.update(Atomic.OR, pe, BELL, Long.BYTES, 1L << (me & 63)); // pairs with the swap in empty()
    }

    /// Empties the word, for all mailboxes. The caller has the lock.
    private void empty() {
        if (!isRung()) return;
        long senders = channel.atomic(Atomic.SWAP, me, BELL, Long.BYTES, 0, 0);
        for (PeMailbox box : open) box.arrivals.rang(senders);
        count(open.size() > 1); // then another thread may wait
    }

    private void count(boolean wakes) {
        long count = emptied.getPlain() + 1;
        emptied.setRelease(count);
        if (!wakes) return;
        Memory.fullFence(); // a thread that waits sees the count, or this one sees it asleep
        channel.signal(me, WAKE, count);
    }

    /// Ends the waits of other threads.
    synchronized void wake() {
        count(true);
    }

    /// Goes on to the next block of a mailbox. Returns whether there is one. A block that has ended a wait before its
    /// sender rang is read before the doorbell is looked at, whose line is then on its way.
    synchronized boolean next(PeMailbox box, long phase) {
        boolean early = box.arrivals.early;
        box.arrivals.early = false;
        if (early && box.arrivals.next(phase)) return true;
        empty();
        return box.arrivals.next(phase);
    }

    /// Makes room in the rings of all mailboxes for senders that may wait. If there is no memory for that, this
    /// throws if it `refuses`, or leaves messages where they are. Returns the state of the doorbell for [#await]:
    /// later changes ring it again. A PE that spins needs no lock if nothing has rung: a thread that has just
    /// emptied the doorbell ends the wait.
    long takeBeforeWait(boolean refuses) {
        long state = emptied.get();
        boolean rung = !spins || isRung();
        for (PeMailbox box : open) rung |= box.arrivals.isRung();
        return rung ? take(refuses) : state;
    }

    private synchronized long take(boolean refuses) {
        empty();
        for (PeMailbox box : open) {
            try {
                box.arrivals.take();
            } catch (OutOfMemoryError e) {
                if (refuses) throw e;
            }
        }
        return emptied.get();
    }

    /// Waits in a call of a mailbox until the doorbell has rung, or another thread has emptied it, since it had
    /// this state, or has ended the session. Returns false if the deadline came first. A PE that spins also sees
    /// more from the sender whose block here is the newest, before that sender rings. This is the only wait of a
    /// mailbox.
    boolean await(long state, PeMailbox box, Wait.Reason reason, boolean interruptible, long deadline) {
        BooleanSupplier rung = () -> // pairs with the update in ring()
                spins && box.arrivals.newest.hasMore()
                                || channel.load(me, BELL, Long.BYTES) != 0
                                || emptied.get() != state
                                || !box.block.live;
        boolean inTime = transport.await(BELL, 2L * Long.BYTES, new Wait(reason, rung, deadline, interruptible));
        if (spins && box.arrivals.newest.hasMore()) newestRang(box.arrivals);
        box.checkOpen("a call"); // the session may have ended meanwhile
        return inTime;
    }

    private synchronized void newestRang(Arrivals arrivals) {
        arrivals.rang(1L << (arrivals.newest.sender & 63));
        arrivals.early = true;
    }
}
