// SPDX-License-Identifier: Apache-2.0
package org.jshmem.papers.ramos;

import org.jshmem.collective.Barrier;
import org.jshmem.collective.Group;
import org.jshmem.collective.Reduction;
import org.jshmem.collective.layout.SystemLayout;

/// The algorithms of Ramos & Hoefler (HPDC 2013, section 4) for any backend. Their flat broadcast is `flat`.
///
/// Members of the paper poll a line of another member. A member of this library waits for a flag in its own memory,
/// so a parent signals to each child, and a partner of the barrier signals to each of the m members that look at it.
///
/// ```
/// small, p = 6, k = (3, 1)      0          a member copies from its parent, serves its children, waits for them,
///                             / | \        and tells its parent
///                            1  2  3       reduction: the same tree from the leaves, and down again
///                            |  |
///                            4  5
/// pipelined, p = 4, 3 slices    1 takes 0 from the root, then 1 and 2 from member 2
///                               2 takes 1 from the root, then 2 and 0 from member 3
///                               3 takes 2 from the root, then 0 and 1 from member 1
/// barrier, m = 2                in round r a member signals to those that are 3^r and 2 x 3^r after it
/// ```
///
/// The costs of the simulated machine's lines determine the trees and m (10, 15, 17); without costs a member has two
/// children or one partner.
public final class RamosHoefler {
    private RamosHoefler() {}

    /// Broadcasts down a tree: (10).
    public static void small(Group g, long dst, long src, long bytes, int root) {
        LevelTree place = LevelTree.of(g, false, (g.me - root + g.size) % g.size);
        int parent = (place.parent() + root) % g.size;
        g.calls.ticks(2);
        if (place.parent() >= 0) {
            g.calls.awaitInCall(parent, 0);
            g.memory.get(dst, parent, parent == root ? src : dst, bytes);
        }
        for (int i = 0; i < place.children(); i++) g.calls.post((place.first() + i + root) % g.size, 0);
        if (place.parent() < 0) g.memory.get(dst, root, src, bytes);
        for (int i = 0; i < place.children(); i++) g.calls.await((place.first() + i + root) % g.size, 1);
        if (place.parent() >= 0) g.calls.post(parent, 1);
    }

    /// Broadcasts in p - 1 slices, of which each member takes the first from the root and the others from its right
    /// neighbour: (12).
    public static void pipelined(Group g, long dst, long src, long bytes, int root) {
        int others = g.size - 1;
        int rank = (g.me - root + g.size) % g.size;
        long slice = Math.ceilDiv(Math.ceilDiv(bytes, (long) SystemLayout.LINE), others) * SystemLayout.LINE;
        g.calls.ticks(g.size + 1L);
        if (rank == 0) {
            for (int k = 1; k <= others; k++) g.calls.post((root + k) % g.size, 0);
            g.memory.get(dst, root, src, bytes);
            for (int k = 1; k <= others; k++) g.calls.await((root + k) % g.size, 1);
            return;
        }
        int right = (rank % others + 1 + root) % g.size;
        int left = ((rank + others - 2) % others + 1 + root) % g.size;
        for (int stage = 0; stage < others; stage++) {
            long at = (rank - 1L + stage) % others * slice;
            int from = stage == 0 ? root : right;
            g.calls.awaitInCall(from, stage);
            if (at < bytes) g.memory.get(dst + at, from, (stage == 0 ? src : dst) + at, Math.min(bytes - at, slice));
            if (stage == 0) g.calls.post(root, 1);
            if (others > 1) g.calls.post(left, stage + 1L);
        }
        if (others == 1) return;
        g.calls.post(right, g.size); // nothing more is taken from it
        g.calls.await(left, g.size);
    }

    /// Sums up a tree, and hands the sum down: (17).
    public static void reduce(Reduction r) {
        Group g = r.g;
        LevelTree place = LevelTree.of(g, true, g.me);
        g.calls.ticks(2);
        long mine = r.src;
        for (int child = place.first(); child < place.first() + place.children(); child++) {
            boolean leaf = LevelTree.of(g, true, child).children() == 0;
            g.calls.awaitInCall(child, 0);
            r.combine(r.dst, g.me, mine, child, leaf ? r.src : r.dst, r.count);
            mine = r.dst;
        }
        if (place.parent() >= 0) {
            g.calls.post(place.parent(), 0);
            g.calls.await(place.parent(), 1);
        }
        for (int i = 0; i < place.children(); i++) g.memory.put(place.first() + i, r.dst, r.dst, r.bytes, 1);
    }

    /// Meets by dissemination with m partners a round: (15).
    public static void meet(Barrier barrier, long at) {
        Group g = barrier.g;
        MinMaxModel model = MinMaxModel.of(g.direct);
        int m = model == null || g.size < 3 ? 1 : new Optimum(model).barrierPartners(g.size);
        for (long stride = 1; stride < g.size; stride *= m + 1) {
            for (int i = 1; i <= m && i * stride < g.size; i++) g.calls.post((int) ((g.me + i * stride) % g.size), at);
            for (int i = 1; i <= m && i * stride < g.size; i++) {
                int from = (int) Math.floorMod(g.me - i * stride, (long) g.size);
                g.calls.awaitFlag(g.calls.from(from), at, g.calls.isBeforeLast(at));
            }
        }
    }
}
