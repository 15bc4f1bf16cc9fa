// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.mailbox;

import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;
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
    private final Outbox outbox;
    private final SplitBarrier phaseEnd;
    private final SplitBarrier closing;
    private final MessageView view;

    /// What this PE waits for in [#receive], in the words of a library above; null for the mailbox's own words.
    Supplier<String> purpose;

    /// The messages that this PE reads next.
    private MessageLog reading = new MessageLog();

    private int phase;
    private boolean ended; // between end and the null of take
    private boolean arrived; // at the end of the phase

    /// The thread that is in a call. A plain field: a second thread is certainly detected while the first one waits. Of
    /// two threads that enter at one moment, neither may be detected.
    private Thread user;

    PeMailbox(Block block, Doorbell bell, MailboxLayout layout) {
        this.block = block;
        this.session = block.session;
        this.bell = bell;
        this.layout = layout;
        this.arrivals = new Arrivals(bell, layout);
        this.outbox = new Outbox(this, bell, layout);
        this.phaseEnd = new SplitBarrier(bell, layout.meetings(false));
        this.closing = new SplitBarrier(bell, layout.meetings(true));
        this.view = new MessageView(session);
    }

    @Override
    public String toString() {
        return block.name == null ? "mailbox " + block.number : "mailbox " + block.label();
    }

    @Override
    public Mailbox named(String name) {
        checkOpen("named");
        if (name == null) throw session.missing("named on " + this + ", name", "give a text");
        block.name(name);
        return this;
    }

    /// Receives a message as [#receive()] does. Reports of a wait show `purpose`, which another thread may call.
    public Message receive(Supplier<String> purpose) {
        this.purpose = purpose;
        try {
            return receive();
        } finally {
            this.purpose = null;
        }
    }

    // checks

    /// Lets the calling thread into a call, which sets `user` to null at its end.
    private void enter(String verb, boolean sends) {
        if (user != null || !block.live || sends && (ended || outbox.broken)) throw refuse(verb);
        user = Thread.currentThread();
    }

    private IllegalStateException refuse(String verb) {
        if (!block.live) return closed(verb);
        Thread other = user;
        if (other != null) {
            String mistake = "%s on %s by thread %s while thread %s is in a call of it; let one wait for the other";
            return session.state(mistake, verb, this, Thread.currentThread().getName(), other.getName());
        }
        if (ended) {
            return session.state("%s on %s after end(); call take() until it returns null first", verb, this);
        }
        return session.state("%s on %s, whose last send did not complete; close it", verb, this);
    }

    /// Refuses a call, or a wait, of a mailbox whose memory may be another object's.
    void checkOpen(String verb) {
        if (!block.live) throw closed(verb);
    }

    private IllegalStateException closed(String verb) {
        return session.state("%s on %s, which is closed; make a new one with mailbox()", verb, this);
    }

    /// Lets the calling thread into a send to PE `pe`, and returns the block for it.
    private Outgoing to(int pe) {
        if (pe < 0 || pe >= layout.npes()) {
            checkOpen("send");
            throw session.noPe("send on " + this, pe, layout.npes());
        }
        enter("send", true);
        return outbox.to(pe);
    }

    // sends

    @Override
    public void send(int pe, long word) {
        Outgoing out = to(pe);
        try {
            outbox.add(out, Header.of(phase, bell.me, 8), word);
        } finally {
            user = null;
        }
    }

    @Override
    public void send(int pe, long first, long second) {
        Outgoing out = to(pe);
        try {
            outbox.add(out, Header.of(phase, bell.me, 16), first, second);
        } finally {
            user = null;
        }
    }

    @Override
    public void send(int pe, byte[] bytes) {
        send(pe, bytes == null ? null : MemorySegment.ofArray(bytes));
    }

    @Override
    public void send(int pe, MemorySegment bytes) {
        if (bytes == null) throw session.missing("send on " + this + ", bytes", "give the data");
        long length = bytes.byteSize();
        if (length > Header.MOST_BYTES) {
            String mistake = "send on %s, %d bytes are more than a message can have; send at most %d at a time";
            throw session.refusal(mistake, this, length, Header.MOST_BYTES);
        }
        Outgoing out = to(pe);
        try {
            outbox.add(out, Header.of(phase, bell.me, length), bytes);
        } finally {
            user = null;
        }
    }

    @Override
    public void flush() {
        enter("flush", false);
        try {
            outbox.flush();
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
            else outbox.handOver();
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
                outbox.handOver();
                Message message = next();
                if (message != null) return message;
                long state = bell.takeAll();
                message = next();
                if (message != null) return message;
                outbox.handOver();
                outbox.await(state);
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
            if (!outbox.handOver()) return false;
            phaseEnd.arrive();
            arrived = true;
        }
        return phaseEnd.isOver();
    }

    @Override
    public Message take() {
        enter("take", false);
        try {
            if (!ended) throw session.state("take on %s before end(); call end() after the last send", this);
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
                outbox.await(state);
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
        long[] unread = new long[layout.npes()];
        reading.count(unread);
        arrivals.count(unread);
        String lost = Losses.describe(unread, outbox.count());
        if (lost != null) throw session.state("close of %s, which had %s", this, lost);
    }

    /// Waits until all PEs close this mailbox. Others may wait for room here until they do.
    private void meet(Wait.Reason call) {
        closing.arrive();
        while (true) {
            boolean over = closing.isOver();
            long state = bell.takeAll();
            if (over || closing.isOver()) break;
            bell.await(state, call, false);
        }
        bell.takeAll();
    }
}
