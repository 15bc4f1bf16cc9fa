// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import org.jshmem.transport.Atomic;
import org.jshmem.transport.Memory;

/// The bell of a PE: a futex by which a writer of the PE's memory wakes the threads that sleep on that memory.
/*
 * One bell and one `asleep` word in each PE's control slot, in one cache line that is written only around a sleep. The
 * word is 0, or the number of the line of that PE's memory that a thread awaits, or ANY. The sleeper's side is in this
 * class, the writer's look is in `ShmChannel`.
 *
 *   sleeper                                   writer
 *   seq = bell                                store the word
 *   asleep = its line     (full fence)        if asleep names the line and swap(asleep, 0) was not 0:
 *   look at the word again                        bell = bell + 1, futex wake all
 *   futex wait while bell == seq
 *
 * The first writer clears the word, so a stream of puts to a sleeping PE costs one wake-up, not one for each put; puts
 * to other lines cost none. A plain put has no fence between its store and its look at `asleep`. Its store may still be
 * under way when the sleeper looks again, and the writer may not yet see the word. Every sleep therefore ends by itself
 * after at most 10 ms (`Waiting`). This bound also holds for direct stores through `ptr`, which ring no bell. Where PEs
 * outnumber cores, atomics and signals have the fence and lose no wake-up. On amd64 every atomic is such a fence.
 */
final class Bell {
    static final int ANY = -1;
    static final int LINE_SHIFT = 6;

    private Bell() {}

    /// Returns the count of rings, which a sleeper reads before its last look.
    static int sequence(long slot) {
        return Memory.getIntVolatile(slot + JobLayout.BELL_OFFSET);
    }

    /// Announces in the `asleep` word that a thread is about to sleep on these bytes of this PE's memory; a full
    /// fence. The caller looks at its words once more afterwards.
    static void sleeping(long slot, long offset, long bytes) {
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

    /// Sleeps until the bell rings after `sequence` was read, or until the time is over.
    static void sleep(long slot, int sequence, long timespec) {
        SystemCalls.futexWait(slot + JobLayout.BELL_OFFSET, sequence, timespec);
    }

    /// Wakes the threads that sleep, unless another writer is already waking them.
    static void wake(long slot) {
        if (Memory.atomic(Atomic.SWAP, slot + JobLayout.ASLEEP_OFFSET, 4, 0, 0) != 0) ring(slot);
    }

    /// Wakes the threads that sleep, also if the `asleep` word is 0.
    static void ring(long slot) {
        Memory.atomic(Atomic.ADD, slot + JobLayout.BELL_OFFSET, 4, 1, 0);
        SystemCalls.futexWakeAll(slot + JobLayout.BELL_OFFSET);
    }
}
