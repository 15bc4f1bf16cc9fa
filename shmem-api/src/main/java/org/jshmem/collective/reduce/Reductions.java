// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.reduce;

import java.util.List;
import org.jshmem.Collective;
import org.jshmem.Op;
import org.jshmem.collective.Group;
import org.jshmem.collective.Reduction;
import org.jshmem.collective.Transfer;
import org.jshmem.collective.choice.Rule;
import org.jshmem.collective.choice.Rule.Where;
import org.jshmem.collective.choice.Selection;
import org.jshmem.collective.diagnose.Operation;
import org.jshmem.collective.kernel.ElementType;
import org.jshmem.collective.layout.SystemLayout;

/// The algorithms of reduction, whose result is at all members.
///
/// Every algorithm gives equal bits on every PE and in every run. `tiled`, `pull`, `central`, `leaders` and `chain`
/// give the bits of a loop over the members. `rd` and `rsag` give those of a balanced tree. For integers, minima and
/// maxima all algorithms give equal bits.
public final class Reductions {
    /// Bytes of a slice from which a slice for each member saves time.
    private static final long SLICE = 4 << 10;

    /// Bytes up to which the leader of a host combines for all its members.
    private static final long LED = 8 << 10;

    /// Members up to which writing slices to all is not slower than copying the whole result, as long as it fits the
    /// caches; with more members, the bytes up to which it is not.
    private static final int FEW = 16;

    private static final long PAST_CACHES = 5 << 19;
    private static final long TILES = 512 << 10;

    /// Bytes up to which two members send each other all values.
    private static final long PAIR = 256;

    /// The cost of rounds that move and combine the whole array.
    public static final String TREE = "lg p (a + n b + n c)";

    /// The cost of rounds with a half, a quarter and so on of the array, and back.
    public static final String HALVES = "2 lg p a + 2n(p-1)/p b + n(p-1)/p c";

    private static final Selection.Row<Algorithm> RD =
            Selection.row("rd", RecursiveDoubling::run, TREE, "recursive doubling");
    private static final Selection.Row<Algorithm> RSAG =
            Selection.row("rsag", Rabenseifner::run, HALVES, "Rabenseifner: reduce-scatter, all-gather");
    private static final Selection.Row<Algorithm> TILED =
            Selection.row("tiled", TiledReduce::run, HALVES, "each makes its slice of all results in one pass");
    private static final Selection.Row<Algorithm> CENTRAL = Selection.row(
            "central", CentralReduce::run, "(p+1) a + (2p-1)n b + n(p-1) c", "the last to arrive combines for all");
    private static final Selection.Row<Algorithm> PULL =
            Selection.row("pull", PullReduce::run, "3 lg p a + 2n b + n c", "slices combined at 0, all copy");
    private static final Selection.Row<Algorithm> LEADERS = Selection.row(
            "leaders",
            LeaderReduce::run,
            "(p/h + h + 2) a + 2p n b + n(p-1) c",
            "one member of each host gathers there, sends to those of other hosts and combines for its own");
    private static final Selection.Row<Algorithm> CHAIN = Selection.row(
            "chain",
            ChainReduce::run,
            "(h + 2 lg h) a + 3n b + p/h n c",
            "partial results go from host to host, slices by each member, and come back down a tree");

    /// By the tables in docs/measurements/2026-11-21-collectives.md.
    private static final List<Rule<Algorithm>> RULES = List.of(
            Rule.of(Where.HOSTS, LEADERS).upTo(LED).upToShared(SystemLayout.HALF_BYTES),
            Rule.of(Where.HOSTS_IN_ORDER, CHAIN),
            Rule.of(Where.IN_TURN, CENTRAL).belowEach(SLICE),
            Rule.of(Where.IN_TURN, TILED).members(FEW).below(PAST_CACHES),
            Rule.of(Where.IN_TURN, TILED).below(TILES),
            Rule.of(Where.IN_TURN, PULL),
            Rule.of(RD).members(2).upTo(PAIR),
            Rule.of(RSAG).members(2),
            Rule.of(RD).upTo(SystemLayout.LINE),
            Rule.of(TILED));

    /// The algorithms.
    public static final Selection<Algorithm> TABLE =
            new Selection<>(Collective.REDUCE, RULES, RD, RSAG, TILED, CENTRAL, PULL, LEADERS, CHAIN);

    private Reductions() {}

    /// An algorithm of reduction.
    @FunctionalInterface
    public interface Algorithm {

        /// Combines the operands in `r`: at least one element of at least two members.
        void run(Reduction r);
    }

    /// Sets `dst = src of member 0 op src of member 1 ...` on every member, for `count` elements; `dst == src` is in
    /// place. Positions are offsets in the region.
    public static void reduce(Group g, Op op, ElementType type, long dst, long src, long count) {
        run(g, Operation.REDUCE, op, type, dst, src, count, 0);
    }

    /// Combines one value of each member.
    public static long reduce(Group g, Op op, long mine) {
        return value(g, op, ElementType.LONG, mine);
    }

    /// Combines one value of each member.
    public static double reduce(Group g, Op op, double mine) {
        return Double.longBitsToDouble(value(g, op, ElementType.DOUBLE, Double.doubleToRawLongBits(mine)));
    }

    private static long value(Group g, Op op, ElementType type, long mine) {
        long at = g.slot + SystemLayout.SCALAR;
        run(g, Operation.REDUCE_VALUE, op, type, at + 8, at, 1, mine);
        return g.channel.load(g.transport.pe(), at + 8, 8);
    }

    private static void run(
            Group g, Operation operation, Op op, ElementType type, long dst, long src, long count, long value) {
        long bytes = count * type.bytes();
        Selection.Row<Algorithm> row = g.row(TABLE, bytes);
        Transfer transfer = g.transfer(Collective.REDUCE);
        g.begin(operation, op.ordinal(), count, type.ordinal(), dst, src, row.code(transfer.direct));
        // not before: until then a deputy may finish a split, which combines a value in the same place
        if (operation == Operation.REDUCE_VALUE) g.channel.store(g.transport.pe(), src, 8, value);
        Reduction r = g.reduction.of(op, type, dst, src, count, transfer);
        if (g.size == 1) r.take(dst, 0, src, bytes);
        else if (count == 0) g.meetAll(0);
        else row.run().run(r);
    }
}
