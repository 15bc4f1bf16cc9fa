// SPDX-License-Identifier: Apache-2.0
package org.jshmem.papers;

import org.jshmem.collective.Group;
import org.jshmem.collective.Hypercube;
import org.jshmem.collective.Reduction;
import org.jshmem.collective.algorithm.Rabenseifner;

/// The reduction by recursive doubling in which one member of each pair works: the lower member combines its array with
/// the partner's in place, writes the result to both, and signals.
///
/// ```
/// p = 4     round 0   0 combines for 0 1, 2 for 2 3        round 1   0 combines for 0 2, 1 for 1 3
/// ```
///
/// The messages of `rd`: `lg p alpha + n lg p beta + n lg p gamma` (Namashivayam 2014, 5.1.2). It needs no receive
/// buffers and half the arithmetic, but two flags in a row instead of one.
///
/// Bits: lower corner op higher corner in each round, as `rd`.
final class LeftDoubling {
    private LeftDoubling() {}

    static void run(Reduction r) {
        Group g = r.g;
        Hypercube cube = r.cube;
        int rounds = cube.dimensions;
        int last = 2 * rounds + 1;
        g.calls.ticks(last + 1);
        int me = g.me;
        long mine = r.foldToPowerOfTwo(last);
        if (mine == Reduction.FOLDED) return;
        for (int round = 0; round < rounds; round++) {
            int k = cube.partner(round);
            if (cube.isLower(round)) {
                g.calls.awaitInCall(k, 1 + 2 * round);
                both(r, k, mine, Rabenseifner.theirs(r, round), 0, r.count);
                g.calls.post(k, 2 + 2 * round);
            } else {
                g.calls.post(k, 1 + 2 * round);
                g.calls.await(k, 2 + 2 * round);
            }
            mine = r.dst;
        }
        if (cube.hasFold()) {
            r.g.memory.put(me - 1, r.dst, r.dst, r.bytes, last);
        }
    }

    /// Combines elements `from` to `end` of own `mine` and the higher member's `theirs` into both destinations.
    static void both(Reduction r, int k, long mine, long theirs, long from, long end) {
        for (long i = from; i < end; i += r.tile()) {
            long n = Math.min(r.tile(), end - i);
            long at = i * r.width;
            r.combine(r.dst + at, r.g.me, mine + at, k, theirs + at, n);
            r.g.memory.put(k, r.dst + at, r.dst + at, n * r.width);
        }
    }
}
