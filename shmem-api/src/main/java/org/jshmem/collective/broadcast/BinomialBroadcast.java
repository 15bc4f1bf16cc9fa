// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.broadcast;

import org.jshmem.collective.Group;
import org.jshmem.collective.Transfer;

/// Binomial tree: who has it serves others, the largest subtree first.
///
/// ```
/// p = 6, root 0       0
///                   / | \
///                  4  2  1      0 serves 4, 2, 1; 2 serves 3; 4 serves 5
///                  |  |
///                  5  3
/// ```
///
/// lg p levels, n bytes on each: `2 lg p alpha + lg p n beta`. No PE serves more than lg p others, which matters
/// where a line that many read at once is slow (Ramos, Hoefler 2013).
final class BinomialBroadcast {
    private BinomialBroadcast() {}

    static void run(Group g, Transfer transfer, long dst, long src, long bytes, int root) {
        int p = g.size();
        int rank = (g.me() - root + p) % p;
        g.ticks(2);
        int level = rank == 0 ? Integer.highestOneBit(p - 1) << 1 : Integer.lowestOneBit(rank);
        if (rank == 0) {
            serve(g, level, rank, root);
            transfer.take(dst, root, src, bytes);
        } else {
            int parent = (rank - level + root) % p;
            g.meet(parent, 0);
            transfer.take(dst, parent, parent == root ? src : dst, bytes);
            g.post(parent, 1);
            serve(g, level, rank, root);
        }
        for (int child = level >> 1; child > 0; child >>= 1) {
            if (rank + child < p) g.await((rank + child + root) % p, 1);
        }
    }

    private static void serve(Group g, int level, int rank, int root) {
        int p = g.size();
        for (int child = level >> 1; child > 0; child >>= 1) {
            if (rank + child < p) g.post((rank + child + root) % p, 0);
        }
    }
}
