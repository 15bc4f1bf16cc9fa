// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.broadcast;

import org.jshmem.collective.Group;
import org.jshmem.collective.Levels;
import org.jshmem.collective.Transfer;

/// The broadcast by leaders: a binomial tree of hosts, whose first members put to each other; the other members copy
/// from their leader.
///
/// ```
/// members 0 1 on one host, 2 3 on a second, 4 5 on a third; root 3
///   3 > 2                    the root's leader
///   2 > 0, 2 > 4             leaders, each host once, when they have come
///   0 > 1, 2 > 3, 4 > 5      within hosts
/// ```
///
/// h - 1 messages of n bytes for h hosts, for any number of members: `(1 + lg h) alpha + lg h n beta`.
final class LeaderBroadcast {
    private LeaderBroadcast() {}

    static void run(Group g, Transfer transfer, long dst, long src, long bytes, int root) {
        Levels levels = g.levels;
        g.ticks(2);
        if (g.me == levels.leader()) {
            lead(g, transfer, dst, src, bytes, root);
            return;
        }
        if (g.me == root) g.post(levels.leader(), 0);
        levels.awaitRelease(0);
        if (g.me == root) transfer.take(dst, root, src, bytes);
        else transfer.take(dst, levels.leader(), dst, bytes);
        levels.meetHere(1);
    }

    private static void lead(Group g, Transfer transfer, long dst, long src, long bytes, int root) {
        Levels levels = g.levels;
        int rank = levels.distance(root);
        int hosts = levels.hosts();
        int level = rank == 0 ? Integer.highestOneBit(Math.max(1, hosts - 1)) << 1 : Integer.lowestOneBit(rank);
        if (rank > 0) {
            int parent = levels.leader(-level);
            g.post(parent, 0);
            g.await(parent, 1);
        } else {
            if (root != g.me) g.meet(root, 0);
            transfer.take(dst, root, src, bytes);
        }
        for (int child = level >> 1; child > 0; child >>= 1) {
            if (rank + child >= hosts) continue;
            g.meet(levels.leader(child), 0);
            g.post(levels.leader(child), 1, dst, dst, bytes);
        }
        levels.release(0);
        levels.meetHere(1);
    }
}
