// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.reduce;

import org.jshmem.Collective;
import org.jshmem.Op;
import org.jshmem.collective.Group;
import org.jshmem.collective.Reduction;
import org.jshmem.collective.Transfer;
import org.jshmem.collective.choice.Cost;
import org.jshmem.collective.choice.Selection;
import org.jshmem.collective.diagnose.Operation;
import org.jshmem.collective.kernel.ElementType;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.collective.message.Split;
import org.jshmem.collective.message.Style;

/// The algorithms of reduction, whose result is at all members.
///
/// Every algorithm gives equal bits on every PE and in every run. `flat`, `tiled`, `pull`, `central`, `leaders`,
/// `chain`, and `bruck` of floating point give the bits of a loop over the members. `rd` and `rsag` give those of a
/// balanced tree, `ring` its own. For integers, minima and maxima all algorithms give equal bits.
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

    private static final Cost TREE = new Cost("lg p (a + n b + n c)", Cost.LG, Cost.LG, Cost.LG);
    private static final Cost HALVES = new Cost(
            "2 lg p a + 2n(p-1)/p b + n(p-1)/p c", Cost.times(2, Cost.LG), Cost.times(2, Cost.SHARE), Cost.SHARE);

    private static final Selection.Row<Algorithm> FLAT = Selection.row(
            "flat",
            FlatReduce::run,
            new Cost("p a + 2n(p-1) b + n(p-1) c", p -> p, p -> 2 * (p - 1), p -> p - 1),
            "never",
            "member 0 reads all sources and writes all results");
    private static final Selection.Row<Algorithm> RD =
            Selection.row("rd", RecursiveDoubling::run, TREE, "short, a core for each PE", "recursive doubling");
    private static final Selection.Row<Algorithm> BRUCK =
            Selection.row("bruck", BruckReduce::run, TREE, "never", "each sends to the member 2^r before it");
    private static final Selection.Row<Algorithm> RSAG = Selection.row(
            "rsag",
            r -> Rabenseifner.run(r, Rabenseifner.Middle.MERGED),
            HALVES,
            "2 members, long",
            "Rabenseifner: reduce-scatter, all-gather");
    private static final Selection.Row<Algorithm> RING = Selection.row(
            "ring",
            RingReduce::run,
            new Cost("2(p-1) a + 2n(p-1)/p b + n(p-1)/p c", p -> 2 * (p - 1), Cost.times(2, Cost.SHARE), Cost.SHARE),
            "never",
            "blocks travel around twice");
    private static final Selection.Row<Algorithm> TILED =
            Selection.row("tiled", TiledReduce::run, HALVES, "long", "each makes its slice of all results in one pass");
    private static final Selection.Row<Algorithm> CENTRAL = Selection.row(
            "central",
            CentralReduce::run,
            new Cost("(p+1) a + (2p-1)n b + n(p-1) c", p -> p + 1, p -> 2 * p - 1, p -> p - 1),
            "short, oversubscribed",
            "the last to arrive combines for all");
    private static final Selection.Row<Algorithm> RD_LEFT = Selection.row(
            "rd-left",
            RecursiveDoubling::leftComputes,
            TREE,
            "never",
            "rd where the lower of each pair combines for both");
    private static final Selection.Row<Algorithm> RSAG_PLAIN = Selection.row(
            "rsag-plain",
            r -> Rabenseifner.run(r, Rabenseifner.Middle.PLAIN),
            HALVES,
            "never",
            "rsag with its middle in two steps");
    private static final Selection.Row<Algorithm> RSAG_LEFT = Selection.row(
            "rsag-left",
            r -> Rabenseifner.run(r, Rabenseifner.Middle.LEFT),
            HALVES,
            "never",
            "rsag where the lower of each pair makes the middle");
    private static final Selection.Row<Algorithm> PULL = Selection.row(
            "pull",
            PullReduce::run,
            new Cost("3 lg p a + 2n b + n c", Cost.times(3, Cost.LG), p -> 2, Cost.ONCE),
            "long, oversubscribed",
            "slices combined at 0, all copy");

    private static final Selection.Row<Algorithm> LEADERS = Selection.row(
            "leaders",
            LeaderReduce::run,
            new Cost("(p/h + h + 2) a + 2p n b + n(p-1) c", p -> p + 2, p -> 2 * p, p -> p - 1),
            "short, several hosts",
            "one member of each host gathers there, sends to those of other hosts and combines for its own");
    private static final Selection.Row<Algorithm> CHAIN = Selection.row(
            "chain",
            ChainReduce::run,
            new Cost("(h + 2 lg h) a + 3n b + p/h n c", p -> p + 2 * Cost.LG.of(p), p -> 3, Cost.ONCE),
            "long, several hosts",
            "partial results go from host to host, slices by each member, and come back down a tree");

    /// The algorithms.
    public static final Selection<Algorithm> TABLE = new Selection<>(
            Collective.REDUCE,
            FLAT,
            RD,
            BRUCK,
            RSAG,
            RING,
            TILED,
            CENTRAL,
            RD_LEFT,
            RSAG_PLAIN,
            RSAG_LEFT,
            PULL,
            LEADERS,
            CHAIN,
            byMessages("even", MessageReduce.of(Style.LIGHTWEIGHT, Split.ELEMENTS), "ring by messages in even blocks"),
            byMessages("lines", MessageReduce.of(Style.LIGHTWEIGHT, Split.LINES), "the same in blocks of whole lines"),
            byMessages("direct", MessageReduce.direct(Style.LIGHTWEIGHT), "even blocks, combined in the mailboxes"));

    /// Returns a row of an algorithm from [MessageReduce].
    public static Selection.Row<Algorithm> byMessages(String name, Algorithm run, String sentence) {
        return Selection.row(
                name,
                run,
                new Cost(
                        "2(p-1) a + 2n(p-1)/p b + n(p-1)/p c", p -> 2 * (p - 1), Cost.times(2, Cost.SHARE), Cost.SHARE),
                "never",
                sentence);
    }

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
        Selection.Row<Algorithm> row = g.row(TABLE, bytes, usual(g, bytes));
        Transfer transfer = g.transfer(Collective.REDUCE);
        g.begin(operation, op.ordinal(), count, type.ordinal(), dst, src, row.code(transfer.direct));
        // not before: until then a deputy may finish a split, which combines a value in the same place
        if (operation == Operation.REDUCE_VALUE) g.channel.store(g.transport.pe(), src, 8, value);
        Reduction r = g.reduction.of(op, type, dst, src, count, transfer);
        if (g.size == 1) r.take(dst, 0, src, bytes);
        else if (count == 0) g.meetAll(0);
        else row.run().run(r);
    }

    /// Returns the choice without costs of this host: by the tables in docs/measurements/2026-11-21-collectives.md.
    public static Selection.Row<Algorithm> usual(Group g, long bytes) {
        if (g.severalHosts) {
            if (bytes <= LED && bytes * (g.size + 1) <= SystemLayout.HALF_BYTES) return LEADERS;
            if (g.levels.isInOrder()) return CHAIN;
        }
        if (g.central) {
            if (bytes < SLICE * g.size) return CENTRAL;
            return bytes < (g.size <= FEW ? PAST_CACHES : TILES) ? TILED : PULL;
        }
        if (g.size == 2) return bytes <= PAIR ? RD : RSAG;
        return bytes <= SystemLayout.LINE ? RD : TILED;
    }
}
