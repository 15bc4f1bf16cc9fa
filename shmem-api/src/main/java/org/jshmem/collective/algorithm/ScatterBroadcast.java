// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.algorithm;

import org.jshmem.collective.Group;
import org.jshmem.collective.Reduction;

/// The broadcast by scatter and all-gather: each member copies a part from the root, then the other parts from the
/// members that have copied them.
///
/// ```
/// p = 5, root 0, blocks a b c d e
/// scatter      1: b   2: c   3: d   4: e      from 0
/// gather       1: c from 2, d from 3, e from 4, a from 0; the others alike, each beginning with its neighbour
/// ```
///
/// The root's memory serves n bytes instead of p n: `2 lg p alpha + 2n beta` (van de Geijn 1994).
final class ScatterBroadcast {
    private ScatterBroadcast() {}

    static void run(Group g, long dst, long src, long bytes, int root) {
        int p = g.size;
        int me = g.me;
        g.calls.ticks(3);
        g.barrier.meet(0);
        if (me == root) {
            g.memory.get(dst, root, src, bytes);
            g.barrier.meet(1);
        } else {
            block(g, dst, root, src, bytes, me, p);
            g.barrier.meet(1);
            for (int d = 1; d < p; d++) {
                int other = (me + d) % p;
                block(g, dst, other, other == root ? src : dst, bytes, other, p);
            }
        }
        g.barrier.meet(2);
    }

    private static void block(Group g, long dst, int k, long from, long bytes, int b, int p) {
        long start = Reduction.start(bytes, 1, b, p);
        g.memory.get(dst + start, k, from + start, Reduction.start(bytes, 1, b + 1, p) - start);
    }
}
