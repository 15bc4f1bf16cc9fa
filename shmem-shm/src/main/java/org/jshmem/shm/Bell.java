// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import org.jshmem.transport.Atomic;
import org.jshmem.transport.Memory;

/// How whoever changes a PE's memory wakes whoever sleeps on it.
/*
 * One bell and one `asleep` word in each PE's control slot, in one cache line that is only written around a sleep. The word
 * is 0, or names the line of that PE's memory that is awaited, or says ANY. The sleeper's side is here, the writer's look
 * in `ShmChannel`.
 *
 *   sleeper                                   writer
 *   seq = bell                                store the word
 *   asleep = its line     (full fence)        if asleep names the line and swap(asleep, 0) was not 0:
 *   look at the word again                        bell = bell + 1, futex wake all
 *   futex wait while bell == seq
 *
 * The first writer takes the word down, so a stream of puts to a sleeping PE costs one wake-up, not one each; and puts to
 * other lines cost none. A plain put has no fence between its store and its look at `asleep`: the store may still be on its
 * way when the sleeper looks again, and the word not yet seen by the writer. Every sleep therefore ends by itself after at
 * most 10 ms (`Waiting`), which also bounds the wait for direct stores through `ptr`, which ring no bell. Atomics, and
 * signals where PEs outnumber cores, have the fence and lose nothing.
 */
final class Bell {
    static final int ANY = -1;
    static final int LINE_SHIFT = 6;

    private Bell() {}

    /// The count that a sleeper takes before it looks a last time.
    static int sequence(long slot) {
        return Memory.getIntVolatile(slot + JobLayout.BELL_OFFSET);
    }

    /// Says that somebody is about to sleep on these bytes of this PE's memory; a full fence. The caller looks at its
    /// words once more afterwards.
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

    /// Sleeps until the bell is rung after `sequence` was taken, or the time is over.
    static void sleep(long slot, int sequence, long timespec) {
        SystemCalls.futexWait(slot + JobLayout.BELL_OFFSET, sequence, timespec);
    }

    /// Wakes who sleeps, unless another writer is already doing it.
    static void wake(long slot) {
        if (Memory.atomic(Atomic.SWAP, slot + JobLayout.ASLEEP_OFFSET, 4, 0, 0) != 0) ring(slot);
    }

    /// Wakes who sleeps, whatever the flag says.
    static void ring(long slot) {
        Memory.atomic(Atomic.ADD, slot + JobLayout.BELL_OFFSET, 4, 1, 0);
        SystemCalls.futexWakeAll(slot + JobLayout.BELL_OFFSET);
    }
}
