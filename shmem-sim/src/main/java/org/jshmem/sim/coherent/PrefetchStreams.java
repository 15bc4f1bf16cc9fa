// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.coherent;

import java.util.Arrays;

/// The streams that a PE's prefetcher follows: the ends of the latest copies.
final class PrefetchStreams {
    private static final int FOLLOWED = 8;

    private final boolean trained;
    private final long[] ends = new long[FOLLOWED]; // the region of each stream, and the line after its end
    private int next;
    private boolean follows = true; // any

    PrefetchStreams(boolean trained) {
        this.trained = trained;
        forget();
    }

    /// Follows a copy. Returns whether both its sides continue where earlier copies ended; a private side (-1) always
    /// continues.
    boolean continues(int from, long fromFirst, long fromEnd, int to, long toFirst, long toEnd) {
        if (!trained) return false;
        boolean source = follow(from, fromFirst, fromEnd);
        boolean target = follow(to, toFirst, toEnd);
        return source && target;
    }

    private boolean follow(int where, long first, long last) {
        if (where < 0) return true;
        long begin = (long) where << 40 | first;
        long end = (long) where << 40 | last;
        for (int i = 0; i < FOLLOWED; i++) {
            // the last line of a chunk may be the first of the next
            if (ends[i] == begin || ends[i] == begin + 1) {
                ends[i] = end;
                return true;
            }
        }
        ends[next] = end;
        next = (next + 1) % FOLLOWED;
        follows = true;
        return false;
    }

    void forget() {
        if (follows) Arrays.fill(ends, -2); // neither a beginning nor the line after one
        follows = false;
    }
}
