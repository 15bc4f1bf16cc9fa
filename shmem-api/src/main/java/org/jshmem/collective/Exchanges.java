// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import org.jshmem.Collective;

/// A block from each to each. Each copies what is its own from the others' sources; nothing is written to another
/// PE's objects.
///
/// ```
/// p = 5, member 2      block 2 of source 0, 1, 2, 3, 4 becomes block 0, 1, 2, 3, 4 of its destination
///
/// linear               rendezvous; copy from 3, 4, 0, 1; rendezvous
/// pairwise             tell 3, 4, 0, 1 "my source is there";
///                      for 1, 0, 4, 3: hear it, copy, tell "I have it"; hear that from all
/// ```
///
/// Both move (p - 1)n bytes for each member. Linear takes `2 lg p alpha + (p - 1)n beta`; short sources go
/// through a receive buffer first, and one rendezvous is enough. Pairwise takes `2(p - 1) alpha + (p - 1)n
/// beta`, but nobody waits for members it has no block of yet.
public final class Exchanges {
    private static final int LINEAR = 0;

    static final Selection TABLE = table(Collective.ALLTOALL);
    static final Selection STRIDED_TABLE = table(Collective.ALLTOALLS);

    private static final long SHORT = 4096;

    private Exchanges() {}

    private static Selection table(Collective collective) {
        return new Selection(
                collective,
                new Selection.Row("linear", "always", "2 barriers + p n b", "all copy from all between two barriers"),
                new Selection.Row("pairwise", "never", "2p a + p n b", "a flag for each pair, no barrier"));
    }

    /// Block `l` of `count` elements of `src` of member `k` becomes block `k` of `dst` of member `l`. Positions are
    /// offsets in the region.
    public static void alltoall(Group g, ElementType type, long dst, long src, long count) {
        int row = Math.max(LINEAR, g.chosen(Collective.ALLTOALL));
        Reach reach = g.reach(Collective.ALLTOALL);
        g.begin(Operation.ALLTOALL, count, type.ordinal(), dst, src, Selection.code(row, reach.direct), 0);
        long bytes = count * type.bytes();
        if (row != LINEAR) {
            pairwise(g, reach, type.bytes(), dst, 1, src, 1, count);
            return;
        }
        long all = bytes * g.size();
        boolean staged = all <= (g.central ? SystemLayout.HALF_BYTES : SHORT);
        long from = staged ? g.half(g.epoch()) : src;
        if (staged) reach.take(from, g.me(), src, all);
        g.ticks(staged ? 1 : 2);
        g.rendezvous(0);
        for (int d = 0; d < g.size(); d++) {
            int k = (g.me() + d) % g.size();
            reach.take(dst + k * bytes, k, from + g.me() * bytes, bytes);
        }
        if (!staged) g.rendezvous(1);
    }

    /// As [#alltoall], with logical element `e` at `e * stride` on either side.
    public static void alltoalls(
            Group g, ElementType type, long dst, long src, long dstStride, long srcStride, long count) {
        int row = Math.max(LINEAR, g.chosen(Collective.ALLTOALLS));
        Reach reach = g.reach(Collective.ALLTOALLS);
        long strides = dstStride << 32 | srcStride & 0xffffffffL;
        g.begin(Operation.ALLTOALLS, count, type.ordinal(), dst, src, strides, Selection.code(row, reach.direct));
        if (row != LINEAR) {
            pairwise(g, reach, type.bytes(), dst, dstStride, src, srcStride, count);
            return;
        }
        g.ticks(2);
        g.rendezvous(0);
        for (int d = 0; d < g.size(); d++) {
            block(g, reach, (g.me() + d) % g.size(), type.bytes(), dst, dstStride, src, srcStride, count);
        }
        g.rendezvous(1);
    }

    private static void pairwise(
            Group g, Reach reach, int width, long dst, long dstStride, long src, long srcStride, long count) {
        int p = g.size();
        int me = g.me();
        g.ticks(2);
        for (int d = 1; d < p; d++) g.post((me + d) % p, 0);
        block(g, reach, me, width, dst, dstStride, src, srcStride, count);
        for (int d = 1; d < p; d++) {
            int k = (me - d + p) % p;
            g.meet(k, 0);
            block(g, reach, k, width, dst, dstStride, src, srcStride, count);
            g.post(k, 1);
        }
        for (int d = 1; d < p; d++) g.await((me + d) % p, 1);
    }

    /// Copies what member `k` has for this one.
    private static void block(
            Group g, Reach reach, int k, int width, long dst, long dstStride, long src, long srcStride, long count) {
        long to = dst + k * count * dstStride * width;
        long from = src + g.me() * count * srcStride * width;
        if (dstStride == 1 && srcStride == 1) reach.take(to, k, from, count * width);
        else reach.takeStrided(to, dstStride * width, k, from, srcStride * width, width, count);
    }
}
