// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.algorithm;

import java.util.List;
import org.jshmem.collective.Group;
import org.jshmem.collective.choice.Algorithm;
import org.jshmem.collective.diagnose.Operation;
import org.jshmem.collective.kernel.ElementType;

/// The algorithms of gather, gatherv and scatter, which move a block between one member, the root, and each other one.
///
/// ```
/// gather, p = 4, root 1     1 > 0, 1 > 2, 1 > 3     "dst is free"; gatherv: a rendezvous, with the counts
///                           0 > 1, 2 > 1, 3 > 1     each puts its block, with a flag
///
/// scatter                   1 > 0, 1 > 2, 1 > 3     "there it is"
///                           0 2 3 copy from 1
///                           0 > 1, 2 > 1, 3 > 1     "I have it"
/// ```
///
/// Two steps, n bytes to or from each other member: `2 alpha + (p - 1)n beta` at the root's memory. The members
/// copy, so that a block takes one message between hosts, and several cores share the work. The root waits
/// once for all.
public final class Rooted {
    /// The algorithms of gather and gatherv.
    public static final List<Algorithm<Gathering>> GATHERS =
            List.of(new Algorithm<>("linear", Rooted::gather, "each puts its block at the root"));

    /// The algorithms of scatter.
    public static final List<Algorithm<Broadcasts.Broadcasting>> SCATTERS =
            List.of(new Algorithm<>("linear", FlatBroadcast::scatter, "each copies its block from the root"));

    private Rooted() {}

    /// The method of an algorithm of gather and gatherv.
    @FunctionalInterface
    public interface Gathering {

        /// Copies each member's block at `src` to its place after `dst` of the root, by offsets as in
        /// [Gathers.Gathering#run]. If `met`, the members have met in the first tick.
        void run(Group g, long dst, long src, long[] offsets, int root, boolean met);
    }

    /// Sets `dst` of the root to the `count` elements of `src` of member 0, then those of member 1, and so
    /// on. Positions are offsets in the region.
    public static void gather(Group g, ElementType type, long dst, long src, long count, int root) {
        var algorithm = g.begin(Operation.GATHER, GATHERS.getFirst(), root, count, type.ordinal(), dst, src);
        algorithm.run(g, dst, src, Gathers.equalBlocks(g, count * type.bytes), root, false);
    }

    /// Gathers as [#gather] with a `count` of its own for each member, as [Gathers#collect] does.
    public static void gatherv(Group g, ElementType type, long dst, long src, long count, long capacity, int root) {
        var algorithm = g.begin(Operation.GATHERV, GATHERS.getFirst(), root, type.ordinal(), dst, capacity, src);
        long[] offsets = new long[g.size + 1];
        Gathers.shareCounts(g, "gatherv", type, src, count, capacity, offsets);
        algorithm.run(g, dst, src, offsets, root, true);
    }

    /// Sets `dst` of member `k` to block `k` of `count` elements of `src` of the root. Positions are offsets in the
    /// region.
    public static void scatter(Group g, ElementType type, long dst, long src, long count, int root) {
        g.begin(Operation.SCATTER, SCATTERS.getFirst(), root, count, type.ordinal(), dst, src)
                .run(g, dst, src, count * type.bytes, root);
    }

    private static void gather(Group g, long dst, long src, long[] offsets, int root, boolean met) {
        long to = dst + offsets[g.me];
        long bytes = offsets[g.me + 1] - offsets[g.me];
        g.calls.ticks(2);
        if (g.me != root) {
            if (!met) g.calls.awaitInCall(root, 0);
            g.memory.put(root, to, src, bytes, 1);
            return;
        }
        for (int d = 1; d < g.size && !met; d++) g.calls.post((root + d) % g.size, 0);
        g.memory.get(to, root, src, bytes);
        if (g.oversubscribed) g.calls.awaitAll(1, false);
        else for (int d = 1; d < g.size; d++) g.calls.await((root + d) % g.size, 1);
    }
}
