// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.broadcast;

import java.util.List;
import org.jshmem.Collective;
import org.jshmem.collective.Group;
import org.jshmem.collective.Transfer;
import org.jshmem.collective.choice.Rule;
import org.jshmem.collective.choice.Rule.Where;
import org.jshmem.collective.choice.Selection;
import org.jshmem.collective.diagnose.Operation;
import org.jshmem.collective.kernel.ElementType;

/// The algorithms of broadcast, from one member to all. Receivers copy from the sender, which waits until they have
/// copied; no PE writes to another PE's objects.
public final class Broadcasts {
    private static final Selection.Row<Algorithm> FLAT =
            Selection.row("flat", FlatBroadcast::run, "2 a + n b", "all copy from the root at once");
    private static final Selection.Row<Algorithm> BINOMIAL = Selection.row(
            "binomial",
            NomialBroadcast::run,
            "2 lg p a + lg p n b",
            "a member that has it serves others; in a k-nomial tree where it is known what lines cost");
    private static final Selection.Row<Algorithm> SCATTER = Selection.row(
            "scatter",
            ScatterBroadcast::run,
            "3 lg p a + 2n(p-1)/p b",
            "all copy a part, then the parts from each other");

    private static final Selection.Row<Algorithm> LEADERS = Selection.row(
            "leaders",
            LeaderBroadcast::run,
            "(1 + lg h) a + lg h n b",
            "each host copies once, its members from their first");

    /*
     * Crossings in virtual time on the Xeon Phi model, us. 8 PEs: 4 bytes binomial 2.4, flat 3.7; 64 KiB flat 29,
     * scatter 30, binomial 80. 60 PEs: 4 bytes binomial 4.1, scatter 8.7, flat 28; 64 KiB scatter 34, flat 41.
     */
    private static final List<Rule<Algorithm>> RULES = List.of(
            Rule.of(Where.HOSTS, LEADERS),
            Rule.of(Where.IN_TURN, FLAT),
            Rule.of(FLAT).members(4),
            Rule.of(BINOMIAL).upTo(4096),
            Rule.of(FLAT).members(8),
            Rule.of(SCATTER));

    /// The algorithms.
    public static final Selection<Algorithm> TABLE =
            new Selection<>(Collective.BROADCAST, RULES, FLAT, BINOMIAL, SCATTER, LEADERS);

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
                g.isShaped(bytes) ? g.radix(bytes) == 0 ? SCATTER : BINOMIAL : g.row(TABLE, bytes);
        Transfer transfer = g.transfer(Collective.BROADCAST);
        g.begin(Operation.BROADCAST, root, count, type.ordinal(), dst, src, row.code(transfer.direct));
        if (g.size == 1) transfer.take(dst, 0, src, bytes);
        else row.run().run(g, transfer, dst, src, bytes, root);
    }
}
