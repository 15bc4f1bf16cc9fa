// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.coherent;

import java.util.Arrays;

/// The streams that a PE's prefetcher follows: the ends of the latest copies.
final class PrefetchStreams {
    private static final int FOLLOWED = 8;

    private final boolean trained;
    private final int[] region = new int[FOLLOWED];
    private final long[] end = new long[FOLLOWED];
    private int next;
    private boolean forgotten;

    PrefetchStreams(boolean trained) {
        this.trained = trained;
        forget();
    }

    /// Follows a copy. Returns whether both its sides continue where earlier copies ended; a private side (-1) always
    /// continues.
    boolean goesOn(int from, long fromFirst, long fromEnd, int to, long toFirst, long toEnd) {
        if (!trained) return false;
        boolean source = follow(from, fromFirst, fromEnd);
        boolean target = follow(to, toFirst, toEnd);
        return source && target;
    }

    private boolean follow(int where, long first, long last) {
        if (where < 0) return true;
        for (int i = 0; i < FOLLOWED; i++) {
            // the last line of a chunk may be the first of the next
            if (region[i] == where && (end[i] == first || end[i] == first + 1)) {
                end[i] = last;
                return true;
            }
        }
        forgotten = false;
        region[next] = where;
        end[next] = last;
        next = (next + 1) % FOLLOWED;
        return false;
    }

    void forget() {
        if (forgotten) return; // as before every signal
        Arrays.fill(region, -1);
        forgotten = true;
    }
}
