// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import org.jshmem.ShmemException;
import org.jshmem.SymmetricHeapException;
import org.jshmem.collective.Group;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Channel;
import org.jshmem.transport.Transport;

/// Atomic commitment of allocations: all PEs make one, or no PE makes it. A PE aborts the allocation that its memory
/// cannot back, or in which its thread is interrupted.
///
/// ```
/// PE 0: enters, waits ........................................ all have arrived: aborted
/// PE 1: enters, waits, is interrupted: marks PE 2, throws
/// PE 2: other work ......................... enters: finds the mark, aborts on all PEs, arrives
/// ```
///
/// An allocation has the number of its meeting, which no later session uses again. Each PE's page has the two latest
/// allocations that a PE has aborted, and the latest one that this PE has entered, or that an interrupted PE has marked
/// before.
/*
 * An interrupted PE has arrived, so the others may go on as soon as all have: it cannot abort on its own. The word `entered`
 * of a PE that has not entered decides, by one swap and one compare-and-swap. Where all PEs have entered, the allocation is
 * about to end, and the interrupted PE waits for that.
 */
final class Commitment {
    /// In turn, since a PE may be in the next meeting before another has looked at the word of this one.
    private static final long ABORTED = 0;

    private static final long ENTERED = 16;

    /// The low half of a word: why, and by which PE.
    private static final int INTERRUPTED = 1;

    private final Transport transport;
    private final Channel channel;
    private final Group world;
    private final String who;

    Commitment(Session session) {
        this.transport = session.transport;
        this.channel = transport.channel();
        this.world = session.world.group;
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

    /// Enters the allocation whose meeting is the world's next call; false where it is aborted already.
    boolean enter() {
        if (!world.handsOver()) return true;
        long call = world.number() + 1;
        long mark = channel.atomic(Atomic.SWAP, transport.pe(), ENTERED, 8, word(call, 0), 0);
        boolean marked = number(mark) == (int) call;
        if (!marked && !Group.isDeputy()) return true;
        abort(marked ? (int) mark : by(INTERRUPTED)); // a deputy's caller has returned and gets no handle
        return false;
    }

    /// This PE cannot back the allocation whose meeting is the world's next call.
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

    /// The thread of this PE is interrupted while it waits for the others to enter: whether none of them makes the
    /// allocation.
    boolean withdraw() {
        long call = world.number();
        for (int pe = 0; pe < transport.npes(); pe++) {
            long seen = channel.load(pe, ENTERED, 8);
            while (number(seen) - (int) call < 0) {
                long old = channel.atomic(Atomic.COMPARE_SWAP, pe, ENTERED, 8, word(call, by(INTERRUPTED)), seen);
                if (old == seen) return true;
                seen = old;
            }
            if (number(seen) == (int) call && (int) seen != 0) return true; // another PE has marked it
        }
        return false;
    }

    /// Throws where a PE has aborted the allocation of `bytes` bytes whose meeting is over, after `undo`.
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
                        : "%1$s: out of memory behind the heaps: PE %3$d could not get its %2$d bytes of this allocation; free space in /dev/shm, or use another --heap-dir")
                .formatted(who, bytes, pe));
    }
}
