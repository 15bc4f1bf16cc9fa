// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.engine;

import java.util.Arrays;

/// Which PE acts when: a priority queue ordered by time, then PE, in which each PE stands at most once.
final class Agenda {
    /*
     * A heap of four children a node: half as deep as a binary one, and the children share a cache line. `at` finds a PE's
     * place, which lets a wake-up move a PE that already stands there for its deadline.
     */
    static final int NOBODY = -1;

    /// The last time that counts as one: 26 virtual days. A sum of two such times does not overflow.
    static final long LAST = Long.MAX_VALUE >>> 2;

    private final long[] times;
    private final int[] pes;
    private final int[] at;
    private int size;

    Agenda(int pes) {
        if (pes < 1) throw new IllegalArgumentException("sim: a job has at least 1 PE, got npes=" + pes);
        times = new long[pes];
        this.pes = new int[pes];
        at = new int[pes];
        Arrays.fill(at, -1);
    }

    static void check(long time, int pe) {
        if (time < 0 || time > LAST) {
            throw new IllegalStateException("PE " + pe + ": virtual time has passed its end, "
                    + LAST / 1_000_000_000_000L + " s; simulate a smaller problem");
        }
    }

    int size() {
        return size;
    }

    /// The PE that is first, [#NOBODY] where there is none.
    int first() {
        return size == 0 ? NOBODY : pes[0];
    }

    /// Whether the first PE acts before this one would at this time.
    boolean isBefore(long time, int pe) {
        return size > 0 && isLess(times[0], pes[0], time, pe);
    }

    private static boolean isLess(long time, int pe, long otherTime, int otherPe) {
        return time < otherTime || time == otherTime && pe < otherPe;
    }

    /// Enters a PE, or moves it to another time.
    void set(int pe, long time) {
        check(time, pe);
        int i = at[pe];
        if (i < 0) {
            up(size++, time, pe);
        } else if (time < times[i]) {
            up(i, time, pe);
        } else {
            down(i, time, pe);
        }
    }

    /// Takes the first PE out.
    int remove() {
        int pe = pes[0];
        take(pe);
        return pe;
    }

    /// Takes a PE out, wherever it stands.
    void take(int pe) {
        int i = at[pe];
        if (i < 0) return;
        at[pe] = -1;
        if (i == --size) return;
        long time = times[size];
        int moved = pes[size];
        down(i, time, moved);
        if (pes[i] == moved) up(i, time, moved);
    }

    private void up(int i, long time, int pe) {
        while (i > 0) {
            int parent = (i - 1) >>> 2;
            if (!isLess(time, pe, times[parent], pes[parent])) break;
            place(i, times[parent], pes[parent]);
            i = parent;
        }
        place(i, time, pe);
    }

    private void down(int i, long time, int pe) {
        for (int child = 4 * i + 1; child < size; child = 4 * i + 1) {
            int least = child;
            for (int other = child + 1; other < Math.min(child + 4, size); other++) {
                if (isLess(times[other], pes[other], times[least], pes[least])) least = other;
            }
            if (!isLess(times[least], pes[least], time, pe)) break;
            place(i, times[least], pes[least]);
            i = least;
        }
        place(i, time, pe);
    }

    private void place(int i, long time, int pe) {
        times[i] = time;
        pes[i] = pe;
        at[pe] = i;
    }
}
