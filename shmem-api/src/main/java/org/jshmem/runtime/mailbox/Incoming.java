// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.mailbox;

import java.lang.foreign.MemorySegment;
import org.jshmem.transport.Memory;

/// What one PE has sent to a mailbox of this PE: the blocks in its ring, and before them those that a wait has
/// copied into private memory, chunk after chunk. A long message is one block there, as soon as its last part has
/// arrived.
///
/// ```
/// chunk    | is read | block | block | a long message, in part | free
///                    ^ read          ^ whole                   ^ filled
/// ```
///
/// Chunks are not on the Java heap: the collector would copy them, which takes longer than reading the messages.
/// Each method but [#hasMore] needs the lock of the doorbell.
final class Incoming {
    private static final long CHUNK = 64 << 10; // bytes, unless one message needs more

    private static final class Chunk {
        final MemorySegment memory;
        Chunk next;
        long read;
        long whole;
        long filled;

        Chunk(MemorySegment memory) {
            this.memory = memory;
        }
    }

    final int sender;
    private final Doorbell bell;
    private final MailboxLayout layout;
    private final Ring ring;
    private long arrived; // bytes that the sender has written, as far as this PE knows
    private Chunk first = new Chunk(MemorySegment.NULL); // is read
    private Chunk last = first; // is filled

    Incoming(int sender, Doorbell bell, MailboxLayout layout) {
        this.sender = sender;
        this.bell = bell;
        this.layout = layout;
        this.ring = layout.ring(sender);
    }

    private long written() {
        return bell.look(layout.word(sender, MailboxLayout.ARRIVED)); // acquire: pairs with the signal in Outgoing
    }

    /// Whether the sender has written more than this PE has seen.
    boolean hasMore() {
        return written() != arrived;
    }

    /// Sees what has arrived. Returns whether there are blocks in the ring.
    boolean see() {
        arrived = written();
        return ring.passed < arrived;
    }

    /// Whether there is nothing to read, as far as this PE has seen.
    boolean isEmpty() {
        return !hasKept() && ring.passed == arrived;
    }

    /// Whether a whole block is in private memory. Leaves a chunk that has been read.
    private boolean hasKept() {
        if (first.read == first.whole && first != last) {
            if (first.memory.byteSize() == CHUNK) bell.spares.push(first.memory);
            first = first.next;
        }
        return first.read < first.whole;
    }

    /// Shows the next block, if it is of this phase: one of the next phase waits where it is.
    boolean open(MessageView view, int phase) {
        while (!hasKept() && ring.passed < arrived && (!bell.inPlace || Runs.isPart(word(ring.next())))) keep();
        if (isEmpty()) return false;
        MemorySegment kept = hasKept() ? first.memory : null;
        long at = kept == null ? bell.transport.address(bell.me, ring.next()) : kept.address() + first.read;
        long header = Memory.getLong(at);
        if (Runs.phase(header) != phase) return false;
        view.open(this, kept, at, Runs.bytes(header));
        return true;
    }

    /// Gives back the block that the reader has read.
    void leave(MessageView view) {
        if (view.memory == null) pass(view.blockBytes);
        else first.read += view.blockBytes;
        view.source = null;
    }

    /// Copies the blocks of the ring if its sender may wait for room, unless another thread reads one of them there.
    void makeRoom(MessageView view, boolean isReader) {
        boolean shown = view.source == this && view.memory == null;
        if (bell.inPlace && !ring.isTight(arrived) || shown && !isReader) return;
        if (shown) {
            keep();
            hasKept();
            view.move(first.memory, first.memory.address() + first.read);
        }
        while (ring.passed < arrived) keep();
    }

    private long word(long offset) {
        return bell.channel.load(bell.me, offset, Long.BYTES);
    }

    /// Copies the next block of the ring, once there is memory for all of its message.
    private void keep() {
        long header = word(ring.next());
        long from = ring.next() + Long.BYTES;
        long bytes = Runs.bytes(header) - Long.BYTES;
        boolean goesOn = last.filled > last.whole;
        if (!goesOn) {
            long words = Runs.isPart(header) ? 1 + Runs.dataWords(word(from)) : bytes / Long.BYTES;
            reserve(Long.BYTES * (1 + words));
            Memory.setLong(last.memory.address() + last.filled, Runs.header(words, Runs.phase(header), false));
            last.filled += Long.BYTES;
        }
        long skipped = goesOn ? Long.BYTES : 0; // each part begins with the length of the message
        bell.channel.get(bell.me, from + skipped, last.memory, last.filled, bytes - skipped);
        last.filled += bytes - skipped;
        long end = last.whole + Runs.bytes(Memory.getLong(last.memory.address() + last.whole));
        if (last.filled == end) last.whole = end;
        pass(Long.BYTES + bytes);
    }

    /// Makes room for `bytes` more bytes in the last chunk, or throws without a change.
    private void reserve(long bytes) {
        if (last.read == last.filled) last.read = last.whole = last.filled = 0;
        if (last.memory.byteSize() - last.filled >= bytes) return;
        MemorySegment spare = bytes > CHUNK ? null : bell.spares.poll();
        Chunk next = new Chunk(spare != null ? spare : bell.memory.apply(Math.max(bytes, CHUNK)));
        last.next = next;
        last = next;
    }

    /// The reader, or this thread, has read a block of the ring.
    private void pass(long bytes) {
        ring.pass(bytes);
        if (!ring.owes()) return;
        ring.credit = ring.passed;
        // after the reads: pairs with the look in Outgoing
        bell.signal(sender, layout.word(bell.me, MailboxLayout.CREDIT), ring.passed);
    }
}
