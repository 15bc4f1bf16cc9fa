// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import org.jshmem.Collective;
import org.jshmem.Op;

/// Combining to all.
///
/// Every algorithm gives the same bits on every PE and in every run. `flat`, `tiled`, `pull`, `central`, and
/// `bruck` of floating point equal each other's, which are those of a loop over the members; `rd` and `rsag` equal
/// each other's, those of a balanced tree; `ring` equals nobody's. Of integers, minima and maxima all are equal.
public final class Reductions {
    static final int FLAT = 0;
    static final int RD = 1;
    static final int BRUCK = 2;
    static final int RSAG = 3;
    static final int RING = 4;
    static final int TILED = 5;
    static final int CENTRAL = 6;
    static final int RD_LEFT = 7;
    static final int RSAG_PLAIN = 8;
    static final int RSAG_LEFT = 9;
    static final int PULL = 10;

    /// Bytes of a slice from which on it pays that each member makes one.
    private static final long SLICE = 4 << 10;

    /// Members up to which handing out slices is not slower than copying the whole.
    private static final int FEW = 16;

    static final Selection TABLE = new Selection(
            Collective.REDUCE,
            row("flat", "never", "p a + 2n(p-1) b + n(p-1) c", "member 0 reads all sources and writes all results"),
            row("rd", "very short, a core for each PE", "lg p (a + n b + n c)", "recursive doubling"),
            row("bruck", "never", "lg p (a + n b + n c)", "each sends to the member 2^r before it"),
            row("rsag", "2 members, long", "2 lg p a + 2n b + n c", "Rabenseifner: reduce-scatter, all-gather"),
            row("ring", "never", "2(p-1) a + 2n b + n c", "blocks travel around twice"),
            row("tiled", "long", "2 barriers + 2n b + n c", "each makes its slice of all results in one pass"),
            row("central", "short, 2 members or crowded", "1 barrier + p n b", "the last to arrive combines for all"),
            row("rd-left", "never", "as rd", "rd where the lower of each pair combines for both"),
            row("rsag-plain", "never", "as rsag", "rsag with its middle in two steps"),
            row("rsag-left", "never", "as rsag", "rsag where the lower of each pair makes the middle"),
            row("pull", "long, crowded, over 16 members", "3 barriers + 2n b + n c", "slices combined at 0, all copy"));

    private Reductions() {}

    private static Selection.Row row(String name, String auto, String cost, String sentence) {
        return new Selection.Row(name, auto, cost, sentence);
    }

    /// `dst = src of member 0 op src of member 1 ...` on every member, for `count` elements; `dst == src` is in
    /// place. Positions are offsets in the region.
    public static void reduce(Group g, Op op, ElementType type, long dst, long src, long count) {
        Combine.require(op, type);
        run(g, Operation.REDUCE, op, type, dst, src, count);
    }

    /// Combines one value of each member.
    public static long reduce(Group g, Op op, long mine) {
        long at = g.slot + SystemLayout.SCALAR;
        g.transport.store(g.transport.pe(), at, 8, mine);
        run(g, Operation.REDUCE_VALUE, op, ElementType.LONG, at + 8, at, 1);
        return g.transport.load(g.transport.pe(), at + 8, 8);
    }

    /// Combines one value of each member.
    public static double reduce(Group g, Op op, double mine) {
        Combine.require(op, ElementType.DOUBLE);
        long at = g.slot + SystemLayout.SCALAR;
        g.transport.store(g.transport.pe(), at, 8, Double.doubleToRawLongBits(mine));
        run(g, Operation.REDUCE_VALUE, op, ElementType.DOUBLE, at + 8, at, 1);
        return Double.longBitsToDouble(g.transport.load(g.transport.pe(), at + 8, 8));
    }

    private static void run(Group g, Operation operation, Op op, ElementType type, long dst, long src, long count) {
        int row = g.chosen(Collective.REDUCE);
        long bytes = count * type.bytes();
        if (row == Selection.AUTO) row = auto(g, bytes);
        Reach reach = g.reach(Collective.REDUCE);
        g.begin(operation, op.ordinal(), count, type.ordinal(), dst, src, Selection.code(row, reach.direct));
        Reduction r = g.reduction.of(op, type, dst, src, count, reach);
        if (g.size() == 1) r.take(dst, 0, src, bytes);
        else if (count == 0) g.rendezvous(0);
        else run(r, row);
    }

    private static void run(Reduction r, int row) {
        switch (row) {
            case FLAT -> FlatReduce.run(r);
            case RD -> {
                if (r.bytes <= SystemLayout.LETTER_BYTES) RecursiveDoubling.letters(r);
                else RecursiveDoubling.exchange(r);
            }
            case BRUCK -> BruckReduce.run(r);
            case RSAG -> Rabenseifner.run(r, Rabenseifner.Middle.MERGED);
            case RING -> RingReduce.run(r);
            case TILED -> TiledReduce.run(r);
            case CENTRAL -> CentralReduce.run(r);
            case RD_LEFT -> RecursiveDoubling.leftComputes(r);
            case RSAG_PLAIN -> Rabenseifner.run(r, Rabenseifner.Middle.PLAIN);
            case RSAG_LEFT -> Rabenseifner.run(r, Rabenseifner.Middle.LEFT);
            default -> PullReduce.run(r);
        }
    }

    // by the tables in docs/collectives.md
    private static int auto(Group g, long bytes) {
        if (g.central) return bytes < SLICE * g.size() ? CENTRAL : g.size() <= FEW ? TILED : PULL;
        if (g.size() == 2) return bytes <= SystemLayout.LETTER_BYTES ? RD : bytes <= 1024 ? CENTRAL : RSAG;
        return bytes <= SystemLayout.LINE ? RD : TILED;
    }
}
