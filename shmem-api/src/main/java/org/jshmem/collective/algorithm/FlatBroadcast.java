// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.algorithm;

import org.jshmem.collective.Group;

/// The flat broadcast: all members copy from the root at once.
///
/// ```
/// p = 5, root 2     2 > 0, 2 > 1, 2 > 3, 2 > 4     "there it is"
///                   0 1 3 4 copy from 2
///                   0 > 2, 1 > 2, 3 > 2, 4 > 2     "I have it"
/// ```
///
/// 2 rounds, n bytes to each at the same time: `2 alpha + n beta`, if the root's memory can serve all at once.
final class FlatBroadcast {
    private FlatBroadcast() {}

    static void run(Group g, long dst, long src, long bytes, int root) {
        run(g, dst, src, bytes, root, 0);
    }

    /// Copies block `k` of `bytes` bytes at `src` of the root to `dst` of member `k`.
    static void scatter(Group g, long dst, long src, long bytes, int root) {
        run(g, dst, src, bytes, root, bytes);
    }

    /// Copies what lies `stride` bytes after the data of the member before, of the root.
    private static void run(Group g, long dst, long src, long bytes, int root, long stride) {
        long mine = src + g.me * stride;
        g.calls.ticks(2);
        if (g.me == root) {
            for (int d = 1; d < g.size; d++) g.calls.post((root + d) % g.size, 0);
            g.memory.get(dst, root, mine, bytes);
            if (g.oversubscribed) g.calls.awaitAll(1, false);
            else for (int d = 1; d < g.size; d++) g.calls.await((root + d) % g.size, 1);
        } else {
            g.calls.awaitInCall(root, 0);
            g.memory.get(dst, root, mine, bytes);
            g.calls.post(root, 1);
        }
    }
}
