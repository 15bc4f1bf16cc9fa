// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.mailbox;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jshmem.transport.Channel;

/// The arrivals of one mailbox: takes the bytes out of the rings into private memory, and gives their senders credit.
///
/// A thread that waits in another mailbox of this PE takes them too, so a lock guards the state. The mailbox itself
/// needs the lock once for many messages: it reads from a log of its own, and exchanges it here when that is empty.
final class Arrivals {
    private final Doorbell bell;
    private final Channel channel;
    private final MailboxLayout layout;
    private final ReentrantLock lock = new ReentrantLock();

    /// Senders, as bits of the doorbell, of which something may have arrived: at first all, because another thread may
    /// have emptied the doorbell before this mailbox was open here.
    private final AtomicLong rung = new AtomicLong(-1);

    /// Whether `present` has messages. Any thread may read it.
    private volatile boolean some;

    private MessageLog present = new MessageLog(); // of this phase
    private MessageLog later = new MessageLog(); // of the next phase, which other PEs may have reached
    private int phase;
    private final long[] taken; // bytes from each sender
    private final long[] credited;
    private final long[][] parts; // of each sender: a message of which some words have not arrived, or null
    private final int[] filled; // its words so far

    Arrivals(Doorbell bell, MailboxLayout layout) {
        this.bell = bell;
        this.channel = bell.channel;
        this.layout = layout;
        this.taken = new long[layout.npes()];
        this.credited = new long[layout.npes()];
        this.parts = new long[layout.npes()][];
        this.filled = new int[layout.npes()];
    }

    /// Notes that these senders have rung.
    void rung(long senders) {
        rung.accumulateAndGet(senders, (a, b) -> a | b);
    }

    /// Takes all that has arrived from senders that have rung. If another thread holds the lock, that thread takes it:
    /// it looks again after it has released the lock.
    void take() {
        while (rung.get() != 0 && lock.tryLock()) {
            try {
                for (long bits = rung.getAndSet(0); bits != 0; bits &= bits - 1) {
                    for (int s = Long.numberOfTrailingZeros(bits); s < taken.length; s += Long.SIZE) take(s);
                }
            } finally {
                lock.unlock();
            }
        }
    }

    private void take(int s) {
        // acquire: pairs with the signal in Outgoing.put()
        long arrived = channel.look(bell.me, layout.arrived(s), Long.BYTES);
        int n = (int) ((arrived - taken[s]) / Long.BYTES);
        if (n == 0) return;
        if (parts[s] != null) n -= fill(s, n);
        if (n > 0) {
            MessageLog.Chunk chunk = present.reserve(n);
            int at = chunk.end;
            read(s, chunk.segment, at, n);
            chunk.end = wholeMessages(chunk.words, at, at + n, phase);
            keep(s, chunk.words, chunk.end, at + n);
            if (chunk.end > at) some = true;
        }
        if (taken[s] - credited[s] < layout.room() / 4) return; // credit in batches
        credited[s] = taken[s];
        channel.signal(s, layout.credit(bell.me), taken[s]); // after the reads: pairs with the look in hasCredit()
        bell.ring(s);
    }

    /// Copies the next words of a sender's ring.
    private void read(int s, MemorySegment to, int at, int n) {
        long bytes = 8L * n;
        long straight = Math.min(bytes, layout.straight(taken[s]));
        channel.get(bell.me, layout.ring(s, taken[s]), to, 8L * at, straight);
        if (straight < bytes) {
            channel.get(bell.me, layout.ring(s, taken[s] + straight), to, 8L * at + straight, bytes - straight);
        }
        taken[s] += bytes;
    }

    /// Returns the end of the whole messages of a phase, which begin at `at`.
    private static int wholeMessages(long[] words, int at, int end, int phase) {
        int stop = at;
        while (stop < end && Header.phase(words[stop]) == phase) {
            int n = Header.words(words[stop]);
            if (n > end - stop) break;
            stop += n;
        }
        return stop;
    }

    /// Keeps the words that are not whole messages of this phase: messages of the next one, and a part of a message.
    private void keep(int s, long[] words, int from, int end) {
        int stop = wholeMessages(words, from, end, 1 - phase);
        if (stop > from) later.append(words, from, stop - from);
        if (stop == end) return;
        parts[s] = new long[Header.words(words[stop])];
        filled[s] = end - stop;
        System.arraycopy(words, stop, parts[s], 0, end - stop);
    }

    /// Reads further words of a message whose begin has arrived, at most `n`. Returns their number.
    private int fill(int s, int n) {
        long[] message = parts[s];
        int more = Math.min(n, message.length - filled[s]);
        read(s, MemorySegment.ofArray(message), filled[s], more);
        filled[s] += more;
        if (filled[s] == message.length) {
            parts[s] = null;
            boolean now = Header.phase(message[0]) == phase;
            (now ? present : later).append(message);
            if (now) some = true;
        }
        return more;
    }

    /// Adds whole messages of this phase from this PE to itself.
    void add(long[] words, int n) {
        lock.lock();
        try {
            present.append(words, 0, n);
            some = true;
        } finally {
            lock.unlock();
        }
    }

    /// Exchanges the messages that have been taken for an empty log, if there are any.
    MessageLog exchange(MessageLog empty) {
        if (!some) return empty;
        lock.lock();
        try {
            empty.clear();
            MessageLog full = present;
            present = empty;
            some = false;
            return full;
        } finally {
            lock.unlock();
        }
    }

    /// Begins the next phase. All messages of this one are read.
    void nextPhase() {
        lock.lock();
        try {
            phase = 1 - phase;
            MessageLog read = present;
            present = later;
            later = read;
            later.clear();
            some = present.next() != null;
        } finally {
            lock.unlock();
        }
    }

    /// Counts the messages of each sender that have been taken.
    void count(long[] senders) {
        lock.lock();
        try {
            present.count(senders);
            later.count(senders);
        } finally {
            lock.unlock();
        }
    }
}
