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
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.runtime.heap.Block;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Channel;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Transport;
import org.jshmem.transport.Wait;

/// The word by which other PEs report that they have changed something in a mailbox of this PE, the list of its open
/// mailboxes, and the lock of both.
/*
 * PE s sets bit s mod 64 after each change: a block, a credit, the end of a phase. This PE swaps the word with 0, and
 * then looks only at PEs whose bits were set. So an empty poll is one load, and a wait takes one range of bytes, for
 * any number of mailboxes and PEs.
 *
 * Several threads of a PE may wait, each in a mailbox of its own. One of them empties the word, under the lock, and
 * takes what the others wait for. It counts in `emptied` then, and stores into the word after the doorbell, which wakes
 * them.
 */
final class Doorbell {
    private static final int BELL = SystemLayout.DOORBELL;
    private static final int WAKE = BELL + Long.BYTES;

    final Transport transport;
    final Channel channel;
    final int me;

    /// Whether messages are read where they lie. A machine in virtual time has to see each access.
    final boolean inPlace;

    /// Changed under the lock.
    final List<PeMailbox> open = new CopyOnWriteArrayList<>();

    /// Where private memory comes from.
    LongFunction<MemorySegment> memory = bytes -> Arena.ofAuto().allocate(bytes, Long.BYTES);

    private final boolean spins; // else the sender may have no core to run on
    private final AtomicLong emptied = new AtomicLong(); // changed under the lock
    private final ArrayDeque<Chunk> spares = new ArrayDeque<>(); // as many as were in use at once; under the lock

    Doorbell(Transport transport) {
        this.transport = transport;
        this.channel = transport.channel();
        this.me = transport.pe();
        this.inPlace = !transport.virtualTime();
        this.spins = transport.spins() > 1;
    }

    /// Returns private memory of at least `bytes` bytes, or throws. The caller has the lock.
    synchronized Chunk chunk(long bytes) {
        Chunk spare = bytes > Chunk.BYTES ? null : spares.poll();
        return spare == null ? new Chunk(memory.apply(Math.max(bytes, Chunk.BYTES))) : spare;
    }

    /// Takes back memory whose messages have been read. The caller has the lock.
    synchronized void free(Chunk chunk) {
        if (chunk.memory.byteSize() > Chunk.BYTES) return;
        chunk.filled = 0;
        chunk.read = 0;
        spares.push(chunk);
    }

    /// Ends the looks of all threads at a mailbox, whose memory may be another object's from now on.
    synchronized void remove(PeMailbox box) {
        open.remove(box);
        if (open.isEmpty()) spares.clear();
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

    /// Goes on to the next block of a mailbox. Returns whether there is one.
    synchronized boolean next(PeMailbox box, long phase) {
        empty();
        return box.arrivals.next(phase);
    }

    /// Makes room in the rings of all mailboxes for senders that may wait. If there is no memory for that, this
    /// throws if it `refuses`, or leaves messages where they are. Returns the state of the doorbell for [#await]:
    /// later changes ring it again. A PE that spins needs no lock if
    /// nothing has rung: a thread that has just emptied the doorbell ends the wait.
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

    /// Waits until the doorbell has rung, or another thread has emptied it, since it had this state, or has
    /// ended the session with this block. Returns false if the deadline came first. A PE that spins also sees
    /// more from the sender of the newest of these arrivals, before that sender rings. This is the only wait of
    /// a mailbox.
    boolean await(
            long state, Block block, Arrivals arrivals, Wait.Reason reason, boolean interruptible, long deadline) {
        BooleanSupplier rung = () -> // pairs with the update in ring()
                spins && arrivals.hasMore()
                                || channel.load(me, BELL, Long.BYTES) != 0
                                || emptied.get() != state
                                || !block.live;
        boolean inTime = transport.await(BELL, 2L * Long.BYTES, new Wait(reason, rung, deadline, interruptible));
        if (spins && arrivals.hasMore()) newestRang(arrivals);
        return inTime;
    }

    private synchronized void newestRang(Arrivals arrivals) {
        arrivals.newestRang();
    }
}
