// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cluster;

import java.util.Arrays;

/// A link, which carries one message at a time. A message begins at the first moment at which it has arrived and the
/// link has time for it.
///
/// A message that is made later may arrive earlier, over fewer links. It uses gaps before messages that the link
/// already expects.
final class Link {
    private long free; // no message is planned after this time
    private int gaps; // free times before that, in order
    private long[] from = new long[2];
    private long[] to = new long[2];

    /// Enters a message that is made at `now`, arrives at `ready` and takes `time`. Returns the time at which it
    /// begins. Later calls must have a `now` that is at least as large.
    long enter(long ready, long time, long now) {
        forget(now);
        for (int i = firstAfter(ready); i < gaps; i++) {
            long start = Math.max(ready, from[i]);
            if (start + time > to[i]) continue;
            if (time > 0) take(i, start, start + time); // a request of a get has no bytes, and cuts no gap in two
            return start;
        }
        long start = Math.max(ready, free);
        if (start > Math.max(free, now)) insert(gaps, free, start);
        free = start + time;
        return start;
    }

    private void forget(long now) {
        int gone = firstAfter(now);
        if (gone == 0) return;
        remove(0, gone);
    }

    /// The first gap that ends after a time.
    private int firstAfter(long time) {
        int low = 0;
        int high = gaps;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (to[middle] <= time) low = middle + 1;
            else high = middle;
        }
        return low;
    }

    private void take(int gap, long start, long end) {
        boolean before = from[gap] < start;
        boolean after = end < to[gap];
        if (before && after) {
            insert(gap + 1, end, to[gap]);
            to[gap] = start;
        } else if (before) {
            to[gap] = start;
        } else if (after) {
            from[gap] = end;
        } else {
            remove(gap, gap + 1);
        }
    }

    private void insert(int gap, long first, long end) {
        if (gaps == from.length) {
            from = Arrays.copyOf(from, 2 * gaps);
            to = Arrays.copyOf(to, 2 * gaps);
        }
        System.arraycopy(from, gap, from, gap + 1, gaps - gap);
        System.arraycopy(to, gap, to, gap + 1, gaps++ - gap);
        from[gap] = first;
        to[gap] = end;
    }

    private void remove(int first, int end) {
        System.arraycopy(from, end, from, first, gaps - end);
        System.arraycopy(to, end, to, first, gaps - end);
        gaps -= end - first;
    }
}
