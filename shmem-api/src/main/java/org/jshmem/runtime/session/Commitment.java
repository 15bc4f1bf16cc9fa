// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.session;

import org.jshmem.ShmemException;
import org.jshmem.SymmetricHeapException;
import org.jshmem.collective.Group;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Channel;
import org.jshmem.transport.Transport;

/// Atomic commitment of allocations: all PEs make an allocation, or no PE makes it. A PE aborts an allocation that its
/// memory cannot back, or in which its thread is interrupted.
///
/// ```
/// PE 0: enters, waits ........................................ all have arrived: aborted
/// PE 1: enters, waits, is interrupted: marks PE 2, throws
/// PE 2: other work ......................... enters: finds the mark, aborts on all PEs, arrives
/// ```
///
/// An allocation has the number of its meeting, which no later session uses again. Each PE's page has the two latest
/// allocations that a PE has aborted. It also has the latest allocation that this PE has entered, or that an
/// interrupted PE has marked before this PE entered.
/*
 * An interrupted PE has arrived, so the others may go on after all have arrived: it cannot abort alone. The word
 * `entered` of a PE that has not entered decides, by one swap and one compare-and-swap. If all PEs have entered, the
 * allocation is about to end, and the interrupted PE waits for its end.
 */
final class Commitment {
    /// Two words, used in turn: a PE may be in the next meeting before another PE has read the word of this one.
    private static final long ABORTED = 0;

    private static final long ENTERED = 16;

    /// Bit of a word's low half: the thread was interrupted. The other bits are 1 + the PE that has written the word.
    private static final int INTERRUPTED = 1;

    private final Transport transport;
    private final Channel channel;
    private final Group world;
    private final String who;

    Commitment(Session session, Group world) {
        this.transport = session.transport;
        this.channel = transport.channel();
        this.world = world;
        this.who = session.who();
    }

    private static long word(long number, int why) {
        return number << 32 | why;
    }

    private static int number(long word) {
        return (int) (word >>> 32);
    }

    private int by(int reason) {
        return transport.pe() + 1 << 1 | reason;
    }

    /// Enters the allocation whose meeting is the world's next call. If an interrupted PE has marked it, or if this
    /// thread is a deputy, aborts it and returns false.
    boolean enter() {
        if (!world.handsOver()) return true;
        long call = world.number() + 1;
        long mark = channel.atomic(Atomic.SWAP, transport.pe(), ENTERED, 8, word(call, 0), 0);
        boolean marked = number(mark) == (int) call;
        if (!marked && !Group.isDeputy()) return true;
        abort(marked ? (int) mark : by(INTERRUPTED)); // a deputy's caller has returned and gets no handle
        return false;
    }

    /// Aborts the allocation whose meeting is the world's next call: this PE cannot back it.
    void abort() {
        abort(by(0));
    }

    private void abort(int why) {
        long call = world.number() + 1;
        for (int pe = 0; pe < transport.npes(); pe++) channel.store(pe, aborted(call), 8, word(call, why));
    }

    private static long aborted(long call) {
        return ABORTED + Long.BYTES * (call & 1);
    }

    /// Runs if this PE's thread is interrupted while it waits for the others to enter. Marks a PE that has not entered.
    /// True if a PE is marked: then no PE makes the allocation.
    boolean withdraw() {
        long call = world.number();
        for (int pe = 0; pe < transport.npes(); pe++) {
            long seen = channel.load(pe, ENTERED, 8);
            while (number(seen) - (int) call < 0) {
                long old = channel.atomic(Atomic.COMPARE_SWAP, pe, ENTERED, 8, word(call, by(INTERRUPTED)), seen);
                if (old == seen) return true;
                seen = old;
            }
            if (number(seen) == (int) call && (int) seen != 0) return true; // another interrupted PE has marked it
        }
        return false;
    }

    /// Runs `undo` and throws if a PE has aborted the allocation of `bytes` bytes, whose meeting is over.
    void check(long bytes, Runnable undo) {
        long word = channel.load(transport.pe(), aborted(world.number()), 8);
        if (number(word) != (int) world.number()) return;
        undo.run();
        throw exception((int) word, bytes);
    }

    private ShmemException exception(int why, long bytes) {
        int pe = (why >>> 1) - 1;
        return new SymmetricHeapException(((why & INTERRUPTED) != 0
                        ? "%s: the allocation of %d bytes is undone on all PEs, because the thread of PE %d was interrupted in it; repeat it on all PEs"
                        : "%1$s: out of memory behind the heaps: PE %3$d could not get its %2$d bytes of this allocation; free space in /dev/shm, or give oshrun another --heap-dir")
                .formatted(who, bytes, pe));
    }
}
