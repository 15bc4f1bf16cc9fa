// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.mailbox;

import java.lang.foreign.MemorySegment;
import org.jshmem.Mailbox;
import org.jshmem.Message;
import org.jshmem.runtime.heap.Block;
import org.jshmem.runtime.heap.Session;
import org.jshmem.transport.Wait;

/// A PE's end of a mailbox. The package's page shows how it works.
public final class PeMailbox implements Mailbox {
    final Arrivals arrivals;

    private final Block block;
    private final Session session;
    private final Doorbell bell;
    private final MailboxLayout layout;
    private final Outgoing[] outgoing;
    private final SplitBarrier phaseEnd;
    private final SplitBarrier closing;
    private final MessageView view;
    private final Wait messageWait;

    /// The PEs whose blocks may have messages.
    private final int[] gathered;

    private int gatheredCount;

    /// The messages that this PE reads next.
    private MessageLog reading = new MessageLog();

    private int phase;
    private boolean ended; // between end and the null of take
    private boolean arrived; // at the end of the phase
    private boolean broken; // an exception has ended the send of a long message

    /// The thread that is in a call. A plain field: a second thread is certainly detected while the first one waits. Of
    /// two threads that enter at one moment, neither may be detected.
    private Thread user;

    PeMailbox(Block block, Doorbell bell, MailboxLayout layout) {
        this.block = block;
        this.session = block.session;
        this.bell = bell;
        this.layout = layout;
        this.arrivals = new Arrivals(bell, layout);
        this.outgoing = new Outgoing[layout.npes()];
        this.gathered = new int[layout.npes()];
        this.phaseEnd = new SplitBarrier(bell, layout.meetings(false));
        this.closing = new SplitBarrier(bell, layout.meetings(true));
        this.view = new MessageView(session);
        this.messageWait = Wait.interruptible(new Reason(-1));
    }

    /// Why a call waits: for room at a PE, or for a message if `pe` is negative.
    private final class Reason implements Wait {
        private final int pe;

        private Reason(int pe) {
            this.pe = pe;
        }

        @Override
        public String what(int own, long offset, long bytes, String goal) {
            return pe < 0 ? "for a message in " + label() : "for room at PE %d in %s".formatted(pe, label());
        }

        /// Ends a wait with the session, whose memory is another one's afterwards.
        @Override
        public void check(boolean stuck) {
            if (!block.live) throw closed("a call");
        }
    }

    private String label() {
        return block.name == null ? "mailbox " + block.number : "mailbox " + block.label();
    }

    @Override
    public String toString() {
        return label();
    }

    @Override
    public Mailbox named(String name) {
        if (!block.live) throw closed("named");
        if (name == null) throw session.missing("named on " + label() + ", name", "give a text");
        block.name(name);
        return this;
    }

    // checks

    /// Lets the calling thread into a call, which sets `user` to null at its end.
    private void enter(String verb, boolean sends) {
        if (user != null || !block.live || sends && (ended || broken)) throw refuse(verb);
        user = Thread.currentThread();
    }

    private IllegalStateException refuse(String verb) {
        if (!block.live) return closed(verb);
        Thread other = user;
        if (other != null) {
            String mistake = "%s on %s by thread %s while thread %s is in a call of it; let one wait for the other";
            return session.state(mistake, verb, label(), Thread.currentThread().getName(), other.getName());
        }
        if (ended) {
            return session.state("%s on %s after end(); call take() until it returns null first", verb, label());
        }
        return session.state("%s on %s, whose last send did not complete; close it", verb, label());
    }

    private IllegalStateException closed(String verb) {
        return session.state("%s on %s, which is closed; make a new one with mailbox()", verb, label());
    }

    /// Lets the calling thread into a send to PE `pe`, and returns the block for it.
    private Outgoing to(int pe) {
        if (pe < 0 || pe >= outgoing.length) {
            if (!block.live) throw closed("send");
            throw session.noPe("send on " + label(), pe, outgoing.length);
        }
        enter("send", true);
        Outgoing out = outgoing[pe];
        return out == null ? first(pe) : out;
    }

    private Outgoing first(int pe) {
        return outgoing[pe] = new Outgoing(pe, bell, layout, pe == bell.me ? arrivals : null);
    }

    // sends

    @Override
    public void send(int pe, long word) {
        Outgoing out = to(pe);
        try {
            makeRoom(out, 2);
            out.add(Header.of(phase, bell.me, 8));
            out.add(word);
            gather(out);
        } finally {
            user = null;
        }
    }

    @Override
    public void send(int pe, long first, long second) {
        Outgoing out = to(pe);
        try {
            makeRoom(out, 3);
            out.add(Header.of(phase, bell.me, 16));
            out.add(first);
            out.add(second);
            gather(out);
        } finally {
            user = null;
        }
    }

    @Override
    public void send(int pe, byte[] bytes) {
        if (bytes == null) throw session.missing("send on " + label() + ", bytes", "give the data");
        send(pe, MemorySegment.ofArray(bytes));
    }

