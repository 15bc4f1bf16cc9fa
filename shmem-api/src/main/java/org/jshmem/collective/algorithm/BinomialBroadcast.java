// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.algorithm;

import org.jshmem.collective.Group;

/// The broadcast in a binomial tree: a member with the data serves others, the largest subtree first. In each round
/// there are twice as many members with the data.
///
/// ```
/// p = 6, root 0     0
///                 / | \
///                4  2  1
///                |  |
///                5  3
/// ```
///
/// lg p levels, n bytes on each: `2 lg p alpha + lg p n beta`. No PE serves more than lg p others, which matters if
/// simultaneous reads of one line are slow.
final class BinomialBroadcast {
    private BinomialBroadcast() {}

    static void run(Group g, long dst, long src, long bytes, int root) {
        int p = g.size;
        int rank = (g.me - root + p) % p;
        g.calls.ticks(2);
        int subtree = rank == 0 ? Integer.highestOneBit(p - 1) << 1 : Integer.lowestOneBit(rank); // with this member
        if (rank > 0) {
            int parent = (rank - subtree + root) % p;
            g.calls.awaitInCall(parent, 0);
            g.memory.get(dst, parent, parent == root ? src : dst, bytes);
            g.calls.post(parent, 1);
        }
        for (int step = subtree / 2; step > 0; step /= 2) {
            if (rank + step < p) g.calls.post((rank + step + root) % p, 0);
        }
        if (rank == 0) g.memory.get(dst, root, src, bytes);
        for (int step = subtree / 2; step > 0; step /= 2) {
            if (rank + step < p) g.calls.await((rank + step + root) % p, 1);
        }
    }
}
