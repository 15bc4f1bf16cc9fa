// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.mailbox;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.jshmem.transport.Memory;

/// The arrivals of one mailbox: finds the next block for the reader, where it lies, or copies blocks into private
/// memory if a wait needs their room, and gives their senders credit.
///
/// Each method but [#isRung], [#mayHave] and [#hasMore] needs the lock of the doorbell. The block that the reader has,
/// and its ring, belong to the thread that has read last: other threads leave them alone.
final class Arrivals {
    private final MessageView view;
    private final Doorbell bell;
    private final MailboxLayout layout;
    private final Ring[] rings;
    private final Chunk[] parts; // of each sender: a long message that has not arrived whole, or null

    /// The blocks in private memory, for each last bit of a phase. They are older than those in the rings.
    private final Kept[] kept = {new Kept(), new Kept()};

    /// Senders, as bits of the doorbell, of which there is something, in a ring or in private memory: at first all,
    /// because another thread may have emptied the doorbell before this mailbox was open here.
    private final AtomicLong rung = new AtomicLong(-1);

    private Thread reader; // has read last
    private int last; // the sender of the block that was found last
    private int newest; // the sender that has written last, as far as the reader's thread knows
    private long seen; // its bytes

    Arrivals(MessageView view, Doorbell bell, MailboxLayout layout) {
        this.view = view;
        this.bell = bell;
        this.layout = layout;
        this.rings = new Ring[layout.npes()];
        Arrays.setAll(rings, layout::ring);
        this.parts = new Chunk[layout.npes()];
    }

    /// Something may have arrived from these senders.
    void rang(long senders) {
        rung.setRelease(rung.getPlain() | senders);
    }

    void newestRang() {
        rang(1L << (newest & 63));
    }

    boolean isRung() {
        return rung.getAcquire() != 0; // pairs with the releases, as the blocks of other threads do
    }

    /// Whether [#next] has something to look at, or to give back.
    boolean mayHave() {
        return isRung() || view.ring != null;
    }

    /// Whether the sender that has written last has written more.
    boolean hasMore() {
        return bell.look(layout.word(newest, MailboxLayout.ARRIVED)) != seen;
    }

    private long arrived(int s) {
        long arrived = bell.look(layout.word(s, MailboxLayout.ARRIVED)); // acquire: pairs with the signal in Outgoing
        if (rings[s].passed < arrived || newest == s) {
            newest = s;
            seen = arrived;
        }
        return arrived;
    }

    /// The reader, or this thread, has read a block.
    private void pass(int s, Ring ring, long bytes) {
        ring.pass(bytes);
        if (!ring.owes()) return;
        ring.credit = ring.passed;
        // after the reads: pairs with the look in Outgoing
        bell.signal(s, layout.word(bell.me, MailboxLayout.CREDIT), ring.passed);
    }

    /// Shows the next block of this phase, instead of the one before it. Returns whether there is one.
    boolean next(long phase) {
        leave();
        reader = Thread.currentThread();
        Kept blocks = kept[(int) phase & 1];
        if (!bell.inPlace && !blocks.hasNext()) take();
        return blocks.open(view) || bell.inPlace && look((int) phase & 1);
    }

    /// Gives back the block that the reader has read, and hides its last message.
    private void leave() {
        view.hide();
        if (view.ring != null) pass(view.from, view.ring, view.blockBytes);
        view.ring = null;
        if (view.moved != null) bell.free(view.moved);
        view.moved = null;
        for (Kept blocks : kept) {
            for (Chunk read; (read = blocks.removeRead()) != null; ) bell.free(read);
        }
    }

    /// Makes room in rings whose senders may wait for it.
    void take() {
        look(-1);
    }

    /// Looks at the rings of the senders that have rung, by turns: shows the next block of this phase and returns
    /// whether there is one, or makes room if there is no phase.
    private boolean look(int phase) {
        int first = last + 1 & 63;
        for (long bits = Long.rotateRight(rung.getPlain(), first); bits != 0; bits &= bits - 1) {
            int bit = Long.numberOfTrailingZeros(bits) + first & 63;
            boolean empty = true;
            for (int s = bit; s < rings.length; s += 64) {
                Ring ring = rings[s];
                long arrived = arrived(s);
                if (phase < 0) makeRoom(s, ring, arrived);
                else if (open(s, ring, arrived, phase)) return true;
                empty &= ring.passed == arrived;
            }
            boolean none = empty && !kept[0].hasNext() && !kept[1].hasNext();
            if (none) rung.setRelease(rung.getPlain() & ~(1L << bit));
        }
        return false;
    }

    private boolean open(int s, Ring ring, long arrived, int phase) {
        last = s;
        while (ring.passed < arrived) {
            long header = word(ring.next());
            boolean part = Runs.isPart(header);
            if (part) keep(s, ring, header);
            else if (Runs.phase(header) == phase) {
                view.open(s, ring, null, bell.transport.address(bell.me, ring.next()), Runs.words(header));
                return true;
            }
            if (!part || kept[phase].open(view)) return part; // a block of the next phase waits where it is
        }
        return false;
    }

    private void makeRoom(int s, Ring ring, long arrived) {
        if (bell.inPlace && !ring.isTight(arrived)) return;
        if (view.ring == ring) {
            if (reader != Thread.currentThread()) return;
            view.move(bell.chunk(view.blockBytes));
            pass(s, ring, view.blockBytes);
        }
        while (ring.passed < arrived) keep(s, ring, word(ring.next()));
    }

    private long word(long offset) {
        return bell.channel.load(bell.me, offset, Long.BYTES);
    }

    /// Copies the next block of a ring, once there is memory for it.
    private void keep(int s, Ring ring, long header) {
        long from = ring.next() + Long.BYTES;
        long words = Runs.words(header);
        Kept blocks = kept[Runs.phase(header)];
        if (!Runs.isPart(header)) {
            Chunk chunk = blocks.memory(words, bell);
            copy(from, chunk, chunk.filled + Long.BYTES, words);
            chunk.add(s, words);
        } else {
            long length = word(from);
            if (parts[s] == null) parts[s] = bell.chunk(Long.BYTES * (2L + Runs.dataWords(length)));
            Chunk part = parts[s];
            copy(from + Long.BYTES, part, Long.BYTES * (2 + part.read), words - 1);
            part.read += words - 1;
            if (part.read == Runs.dataWords(length)) {
                Memory.setLong(part.address + Long.BYTES, length);
                part.add(s, 1 + part.read);
                part.read = 0;
                blocks.add(part);
                parts[s] = null;
            }
        }
        pass(s, ring, Long.BYTES * (1 + words));
    }

    private void copy(long from, Chunk chunk, long to, long words) {
        bell.channel.get(bell.me, from, chunk.memory, to, Long.BYTES * words);
    }
}