    @Override
    public void send(int pe, MemorySegment bytes) {
        if (bytes == null) throw session.missing("send on " + label() + ", bytes", "give the data");
        long length = bytes.byteSize();
        if (length > Header.MOST_BYTES) {
            String mistake = "send on %s, %d bytes are more than a message can have; send at most %d at a time";
            throw session.refusal(mistake, label(), length, Header.MOST_BYTES);
        }
        Outgoing out = to(pe);
        try {
            int words = 1 + Header.payload(length);
            long header = Header.of(phase, bell.me, length);
            if (!out.fits(words)) {
                sendLong(out, header, words, bytes);
            } else {
                makeRoom(out, words);
                out.add(header, bytes);
                gather(out);
            }
        } finally {
            user = null;
        }
    }

    /// Sends a message that is longer than a block, in pieces. Its last piece stays in the block, with the messages
    /// after it.
    private void sendLong(Outgoing out, long header, int words, MemorySegment bytes) {
        handOver(out);
        if (out.pe == bell.me) {
            long[] message = new long[words];
            message[0] = header;
            MemorySegment.ofArray(message).asSlice(Long.BYTES).copyFrom(bytes);
            arrivals.add(message, words);
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
        Wait room = new Reason(out.pe);
        while (true) {
            long state = bell.takeAll();
            if (out.handOver()) return;
            bell.await(state, room);
        }
    }

    /// Hands over the blocks for which there is room. Returns whether these were all.
    private boolean handOver() {
        int left = 0;
        for (int k = 0; k < gatheredCount; k++) {
            Outgoing out = outgoing[gathered[k]];
            if (out.handOver()) out.listed = false;
            else gathered[left++] = out.pe;
        }
        gatheredCount = left;
        return left == 0;
    }

    @Override
    public void flush() {
        enter("flush", false);
        try {
            for (int k = 0; k < gatheredCount; k++) handOver(outgoing[gathered[k]]);
            handOver();
        } finally {
            user = null;
        }
    }

    // reads

    /// Shows the next message that has been taken, or returns null.
    private Message next() {
        MessageLog.Chunk chunk = reading.next();
        if (chunk == null) {
            reading = arrivals.exchange(reading);
            chunk = reading.next();
        }
        return chunk == null ? null : view.show(chunk);
    }

    @Override
    public Message poll() {
        enter("poll", false);
        try {
            if (ended) isPhaseOver();
            else if (gatheredCount > 0) handOver();
            Message message = next();
            if (message != null) return message;
            bell.take(this);
            message = next();
            if (message == null) view.hide();
            return message;
        } finally {
            user = null;
        }
    }

    @Override
    public Message receive() {
        enter("receive", true);
        try {
            while (true) {
                if (gatheredCount > 0) handOver();
                Message message = next();
                if (message != null) return message;
                long state = bell.takeAll();
                message = next();
                if (message != null) return message;
                if (handOver()) bell.await(state, messageWait);
                else bell.await(state, Wait.interruptible(new Reason(gathered[0])));
            }
        } finally {
            user = null;
        }
    }

    @Override
    public void end() {
        enter("end", true);
        try {
            ended = true;
            isPhaseOver();
        } finally {
            user = null;
        }
    }

    /// Hands over what there is room for, and arrives at the end of the phase once this was all. Returns whether all
    /// PEs have arrived.
    private boolean isPhaseOver() {
        if (!arrived) {
            if (!handOver()) return false;
            phaseEnd.arrive();
            arrived = true;
        }
        return phaseEnd.isOver();
    }

    @Override
    public Message take() {
        enter("take", false);
        try {
            if (!ended) throw session.state("take on %s before end(); call end() after the last send", label());
            while (true) {
                if (!arrived) isPhaseOver();
                Message message = next();
                if (message != null) return message;
                boolean over = isPhaseOver(); // before the look at what has arrived
                long state = bell.takeAll();
                message = next();
                if (message != null) return message;
                if (over) return nextPhase();
                if (isPhaseOver()) continue;
                bell.await(state, arrived ? messageWait : Wait.interruptible(new Reason(gathered[0])));
            }
        } finally {
            user = null;
        }
    }

    private Message nextPhase() {
        view.hide();
        arrivals.nextPhase();
        phase = 1 - phase;
        ended = false;
        arrived = false;
        return null;
    }

    // the end

    @Override
    public void close() {
        if (!block.live) return;
        enter("close", false);
        try {
            session.allocator.free(block, this::meet);
        } finally {
            bell.open.remove(this);
            view.hide();
            user = null;
        }
        long[] unread = new long[outgoing.length];
        reading.count(unread);
        arrivals.count(unread);
        long[] unsent = new long[outgoing.length];
        for (Outgoing out : outgoing) if (out != null) unsent[out.pe] = out.messages;
        String lost = Losses.describe(unread, unsent);
        if (lost != null) throw session.state("close of %s, which had %s", label(), lost);
    }

    /// Waits until all PEs close this mailbox. Others may wait for room here until they do.
    private void meet(Wait call) {
        closing.arrive();
        while (true) {
            boolean over = closing.isOver();
            long state = bell.takeAll();
            if (over || closing.isOver()) break;
            bell.await(state, call);
        }
        bell.takeAll();
    }
}
