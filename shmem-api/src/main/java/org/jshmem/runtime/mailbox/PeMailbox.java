// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.mailbox;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.BooleanSupplier;
import org.jshmem.Mailbox;
import org.jshmem.runtime.heap.Block;
import org.jshmem.transport.Wait;

/// A PE's end of a mailbox. The package's page shows how it works.
public final class PeMailbox implements Mailbox {
    final Arrivals arrivals;
    final Block block;
    final Doorbell bell;
    private final MailboxLayout layout;
    private final Phases phases;
    private final MessageView view;
    private final Outgoing[] outgoing;
    private final Deque<Outgoing> gathered = new ArrayDeque<>(); // the blocks that may have messages
    private long phase;
    private boolean ended; // between end and the null of take
    private boolean broken; // an exception has ended the send of a long message

    /// The thread that waits in a call. A plain field: of two threads that enter at one moment, neither may be
    /// detected.
    private Thread user;

    PeMailbox(Block block, Doorbell bell, MailboxLayout layout) {
        this.block = block;
        this.bell = bell;
        this.layout = layout;
        this.phases = new Phases(bell, layout);
        this.view = new MessageView(block.session);
        this.arrivals = new Arrivals(view, bell, layout);
        this.outgoing = new Outgoing[layout.npes()];
    }

    @Override
    public String toString() {
        return block.name == null ? "mailbox " + block.number : "mailbox " + block.label();
    }

    @Override
    public Mailbox named(String name) {
        checkOpen("named");
        block.name(this, name);
        return this;
    }

    private void check(String verb, boolean sends) {
        if (user != null || !block.live || sends && (ended || broken)) throw refuse(verb);
    }

    private IllegalStateException refuse(String verb) {
        Thread other = user;
        String mistake = !block.live
                ? "%s on %s, which is closed; make a new one with mailbox()"
                : other != null
                        ? "%s on %s by thread %s while thread %s is in a call of it; let one wait for the other"
                        : ended
                                ? "%s on %s after end(); call take() until it returns null first"
                                : "%s on %s, whose last send did not complete; close it";
        String me = Thread.currentThread().getName();
        return block.session.state(mistake, verb, this, me, other == null ? me : other.getName());
    }

    /// Refuses a call, or a wait, of a mailbox whose memory may be another object's.
    void checkOpen(String verb) {
        if (!block.live) throw refuse(verb);
    }

    private void until(Wait.Reason reason, BooleanSupplier done) {
        until(reason, false, Long.MAX_VALUE, done);
    }

    /// Takes the arrivals of all mailboxes of this PE, and waits, until `done` or the deadline. A mailbox has no other
    /// wait.
    private void until(Wait.Reason reason, boolean interruptible, long deadline, BooleanSupplier done) {
        user = Thread.currentThread();
        try {
            for (boolean inTime = true; ; ) {
                long state = bell.takeBeforeWait(phases.here != Phases.CLOSED);
                if (done.getAsBoolean() || !inTime) return;
                inTime = bell.await(state, this, reason, interruptible, deadline);
                if (arrivals.early && done.getAsBoolean()) return;
            }
        } finally {
            user = null;
        }
    }

    // sends

    /// Returns the block for PE `pe`, which has room for `n` more words.
    private Outgoing to(int pe, int n) {
        check("send", true);
        if (pe < 0 || pe >= outgoing.length) throw block.session.noPe("send on " + this, pe, outgoing.length);
        Outgoing out = outgoing(pe);
        if (!out.hasRoom(n)) handOver(out);
        if (!out.listed) out.listed = gathered.add(out);
        return out;
    }

    private Outgoing outgoing(int pe) {
        return outgoing[pe] == null ? outgoing[pe] = new Outgoing(pe, bell, layout) : outgoing[pe];
    }

    @Override
    public void send(int pe, long word) {
        to(pe, 2).add(word);
    }

    @Override
    public void send(int pe, long first, long second) {
        to(pe, 3).add(first, second);
    }

    @Override
    public void send(int pe, byte[] bytes) {
        send(pe, bytes == null ? null : MemorySegment.ofArray(bytes));
    }

    @Override
    public void send(int pe, MemorySegment bytes) {
        if (bytes == null) throw block.session.missing("send on " + this + ", bytes", "give the data");
        long length = bytes.byteSize();
        if (length > Runs.MOST_BYTES) {
            String mistake = "send on %s, %d bytes are more than a message can have; send at most %d at a time";
            throw block.session.refusal(mistake, this, length, Runs.MOST_BYTES);
        }
        int words = 1 + Runs.dataWords(length);
        if (words < layout.gatheredWords()) to(pe, words).add(bytes);
        else sendPieces(to(pe, 0), bytes);
    }

    /// Sends a message as a block of its own, from the caller's memory: it may be longer than a block of several.
    private void sendPieces(Outgoing out, MemorySegment bytes) {
        long[] none = {};
        long[] sent = {0};
        until(_ -> room(out), () -> {
            for (long next; sent[0] < bytes.byteSize(); sent[0] = next) {
                next = out.handOver(phase, true, none, bytes, sent[0]);
                if (next < 0) return false;
                broken = next < bytes.byteSize();
            }
            return true;
        });
    }

    /// Hands a block over. Waits until there is room for it.
    private void handOver(Outgoing out) {
        if (!out.handOver(phase)) until(_ -> room(out), () -> out.handOver(phase));
    }

