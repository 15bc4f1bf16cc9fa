// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

/// Scatter and all-gather: each copies a part from the root, then the other parts from whoever has them.
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

    static void run(Group g, Reach reach, long dst, long src, long bytes, int root) {
        int p = g.size();
        int me = g.me();
        g.ticks(3);
        g.rendezvous(0);
        if (me == root) {
            reach.take(dst, root, src, bytes);
            g.rendezvous(1);
        } else {
            block(reach, dst, root, src, bytes, me, p);
            g.rendezvous(1);
            for (int d = 1; d < p; d++) {
                int other = (me + d) % p;
                block(reach, dst, other, other == root ? src : dst, bytes, other, p);
            }
        }
        g.rendezvous(2);
    }

    private static void block(Reach reach, long dst, int k, long from, long bytes, int b, int p) {
        long start = Blocks.start(bytes, 1, b, p);
        reach.take(dst + start, k, from + start, Blocks.start(bytes, 1, b + 1, p) - start);
    }
}
