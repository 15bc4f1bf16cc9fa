// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import org.jshmem.Collective;

/// One to all. Receivers copy from the sender, who stays until they have; nothing is written to another PE's
/// objects.
public final class Broadcasts {
    private static final int FLAT = 0;
    private static final int BINOMIAL = 1;
    private static final int CHAIN = 2;
    private static final int SCATTER = 3;

    static final Selection TABLE = new Selection(
            Collective.BROADCAST,
            new Selection.Row(
                    "flat", "up to 4 members, long up to 8, or crowded", "2 a + n b", "all copy from the root at once"),
            new Selection.Row("binomial", "short, more members", "2 lg p a + lg p n b", "who has it serves others"),
            new Selection.Row("chain", "never", "p a + n b", "pieces are handed from neighbour to neighbour"),
            new Selection.Row(
                    "scatter",
                    "long, more members",
                    "2 lg p a + 2n b",
                    "all copy a part, then the parts from each other"));

    private Broadcasts() {}

    /// `dst` of every member, the root among them, becomes `src` of the root; `dst == src` is allowed. Positions
    /// are offsets in the region.
    public static void broadcast(Group g, ElementType type, long dst, long src, long count, int root) {
        long bytes = count * type.bytes();
        int row = g.chosen(Collective.BROADCAST);
        if (row == Selection.AUTO) row = auto(g, bytes);
        Reach reach = g.reach(Collective.BROADCAST);
        g.begin(Operation.BROADCAST, root, count, type.ordinal(), dst, src, Selection.code(row, reach.direct));
        if (g.size() == 1) {
            reach.take(dst, 0, src, bytes);
            return;
        }
        switch (row) {
            case FLAT -> FlatBroadcast.run(g, reach, dst, src, bytes, root);
            case BINOMIAL -> BinomialBroadcast.run(g, reach, dst, src, bytes, root);
            case CHAIN -> ChainBroadcast.run(g, reach, dst, src, bytes, root);
            case SCATTER -> ScatterBroadcast.run(g, reach, dst, src, bytes, root);
            default -> throw new IllegalStateException("row " + row);
        }
    }

    /*
     * Crossings in virtual time on the Xeon Phi model, us. 8 PEs: 4 bytes binomial 2.4, flat 3.7; 64 KiB flat 29,
     * scatter 30, binomial 80. 60 PEs: 4 bytes binomial 4.1, scatter 8.7, flat 28; 64 KiB scatter 34, flat 41.
     */
    private static int auto(Group g, long bytes) {
        if (g.central || g.size() <= 4) return FLAT;
        if (bytes <= 4096) return BINOMIAL;
        return g.size() <= 8 ? FLAT : SCATTER;
    }
}
