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

/// The algorithms of scan, in which each member combines the values of all members before it. All algorithms combine
/// in team order from the first member on, so they give equal bits: those of a loop over the members.
public final class Scans {
    /// Members up to which the linear scan is faster for all sizes: with a core each, and if they take turns on the
    /// cores.
    private static final int FEW = 3;

    private static final int FEW_IN_TURN = 8;

    /// Bytes up to which reading the sources of all members before costs less than the turns of a chain.
    private static final long IN_TURN = 32 << 10;

    private static final Selection.Row<Algorithm> LINEAR =
            Selection.row("linear", LinearScan::run, "2 lg p a + p n (b + c)", "each combines all before it");
    private static final Selection.Row<Algorithm> CHAIN =
            Selection.row("chain", ChainScan::run, "p a + n (b + c)", "each adds to what its left neighbour has");
    private static final Selection.Row<Algorithm> HOSTS = Selection.row(
            "hosts",
            HostScan::run,
            "(h + lg h) a + 3n b + n c",
            "partial results go from host to host, slices by each member");

    /*
     * On the Xeon Phi model, us. 8 PEs: 16 KiB linear 69, chain 412; 128 KiB chain 1136, linear 1478. 60 PEs: 4 KiB
     * linear 388, chain 813; 64 KiB linear 5068, chain 6688. Up to 3 members linear reads no more and waits for no
     * turns: 1 MiB of 2 members 4487, chain 4905; on an EPYC 35, chain 144. 8 on 2 cores: 1 MiB linear 408, chain
     * 701; 64: 16 KiB linear 442, chain 908; 64 KiB chain 1222, linear 1866.
     */
    private static final List<Rule<Algorithm>> RULES = List.of(
            Rule.of(Where.HOSTS_IN_ORDER, HOSTS),
            Rule.of(Where.IN_TURN, LINEAR).members(FEW_IN_TURN),
            Rule.of(Where.IN_TURN, LINEAR).upTo(IN_TURN),
            Rule.of(Where.IN_TURN, CHAIN),
            Rule.of(LINEAR).members(FEW),
            Rule.of(LINEAR).upTo(SystemLayout.HALF_BYTES),
            Rule.of(CHAIN));

    /// The algorithms.
    public static final Selection<Algorithm> TABLE = new Selection<>(Collective.SCAN, RULES, LINEAR, CHAIN, HOSTS);

    private Scans() {}

    /// An algorithm of scan.
    @FunctionalInterface
    public interface Algorithm {

        /// Combines the operands in `r`; with this member's own operand if `inclusive`.
        void run(Reduction r, boolean inclusive);
    }

    /// Sets `dst` of member `k` to the combined `src` of members 0 to `k`; `dst == src` is in place. Positions are
    /// offsets in the region.
    public static void inscan(Group g, Op op, ElementType type, long dst, long src, long count) {
        scan(g, Operation.INSCAN, op, type, dst, src, count);
    }

    /// Sets `dst` of member `k` to the combined `src` of members 0 to `k - 1`; member 0 gets the neutral element.
    public static void exscan(Group g, Op op, ElementType type, long dst, long src, long count) {
        scan(g, Operation.EXSCAN, op, type, dst, src, count);
    }

    private static void scan(Group g, Operation operation, Op op, ElementType type, long dst, long src, long count) {
        Selection.Row<Algorithm> row = g.row(TABLE, count * type.bytes());
        Transfer transfer = g.transfer(Collective.SCAN);
        g.begin(operation, op.ordinal(), count, type.ordinal(), dst, src, row.code(transfer.direct));
        Reduction r = g.reduction.of(op, type, dst, src, count, transfer);
        row.run().run(r, operation == Operation.INSCAN);
    }
}