    private String room(Outgoing out) {
        return "for room at PE %d in %s".formatted(out.pe, this);
    }

    /// What a call waits for: room for the first block that is left to hand over, or a message.
    private String left(Wait wait) {
        Outgoing first = gathered.peekFirst();
        return first == null ? "for a message in " + this : room(first);
    }

    /// Hands over the blocks for which there is room. Returns whether these were all.
    private boolean handOver() {
        for (int k = gathered.size(); k > 0; k--) {
            Outgoing out = gathered.removeFirst();
            out.listed = !out.handOver(phase);
            if (out.listed) gathered.addLast(out);
        }
        return gathered.isEmpty();
    }

    @Override
    public void flush() {
        check("flush", false);
        if (!handOver()) until(this::left, this::handOver);
    }

    // reads

    /// Whether there is a message that this PE has not read.
    private boolean hasNext() {
        return view.hasNext() || (view.source != null || arrivals.isRung() || bell.isRung()) && bell.next(this, phase);
    }

    /// Reads the next message that has arrived, if there is one.
    public MessageView next() {
        if (hasNext()) return view.show();
        view.hide();
        return null;
    }

    @Override
    public MessageView poll() {
        check("poll", false);
        isPhaseOver();
        return next();
    }

    @Override
    public MessageView receive() {
        check("receive", true);
        return receiveBy(Long.MAX_VALUE);
    }

    @Override
    public MessageView receive(Duration max) {
        check("receive", true);
        long deadline = block.session.deadline(max);
        return max.isPositive() ? receiveBy(deadline) : poll();
    }

    private MessageView receiveBy(long deadline) {
        if (!isReady()) until(this::left, true, deadline, this::isReady);
        return next();
    }

    @Override
    public void end() {
        check("end", true);
        ended = true;
        isPhaseOver();
    }

    /// Hands over what there is room for, and reports the end of the phase once this was all. Returns whether all PEs
    /// have ended the phase.
    private boolean isPhaseOver() {
        if (handOver() && ended && phases.here == phase) phases.end(phase + 1);
        return ended && phases.everywhere() > phase;
    }

    private boolean isReady() {
        return isPhaseOver() | hasNext();
    }

    @Override
    public MessageView take() {
        check("take", false);
        if (!ended) throw block.session.state("take on %s before end(); call end() after the last send", this);
        return view.hasNext() ? view.show() : takeNext();
    }

    private MessageView takeNext() {
        if (receiveBy(Long.MAX_VALUE) != null) return view;
        // the phase is over: its last messages have arrived, and another thread may have emptied the doorbell
        if (bell.next(this, phase)) return view.show();
        phase++;
        ended = false;
        return null;
    }

    // the end

    @Override
    public void close() {
        if (!block.live) return;
        checkClose();
        IllegalStateException lost = free();
        if (lost != null) throw lost;
    }

    /// Refuses a close while another thread is in a call.
    void checkClose() {
        check("close", false);
    }

    /// Frees the memory. Has no effect if another thread is in a collective. Returns the exception for messages that
    /// this PE loses, or null.
    IllegalStateException free() {
        long[] unread = new long[outgoing.length];
        long[] unsent = new long[outgoing.length];
        for (Outgoing out : gathered) unsent[out.pe] = out.count();
        block.session.allocator.free(block, call -> meet(call, unread));
        String lost = Losses.describe(unread, unsent);
        return lost.isEmpty() ? null : block.session.state("close of %s, which had %s", this, lost);
    }

    /// Waits until all PEs close this mailbox. Others may wait for room here until they do. After that no thread of
    /// this PE looks at its memory.
    private void meet(Wait.Reason call, long[] unread) {
        try {
            phases.end(Phases.CLOSED);
            until(call, () -> isClosed(unread));
        } finally {
            bell.remove(this);
        }
    }

    /// Counts the messages that are not read, of both phases. Returns whether these were all.
    private boolean isClosed(long[] unread) {
        boolean all = phases.everywhere() == Phases.CLOSED; // then the last messages have arrived
        while (view.hasNext() || bell.next(this, phase) || bell.next(this, phase + 1)) {
            view.show();
            unread[view.from]++;
        }
        return all;
    }

    // for a library above, which keeps what there is no room for

    /// Sends a message of these words and of bytes from `from` on, as many as one message has here, if there is room
    /// for it in the ring of PE `pe`. Returns how many bytes are sent now, or -1. Never waits, keeps nothing back.
    public long offer(int pe, long[] head, MemorySegment bytes, long from) {
        return outgoing(pe).handOver(phase, false, head, bytes, from);
    }

    /// Reads the next message of a block that has ended a wait before its sender rang, or returns null.
    public MessageView nextEarly() {
        return view.hasNext() || arrivals.early && bell.next(this, phase) ? view.show() : null;
    }

    /// Makes room for senders. Returns the state from which [#await] waits.
    public long collect() {
        return bell.takeBeforeWait(true);
    }

    /// Waits until something has arrived, or there is more room, since `state`, or [#wake]. Any thread may call it.
    public void await(long state, Wait.Reason reason) {
        bell.await(state, this, reason, true, Long.MAX_VALUE);
    }

    /// Ends the waits of this PE's other threads, which look again at what they wait for.
    public void wake() {
        bell.wake();
    }
}
