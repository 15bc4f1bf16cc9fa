// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.locks.LockSupport;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Memory;

/// The bells on which a carrier sleeps: those of its PEs' waits, and one of its own.
final class Bells {
    private static final int MOST = 128; // of futex_waitv
    private static final int ENTRY_BYTES = 24;
    private static final int AWAKE = 0;
    private static final int PARKED = 1;
    private static final int ASLEEP = 2;

    /// The longest sleep if there are more bells than one call can await.
    private static final long LONGEST_WITHOUT_ALL = 640_000;

    /// Made at the first sleep, since memory outside of the Java heap is native code for a starting JVM.
    private long entries;

    private long timespec;
    private long own;
    private int count;
    private boolean all;
    private volatile int state;

    /// Wakes the carrier if it sleeps; `thread` is its thread. The caller has made something ready before.
    void ringOwn(Thread thread) {
        switch (state) {
            case PARKED -> LockSupport.unpark(thread);
            case ASLEEP -> {
                Memory.atomic(Atomic.ADD, own, 4, 1, 0);
                SystemCalls.futexWakeAll(own);
            }
            default -> {}
        }
    }

    /// Says that the carrier parks next. It looks once more afterwards.
    void park() {
        state = PARKED;
    }

    /// Says that the carrier sleeps next. It adds its bells, and looks once more afterwards.
    void clear() {
        if (entries == 0) allocate();
        count = 0;
        all = true;
        put(own, Memory.getIntVolatile(own));
        state = ASLEEP;
    }

    void awake() {
        state = AWAKE;
    }

    private void allocate() {
        MemorySegment memory = Arena.global().allocate(MOST * ENTRY_BYTES + 16 + 64, 64);
        own = memory.address();
        timespec = own + 64;
        entries = timespec + 16;
    }

    /// Adds the bell in a PE's slot.
    void add(long slot) {
        long address = slot + JobLayout.BELL_OFFSET;
        for (int k = 1; k < count; k++) if (Memory.getLong(entry(k) + 8) == address) return;
        if (count == MOST) all = false;
        else put(address, Bell.sequence(slot));
    }

    private long entry(int k) {
        return entries + (long) k * ENTRY_BYTES;
    }

    private void put(long address, int value) {
        long entry = entry(count++);
        Memory.setLong(entry, Integer.toUnsignedLong(value));
        Memory.setLong(entry + 8, address);
        Memory.setLong(entry + 16, SystemCalls.FUTEX_32);
    }

    /// Sleeps until one of the bells rings, or until the time is over. A container with an old list of system calls
    /// refuses the sleep: then the thread parks for a short time.
    void sleep(long nanos) {
        long end = System.nanoTime() + (all ? nanos : Math.min(nanos, LONGEST_WITHOUT_ALL));
        Memory.setLong(timespec, end / 1_000_000_000);
        Memory.setLong(timespec + 8, end % 1_000_000_000);
        boolean slept = SystemCalls.futexWaitAny(entries, count, timespec) || System.nanoTime() - end >= 0;
        if (!slept && !hasRung()) LockSupport.parkNanos(WaitLadder.FIRST_SLEEP_NANOS);
    }

    private boolean hasRung() {
        for (int k = 0; k < count; k++) {
            long address = Memory.getLong(entry(k) + 8);
            if (Memory.getIntVolatile(address) != (int) Memory.getLong(entry(k))) return true;
        }
        return false;
    }
}
