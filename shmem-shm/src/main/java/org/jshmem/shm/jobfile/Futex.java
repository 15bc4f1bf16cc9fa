// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm.jobfile;

import org.jshmem.shm.system.SystemCalls;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Memory;

/// The futex of a thread that runs PEs, by which writers of the PEs' memory wake the threads that sleep on that
/// memory.
/*
 * A futex and an `asleep` word are in each PE's control slot, in one cache line that is written only around a sleep. The
 * PEs of a carrier share the futex of the first one, which their slots name. The `asleep` word is 0, or the number of the
 * line of that PE's memory that a thread awaits, or ANY. Every writer reads it.
 *
 *   blocked                                   writer
 *   seq = futex                               store the word
 *   asleep = its line     (full fence)        if asleep is not 0, names the line, and swap(asleep, 0) was not 0:
 *   look at the word again                        futex = futex + 1, wake all
 *   futex wait while futex == seq
 *
 * The first writer clears the word, so a stream of puts to a sleeping PE costs one wake-up, not one for each put; puts
 * to other lines cost none. A plain put has no fence between its store and its look at `asleep`. Its store may still be
 * under way when the blocked looks again, and the writer may not yet see the word. Every sleep therefore ends by itself
 * after at most 10 ms, or a small part of the wait so far (`IdleStrategy`). This bound also holds for direct stores through `ptr`, which wake no thread. Where PEs
 * outnumber cores, atomics and signals have the fence and lose no wake-up. On amd64 every atomic is such a fence.
 */
public final class Futex {
    static final int ANY = -1;
    static final int LINE_SHIFT = 6;

    private Futex() {}

    /// The slot whose futex wakes the threads that sleep on a PE's memory, from that PE's slot.
    public static long of(long slot) {
        return slot + ((long) Memory.getInt(slot + JobLayout.FUTEX_SLOT_OFFSET) << JobLayout.SLOT_SHIFT);
    }

    /// Makes the futex of a slot that of another slot, too. To be called before a thread sleeps on the PE's memory.
    public static void share(long slot, long futex) {
        Memory.setInt(slot + JobLayout.FUTEX_SLOT_OFFSET, (int) (futex - slot >> JobLayout.SLOT_SHIFT));
    }

    /// Returns the count of wake-ups, which a blocked reads before its last look.
    public static int wakes(long futex) {
        return Memory.getIntVolatile(futex + JobLayout.FUTEX_OFFSET);
    }

    /// Announces in the `asleep` word that a thread is about to sleep on these bytes of this PE's memory; a full
    /// fence. The caller looks at its words once more afterwards.
    public static void announce(long slot, long offset, long bytes) {
        int line = line(offset, bytes);
        while (true) {
            int now = Memory.getIntVolatile(slot + JobLayout.ASLEEP_OFFSET);
            int next = now == 0 ? line : now == line ? line : ANY;
            if (Memory.atomic(Atomic.COMPARE_SWAP, slot + JobLayout.ASLEEP_OFFSET, 4, next, now) == now) break;
        }
        Memory.fullFence(); // the caller's look must not come before the swap is visible, which a swap does not promise
    }

    private static int line(long offset, long bytes) {
        long line = (offset >>> LINE_SHIFT) + 1;
        boolean one = (offset + bytes - 1 >>> LINE_SHIFT) + 1 == line;
        return one && line <= Integer.MAX_VALUE ? (int) line : ANY;
    }

    /// Sleeps unless the futex has counted a wake-up since `wakes` was read, until a wake-up or until the time is over.
    public static void sleep(long futex, int wakes, long nanos) {
        SystemCalls.futexWait(futex + JobLayout.FUTEX_OFFSET, wakes, nanos);
    }

    /// Wakes the threads that sleep on these bytes of a PE's memory, unless another writer is already waking them.
    public static void wake(long slot, long offset, long bytes) {
        int asleep = Memory.getInt(slot + JobLayout.ASLEEP_OFFSET);
        boolean concerned =
                asleep == ANY || asleep > offset >>> LINE_SHIFT && asleep - 1 <= offset + bytes - 1 >>> LINE_SHIFT;
        if (concerned && Memory.atomic(Atomic.SWAP, slot + JobLayout.ASLEEP_OFFSET, 4, 0, 0) != 0) wakeAll(of(slot));
    }

    /// Wakes the threads that sleep on a futex.
    public static void wakeAll(long futex) {
        Memory.atomic(Atomic.ADD, futex + JobLayout.FUTEX_OFFSET, 4, 1, 0);
        SystemCalls.futexWakeAll(futex + JobLayout.FUTEX_OFFSET);
    }
}
