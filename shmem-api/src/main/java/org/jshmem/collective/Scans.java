// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import org.jshmem.Collective;
import org.jshmem.Op;

/// Combining with all members before. Both algorithms combine in team order from the first member on, so they give
/// the same bits, those of a loop over the members.
public final class Scans {
    private static final int LINEAR = 0;
    private static final int CHAIN = 1;

    static final Selection TABLE = new Selection(
            Collective.SCAN,
            new Selection.Row("linear", "short", "1 or 2 barriers + p n (b + c)", "each combines all before it"),
            new Selection.Row("chain", "long", "p a + n (b + c)", "each adds to what its left neighbour has"));

    private Scans() {}

    /// `dst` of member `k` combines the `src` of members 0 to `k`; `dst == src` is in place. Positions are offsets
    /// in the region.
    public static void inscan(Group g, Op op, ElementType type, long dst, long src, long count) {
        scan(g, Operation.INSCAN, op, type, dst, src, count);
    }

    /// `dst` of member `k` combines the `src` of members 0 to `k - 1`; member 0 gets the neutral element.
    public static void exscan(Group g, Op op, ElementType type, long dst, long src, long count) {
        scan(g, Operation.EXSCAN, op, type, dst, src, count);
    }

    private static void scan(Group g, Operation operation, Op op, ElementType type, long dst, long src, long count) {
        Combine.require(op, type);
        int row = g.chosen(Collective.SCAN);
        if (row == Selection.AUTO) row = auto(g, count * type.bytes());
        Reach reach = g.reach(Collective.SCAN);
        g.begin(operation, op.ordinal(), count, type.ordinal(), dst, src, Selection.code(row, reach.direct));
        Reduction r = g.reduction.of(op, type, dst, src, count, reach);
        boolean inclusive = operation == Operation.INSCAN;
        if (row == LINEAR) LinearScan.run(r, inclusive);
        else ChainScan.run(r, inclusive);
    }

    /*
     * Crossings in virtual time on the Xeon Phi model, us. 8 PEs: 4 bytes linear 1.5, chain 5.3; 4 KiB chain 11,
     * linear 16. 60 PEs: 64 bytes linear 3.7, chain 33; 4 KiB chain 82, linear 390. Where PEs outnumber cores each
     * step of the chain is a turn of the scheduler, and one receive buffer full takes linear one rendezvous.
     */
    private static int auto(Group g, long bytes) {
        return bytes <= (g.central ? SystemLayout.HALF_BYTES : 2048) ? LINEAR : CHAIN;
    }
}
