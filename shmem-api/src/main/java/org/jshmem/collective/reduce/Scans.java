// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.reduce;

import java.util.List;
import org.jshmem.Collective;
import org.jshmem.Op;
import org.jshmem.collective.Group;
import org.jshmem.collective.Reduction;
import org.jshmem.collective.Transfer;
import org.jshmem.collective.choice.Algorithm;
import org.jshmem.collective.diagnose.Operation;
import org.jshmem.collective.kernel.ElementType;

/// The algorithms of scan, in which each member combines the values of all members before it. All algorithms combine
/// in team order from the first member on, so they give equal bits: those of a loop over the members.
public final class Scans {
    private static final Algorithm<Scanning> LINEAR =
            new Algorithm<>("linear", LinearScan::run, "each combines all before it");
    private static final Algorithm<Scanning> HOSTS =
            new Algorithm<>("hosts", HostScan::run, "partial results go from host to host, slices by each member");

    /// The algorithms.
    public static final List<Algorithm<Scanning>> ALL = List.of(LINEAR, HOSTS);

    private Scans() {}

    /// The method of an algorithm of scan.
    @FunctionalInterface
    public interface Scanning {

        /// Combines the operands in `r`; with this member's own operand if `inclusive`.
        void run(Reduction r, boolean inclusive);
    }

    /// Returns the algorithm for calls of any size.
    public static Algorithm<Scanning> auto(Group g) {
        return g.severalHosts && g.levels.isInOrder() ? HOSTS : LINEAR;
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
        Algorithm<Scanning> algorithm = g.chosen(Collective.SCAN);
        if (algorithm == null) algorithm = auto(g);
        Transfer transfer = g.transfer(Collective.SCAN);
        g.begin(operation, op.ordinal(), count, type.ordinal(), dst, src, algorithm.code(transfer.direct));
        Reduction r = g.reduction.of(op, type, dst, src, count, transfer);
        algorithm.run().run(r, operation == Operation.INSCAN);
    }
}
