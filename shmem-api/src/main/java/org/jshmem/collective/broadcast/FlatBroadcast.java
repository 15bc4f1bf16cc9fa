// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.broadcast;

import org.jshmem.collective.Group;
import org.jshmem.collective.Transfer;

/// The flat broadcast: all members copy from the root at once.
///
/// ```
/// p = 5, root 2     2 > 0, 2 > 1, 2 > 3, 2 > 4     "there it is"
///                   0 1 3 4 copy from 2
///                   0 > 2, 1 > 2, 3 > 2, 4 > 2     "I have it"
/// ```
///
/// 2 rounds, n bytes to each at the same time: `2 alpha + n beta`, if the root's memory can serve all at once. If PEs
/// outnumber cores, the root rings the bell instead, and the last member to copy signals the root.
final class FlatBroadcast {
    private FlatBroadcast() {}

    static void run(Group g, Transfer transfer, long dst, long src, long bytes, int root) {
        g.ticks(2);
        if (g.central && g.oneBell) withBell(g, transfer, dst, src, bytes, root);
        else withFlags(g, transfer, dst, src, bytes, root);
    }

    private static void withFlags(Group g, Transfer transfer, long dst, long src, long bytes, int root) {
        if (g.me == root) {
            for (int d = 1; d < g.size; d++) g.post((root + d) % g.size, 0);
            transfer.take(dst, root, src, bytes);
            for (int d = 1; d < g.size; d++) g.await((root + d) % g.size, 1);
        } else {
            g.meet(root, 0);
            transfer.take(dst, root, src, bytes);
            g.post(root, 1);
        }
    }

    private static void withBell(Group g, Transfer transfer, long dst, long src, long bytes, int root) {
        if (g.me == root) {
            g.ring(0);
            transfer.take(dst, root, src, bytes);
            g.awaitAcks(1);
        } else {
            g.awaitBell(0, root);
            transfer.take(dst, root, src, bytes);
            g.acknowledge(root, 1);
        }
    }
}
