// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.is;

import java.util.Arrays;

/// The assignment of buckets to PEs, computed alike on every PE.
///
/// ```
///   buckets   0 1 2 3 | 4 5 | 6 7 | 8 9 10 11      a PE gets buckets until it and those before it have their share
///   PE            0      1     2       3
/// ```
final class IsSplit {
    final int npes;

    /// The first bucket of each PE; one more for the end.
    final int[] bucket;

    /// The number of this PE's keys for each PE.
    final int[] count;

    private final IsClass problem;
    private final int me;
    private long lessThanFirst;

    IsSplit(IsClass problem, int npes, int me) {
        this.problem = problem;
        this.npes = npes;
        this.me = me;
        bucket = new int[npes + 1];
        count = new int[npes];
    }

    /// Assigns the buckets by their counts on this PE and on all PEs together.
    void run(int[] mine, int[] all) {
        Arrays.fill(count, 0);
        lessThanFirst = 0;
        long share = problem.keys / npes;
        long total = 0;
        int pe = 0;
        for (int b = 0; b < problem.buckets && pe < npes; b++) {
            total += all[b];
            count[pe] += mine[b];
            if (total < (pe + 1) * share) continue;
            bucket[++pe] = b + 1;
            if (pe == me) lessThanFirst = total;
        }
        Arrays.fill(bucket, pe + 1, npes + 1, bucket[pe]);
    }

    int first() {
        return bucket[me] << problem.shift;
    }

    int range() {
        return bucket[me + 1] - bucket[me] << problem.shift;
    }

    long lessThanFirst() {
        return lessThanFirst;
    }
}
