// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.broadcast;

import org.jshmem.Collective;
import org.jshmem.collective.Group;
import org.jshmem.collective.Transfer;
import org.jshmem.collective.choice.Cost;
import org.jshmem.collective.choice.Selection;
import org.jshmem.collective.diagnose.Operation;
import org.jshmem.collective.kernel.ElementType;
import org.jshmem.collective.message.Split;
import org.jshmem.collective.message.Style;

/// The algorithms of broadcast, from one member to all. Receivers copy from the sender, which waits until they have
/// copied; no PE writes to another PE's objects.
public final class Broadcasts {
    /// OC-Bcast's best degree on 48 cores (Petrović 2012).
    private static final int DEGREE = 7;

    private static final Selection.Row<Algorithm> FLAT = Selection.row(
            "flat",
            FlatBroadcast::run,
            new Cost("2 a + n b", p -> 2, Cost.ONCE, Cost.NONE),
            "up to 4 members, long up to 8, or oversubscribed",
            "all copy from the root at once");
    private static final Selection.Row<Algorithm> BINOMIAL = Selection.row(
            "binomial",
            NomialBroadcast::run,
            new Cost("2 lg p a + lg p n b", Cost.times(2, Cost.LG), Cost.LG, Cost.NONE),
            "short, more members",
            "a member that has it serves others; in a k-nomial tree where it is known what lines cost");
    private static final Selection.Row<Algorithm> CHAIN = Selection.row(
            "chain",
            ChainBroadcast::run,
            new Cost("p a + n b", p -> p, Cost.ONCE, Cost.NONE),
            "never",
            "pieces are handed from neighbour to neighbour");
    private static final Selection.Row<Algorithm> SCATTER = Selection.row(
            "scatter",
            ScatterBroadcast::run,
            new Cost("3 lg p a + 2n(p-1)/p b", Cost.times(3, Cost.LG), Cost.times(2, Cost.SHARE), Cost.NONE),
            "long, more members",
            "all copy a part, then the parts from each other");

    private static final Selection.Row<Algorithm> LEADERS = Selection.row(
            "leaders",
            LeaderBroadcast::run,
            new Cost("(1 + lg h) a + lg h n b", p -> 1 + Cost.LG.of(p), Cost.LG, Cost.NONE),
            "several hosts",
            "each host copies once, its members from their first");

    /// The algorithms.
    public static final Selection<Algorithm> TABLE = new Selection<>(
            Collective.BROADCAST,
            FLAT,
            BINOMIAL,
            CHAIN,
            SCATTER,
            LEADERS,
            Selection.row(
                    "oc",
                    (g, transfer, dst, src, bytes, root) -> OcBroadcast.run(g, transfer, DEGREE, dst, src, bytes, root),
                    new Cost(
                            "2 log_7 p a + 2n b",
                            p -> 2 * StrictMath.log(p) / StrictMath.log(DEGREE),
                            p -> 2,
                            Cost.NONE),
                    "never",
                    "OC-Bcast: tree of degree " + DEGREE + ", chunks from mailboxes"),
            scatter("even-scatter", Style.LIGHTWEIGHT, Split.ELEMENTS, "scatter and ring of messages, in even slices"),
            scatter("lines-scatter", Style.LIGHTWEIGHT, Split.LINES, "the same in slices of whole lines"));

    /// Returns a row of scatter and ring by messages.
    public static Selection.Row<Algorithm> scatter(String name, Style style, Split split, String sentence) {
        return Selection.row(
                name,
                (g, transfer, dst, src, bytes, root) ->
                        MessageBroadcast.scatter(g, transfer, style, split, dst, src, bytes, root),
                new Cost("(lg p + p) a + 2n b", p -> p + Cost.LG.of(p), p -> 2, Cost.NONE),
                "never",
                sentence);
    }

    private Broadcasts() {}

    /// An algorithm of broadcast.
    @FunctionalInterface
    public interface Algorithm {

        /// Copies `bytes` bytes at `src` of the root to `dst` of all members, of which there are at least two.
        void run(Group g, Transfer transfer, long dst, long src, long bytes, int root);
    }

    /// Copies `src` of the root to `dst` of every member, the root among them; `dst == src` is allowed. Positions are
    /// offsets in the region.
    public static void broadcast(Group g, ElementType type, long dst, long src, long count, int root) {
        long bytes = count * type.bytes();
        Selection.Row<Algorithm> row =
                g.isShaped(bytes) ? g.radix(bytes) == 0 ? SCATTER : BINOMIAL : g.row(TABLE, bytes, usual(g, bytes));
        Transfer transfer = g.transfer(Collective.BROADCAST);
        g.begin(Operation.BROADCAST, root, count, type.ordinal(), dst, src, row.code(transfer.direct));
        if (g.size == 1) transfer.take(dst, 0, src, bytes);
        else row.run().run(g, transfer, dst, src, bytes, root);
    }

    /*
     * Crossings in virtual time on the Xeon Phi model, us. 8 PEs: 4 bytes binomial 2.4, flat 3.7; 64 KiB flat 29,
     * scatter 30, binomial 80. 60 PEs: 4 bytes binomial 4.1, scatter 8.7, flat 28; 64 KiB scatter 34, flat 41.
     */
    /// Returns the choice without costs.
    public static Selection.Row<Algorithm> usual(Group g, long bytes) {
        if (g.severalHosts) return LEADERS;
        if (g.central || g.size <= 4) return FLAT;
        if (bytes <= 4096) return BINOMIAL;
        return g.size <= 8 ? FLAT : SCATTER;
    }
}
