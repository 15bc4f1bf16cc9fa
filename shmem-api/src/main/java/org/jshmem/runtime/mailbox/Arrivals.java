// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.mailbox;

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
    private long[] lost; // once this PE closes the mailbox: messages of each sender that it does not read

    Arrivals(MessageView view, Doorbell bell, MailboxLayout layout) {
        this.view = view;
        this.bell = bell;
        this.layout = layout;
        this.rings = new Ring[layout.npes()];
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
        if (ring(s).passed < arrived || newest == s) {
            newest = s;
            seen = arrived;
        }
        return arrived;
    }

    private Ring ring(int s) {
        return rings[s] == null ? rings[s] = layout.ring(s) : rings[s];
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
        if (blocks.hasNext()) blocks.open(view);
        else if (!bell.inPlace || !look((int) phase & 1)) {
            view.hide();
            return false;
        }
        return true;
    }

    /// Gives back the block that the reader has read.
    private void leave() {
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
                Ring ring = ring(s);
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
            boolean whole = Runs.kind(header) == Runs.MESSAGES;
            if (whole && Runs.phase(header) != phase) return false; // it waits where it is
            if (whole) view.open(s, ring, null, bell.address(ring.next()), Runs.words(header));
            else keep(s, ring, header);
            if (!whole && kept[phase].hasNext()) kept[phase].open(view); // older than the rest of its ring
            else if (!whole) continue;
            return true;
        }
        return false;
    }

    private void makeRoom(int s, Ring ring, long arrived) {
        if (bell.inPlace && lost == null && !ring.isTight(arrived)) return;
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
        if (lost != null) lost[s] += lost(from, words, Runs.kind(header));
        else if (Runs.kind(header) == Runs.MESSAGES) {
            Chunk chunk = blocks.memory(words, bell);
            copy(from, chunk, chunk.filled + Long.BYTES, words);
            chunk.add(s, words);
        } else {
            if (parts[s] == null) parts[s] = bell.chunk(Long.BYTES * (2L + Runs.dataWords(word(from))));
            Chunk part = parts[s];
            copy(from, part, Long.BYTES * (1 + part.read), words);
            part.read += words;
            if (part.read == 1 + Runs.dataWords(Memory.getLong(part.address + Long.BYTES))) {
                part.add(s, part.read);
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

    private long lost(long from, long words, int kind) {
        if (kind != Runs.MESSAGES) return kind == Runs.BEGIN ? 1 : 0;
        long address = bell.address(from);
        return Runs.count(address, address + Long.BYTES * words);
    }

    /// From here on the messages that are not read are counted here, those that come, too, and take no memory.
    void lose(long[] counts) {
        if (lost == null) {
            counts[view.from] += view.unread();
            for (Kept blocks : kept) blocks.count(counts);
            for (int s = 0; s < parts.length; s++) if (parts[s] != null) counts[s]++;
            leave();
            view.hide();
        }
        lost = counts;
        rang(-1);
        take();
    }
}
