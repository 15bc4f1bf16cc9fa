// SPDX-License-Identifier: Apache-2.0
package org.jshmem.papers;

import org.jshmem.collective.Group;
import org.jshmem.collective.algorithm.Broadcasts;
import org.jshmem.papers.ramos.MinMaxModel;

/// The broadcast in a k-nomial tree: a member with the data serves others, the largest subtree first. In each round k
/// members have the data for each one before.
///
/// ```
/// p = 6, k = 2, root 0     0             p = 6, k = 3        0
///                        / | \                            / | \
///                       4  2  1                          3  1  2      0 serves 3, 1, 2; 3 serves 4, 5
///                       |  |                            / \
///                       5  3                           4   5
/// ```
///
/// The tree is binomial for k = 2: lg p levels, n bytes on each, `2 lg p alpha + lg p n beta`. No PE serves more than
/// lg p others, which matters if simultaneous reads of one line are slow. A larger k has fewer levels, whose copies
/// run at the same time, and more flags. The costs of the simulated machine's cache lines determine k, or that scatter
/// and gather are cheaper (Ramos, Hoefler 2013); without costs k is 2.
final class NomialBroadcast {
    private NomialBroadcast() {}

    static void run(Group g, long dst, long src, long bytes, int root) {
        int p = g.size;
        MinMaxModel lines = MinMaxModel.of(g.direct);
        int k = lines == null || 2 * bytes > g.direct.parameter("L2") ? 2 : lines.radix(p, bytes);
        if (k == 0) {
            Broadcasts.SCATTER.run().run(g, dst, src, bytes, root);
            return;
        }
        int rank = (g.me - root + p) % p;
        g.calls.ticks(2);
        long subtree = 1; // members of this one's subtree, itself among them
        while (rank == 0 ? subtree < p : rank / subtree % k == 0) subtree *= k;
        if (rank == 0) {
            serve(g, k, subtree, rank, root);
            g.memory.get(dst, root, src, bytes);
        } else {
            int parent = (int) ((rank - rank / subtree % k * subtree + root) % p);
            g.calls.awaitInCall(parent, 0);
            g.memory.get(dst, parent, parent == root ? src : dst, bytes);
            g.calls.post(parent, 1);
            serve(g, k, subtree, rank, root);
        }
        for (long step = subtree / k; step > 0; step /= k) {
            for (long child = rank + step; child < Math.min(p, rank + k * step); child += step) {
                g.calls.await((int) ((child + root) % p), 1);
            }
        }
    }

    private static void serve(Group g, int k, long subtree, int rank, int root) {
        int p = g.size;
        for (long step = subtree / k; step > 0; step /= k) {
            for (long child = rank + step; child < Math.min(p, rank + k * step); child += step) {
                g.calls.post((int) ((child + root) % p), 0);
            }
        }
    }
}
