// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas;

import java.util.Arrays;

/// Which bucket goes to which PE, and to which part of its range: computed alike on every PE.
///
/// ```
///   buckets   0 1 2 3 | 4 5 | 6 7 | 8 9 10 11      a PE gets buckets until it and those before it have their share
///   PE            0      1     2       3
///   part      0 0 1 1 | 2 3 | 4 5 | 6 6 7  7       2 cuts: the counters of a part stay in the second-level cache
/// ```
final class IsSplit {
    /// Bytes of counters that stay in the second-level cache beside the keys that stream through it.
    private static final int COUNTER_BYTES = 512 << 10;

    private static final int MOST_CUTS = 16;

    final int npes;

    /// Parts of a PE's range, and of all.
    final int cuts;

    final int parts;

    /// The part of each bucket.
    final int[] part;

    /// Of each part: its first value, how many values, how many of this PE's keys.
    final int[] first;

    final int[] range;
    final int[] count;

    private final IsClass problem;
    private final int me;
    private final long share;
    private long lessThanFirst;

    IsSplit(IsClass problem, int npes, int me, int cuts) {
        this.problem = problem;
        this.npes = npes;
        this.me = me;
        this.cuts = cuts;
        parts = npes * cuts;
        share = problem.keys / npes;
        part = new int[problem.buckets];
        first = new int[parts];
        range = new int[parts];
        count = new int[parts];
    }

    /// Into how many parts the widest range of a PE is cut: the tail of the distribution, values below x of the whole
    /// range holding (4 x)^4 / 24 of the keys.
    static int cuts(IsClass problem, int npes) {
        double widest = npes == 1 ? 1 : Math.min(0.5, Math.pow(24.0 / npes, 0.25) / 4);
        long bytes = (long) (widest * problem.range) * Short.BYTES;
        return Math.clamp(Math.ceilDiv(bytes, COUNTER_BYTES), 1, MOST_CUTS);
    }

    /// Splits by the counts of each bucket, this PE's and all PEs'.
    void run(int[] mine, int[] all) {
        Arrays.fill(count, 0);
        Arrays.fill(range, 0);
        lessThanFirst = 0;
        long total = 0;
        int firstBucket = 0;
        int pe = 0;
        for (int b = 0; b < problem.buckets && pe < npes; b++) {
            total += all[b];
            if (total < (pe + 1L) * share) continue;
            cut(pe, firstBucket, b + 1, mine);
            firstBucket = b + 1;
            pe++;
            if (pe == me) lessThanFirst = total;
        }
    }

    /// Deals the buckets of a PE to its parts.
    private void cut(int pe, int firstBucket, int end, int[] mine) {
        int width = Math.ceilDiv(end - firstBucket, cuts);
        for (int b = firstBucket; b < end; b++) {
            int p = pe * cuts + (b - firstBucket) / width;
            if (range[p] == 0) first[p] = b << problem.shift;
            range[p] += 1 << problem.shift;
            part[b] = p;
            count[p] += mine[b];
        }
    }

    /// The first value of a PE's range.
    int firstOf(int pe) {
        return first[pe * cuts];
    }

    /// Values of a PE's range.
    int rangeOf(int pe) {
        return sum(range, pe);
    }

    /// Keys of this PE that go to a PE.
    int countOf(int pe) {
        return sum(count, pe);
    }

    private int sum(int[] of, int pe) {
        int sum = 0;
        for (int c = 0; c < cuts; c++) sum += of[pe * cuts + c];
        return sum;
    }

    /// How many keys of all PEs are less than this PE's range.
    long lessThanFirst() {
        return lessThanFirst;
    }
}
