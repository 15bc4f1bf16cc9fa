// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.engine;

import java.util.Arrays;

/// Which PE acts when: a priority queue keyed by time, then PE, in which each PE stands at most once.
final class Agenda {
    /*
     * A binary heap of packed keys, time << PE_BITS | pe, so that one comparison decides and equal times fall to the
     * smaller PE. `at` finds a PE's place, which lets a wake-up move a PE that already stands there for its deadline.
     */
    static final int PE_BITS = 12;

    /// The last time that fits: 2,251 virtual seconds.
    static final long LAST = Long.MAX_VALUE >>> PE_BITS;

    private final long[] heap;
    private final int[] at;
    private int size;

    Agenda(int pes) {
        if (pes < 1 || pes > 1 << PE_BITS) {
            throw new IllegalArgumentException("sim: a job has 1 to " + (1 << PE_BITS) + " PEs, got npes=" + pes);
        }
        heap = new long[pes];
        at = new int[pes];
        Arrays.fill(at, -1);
    }

    static long key(long time, int pe) {
        if (time > LAST) throw tooLate(pe);
        return time << PE_BITS | pe;
    }

    private static IllegalStateException tooLate(int pe) {
        return new IllegalStateException("PE " + pe + ": virtual time has passed its end, " + LAST / 1_000_000_000_000L
                + " s; simulate a smaller problem");
    }

    static int pe(long key) {
        return (int) (key & ((1 << PE_BITS) - 1));
    }

    static long time(long key) {
        return key >>> PE_BITS;
    }

    int size() {
        return size;
    }

    /// The smallest key, `Long.MAX_VALUE` where there is none.
    long first() {
        return size == 0 ? Long.MAX_VALUE : heap[0];
    }

    /// Enters a PE, or moves it to another time.
    void set(int pe, long time) {
        long key = key(time, pe);
        int i = at[pe];
        if (i < 0) {
            i = size++;
            up(i, key);
        } else if (key < heap[i]) {
            up(i, key);
        } else {
            down(i, key);
        }
    }

    /// Takes the first PE out.
    int remove() {
        int pe = pe(heap[0]);
        at[pe] = -1;
        long moved = heap[--size];
        if (size > 0) down(0, moved);
        return pe;
    }

    private void up(int i, long key) {
        while (i > 0) {
            int parent = (i - 1) >>> 1;
            if (heap[parent] <= key) break;
            place(i, heap[parent]);
            i = parent;
        }
        place(i, key);
    }

    private void down(int i, long key) {
        for (int child = 2 * i + 1; child < size; child = 2 * i + 1) {
            if (child + 1 < size && heap[child + 1] < heap[child]) child++;
            if (heap[child] >= key) break;
            place(i, heap[child]);
            i = child;
        }
        place(i, key);
    }

    private void place(int i, long key) {
        heap[i] = key;
        at[pe(key)] = i;
    }
}
