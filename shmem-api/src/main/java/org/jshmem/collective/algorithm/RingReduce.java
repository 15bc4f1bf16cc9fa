// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.algorithm;

import org.jshmem.collective.Group;
import org.jshmem.collective.Reduction;

/// The reduction on a ring: each block travels once around while it is combined, and once more as a result.
///
/// ```
/// p = 5, member 2 in each step: combines what its left neighbour has with its own
///   step 1   block 0   from 1 (which has it from its source)
///   step 2   block 4   from 1
///   step 3   block 3   from 1
///   step 4   block 2   from 1: complete
/// then passes on, to its right neighbour 3: block 2, 1, 0, 4
/// ```
///
/// 2(p - 1) rounds of n/p bytes between neighbours: `2(p - 1) alpha + 2n(p - 1)/p beta + n(p - 1)/p gamma`. Blocks
/// are balanced in cache lines (Kohler 2012). Only neighbours meet, so all links are busy all the time.
///
/// Bits: block b is combined in the order b + 1, ..., p - 1, 0, ..., b. They are equal on every PE and in every run,
/// but differ from those of all other algorithms.
final class RingReduce {
    private RingReduce() {}

    static void run(Reduction r) {
        Group g = r.g;
        int p = g.size;
        int me = g.me;
        int left = (me + p - 1) % p;
        int right = (me + 1) % p;
        g.calls.ticks(2L * p - 1);
        g.calls.post(right, 0);
        for (int step = 1; step < p; step++) {
            int block = (me - 1 - step + 2 * p) % p;
            long i = r.start(block, p);
            long at = i * r.width;
            g.calls.awaitInCall(left, step - 1);
            // the neighbour's part does not change until the result has travelled around, which needs this PE
            r.combine(r.dst + at, left, (step == 1 ? r.src : r.dst) + at, me, r.src + at, r.start(block + 1, p) - i);
            g.calls.post(right, step);
        }
        for (int step = 0; step < p - 1; step++) {
            int block = (me - step + p) % p;
            long i = r.start(block, p);
            long at = r.dst + i * r.width;
            g.memory.put(right, at, at, (r.start(block + 1, p) - i) * r.width, p + step);
            g.calls.await(left, p + step);
        }
    }
}
