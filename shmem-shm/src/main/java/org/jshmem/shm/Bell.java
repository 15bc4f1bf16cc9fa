// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import org.jshmem.transport.Atomic;
import org.jshmem.transport.Memory;

/// How whoever changes a PE's memory wakes whoever sleeps on it.
/*
 * One bell and one `asleep` flag in each PE's control slot, in one cache line that is only written around a sleep.
 *
 *   sleeper                                   writer
 *   seq = bell                                store the word
 *   asleep = 1            (full fence)        if asleep != 0 and swap(asleep, 0) was 1:
 *   look at the word again                        bell = bell + 1, futex wake all
 *   futex wait while bell == seq
 *
 * The first writer takes the flag down, so a stream of puts to a sleeping PE costs one wake-up, not one each. A plain put
 * has no fence between its store and its look at the flag: the store may still be on its way when the sleeper looks again,
 * and the flag not yet seen by the writer. Every sleep therefore ends by itself after at most 10 ms (`Waiting`), which also
 * bounds the wait for direct stores through `ptr`, which ring no bell. Signals and atomics have the fence and lose nothing.
 */
final class Bell {
    private Bell() {}

    /// The count that a sleeper takes before it looks a last time.
    static int sequence(long slot) {
        return Memory.getIntVolatile(slot + JobLayout.BELL_OFFSET);
    }

    /// Says that somebody is about to sleep on this PE's memory; the caller looks at its word once more afterwards.
    static void sleeping(long slot) {
        Memory.setIntVolatile(slot + JobLayout.ASLEEP_OFFSET, 1);
    }

    /// Whether somebody may be asleep: what every writer looks at.
    static boolean isAsleep(long slot) {
        return Memory.getInt(slot + JobLayout.ASLEEP_OFFSET) != 0;
    }

    /// Sleeps until the bell is rung after `sequence` was taken, or the time is over.
    static void sleep(long slot, int sequence, long timespec) {
        Kernel.futexWait(slot + JobLayout.BELL_OFFSET, sequence, timespec);
    }

    /// Wakes who sleeps, unless another writer is already doing it.
    static void wake(long slot) {
        if (Memory.atomic(Atomic.SWAP, slot + JobLayout.ASLEEP_OFFSET, 4, 0, 0) != 0) ring(slot);
    }

    /// Wakes who sleeps, whatever the flag says.
    static void ring(long slot) {
        Memory.atomic(Atomic.ADD, slot + JobLayout.BELL_OFFSET, 4, 1, 0);
        Kernel.futexWakeAll(slot + JobLayout.BELL_OFFSET);
    }
}
