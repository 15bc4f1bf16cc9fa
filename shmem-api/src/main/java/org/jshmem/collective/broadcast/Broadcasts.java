// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.broadcast;

import java.util.List;
import org.jshmem.Collective;
import org.jshmem.collective.Group;
import org.jshmem.collective.Transfer;
import org.jshmem.collective.choice.Algorithm;
import org.jshmem.collective.diagnose.Operation;
import org.jshmem.collective.kernel.ElementType;

/// The algorithms of broadcast, from one member to all. Receivers copy from the sender, which waits until they have
/// copied; no PE writes to another PE's objects.
public final class Broadcasts {
    private static final Algorithm<Broadcasting> FLAT =
            new Algorithm<>("flat", FlatBroadcast::run, "all copy from the root at once");
    private static final Algorithm<Broadcasting> BINOMIAL =
            new Algorithm<>("binomial", BinomialBroadcast::run, "a member that has the data serves others");

    /// The algorithm for long data on many members.
    public static final Algorithm<Broadcasting> SCATTER =
            new Algorithm<>("scatter", ScatterBroadcast::run, "all copy a part, then the parts from each other");

    private static final Algorithm<Broadcasting> LEADERS =
            new Algorithm<>("leaders", LeaderBroadcast::run, "each host copies once, its members from their first");

    /// The algorithms.
    public static final List<Algorithm<Broadcasting>> ALL = List.of(FLAT, BINOMIAL, SCATTER, LEADERS);

    private Broadcasts() {}

    /// The method of an algorithm of broadcast.
    @FunctionalInterface
    public interface Broadcasting {

        /// Copies `bytes` bytes at `src` of the root to `dst` of all members, of which there are at least two.
        void run(Group g, Transfer transfer, long dst, long src, long bytes, int root);
    }

    /// Returns the algorithm for a call of `bytes` bytes.
    ///
    /// ```
    /// us on the simulated Xeon Phi     4 bytes                                 64 KiB
    ///   8 PEs                          binomial 2.4, flat 3.7                  flat 29, scatter 30, binomial 80
    ///   60 PEs                         binomial 4.1, scatter 8.7, flat 28      scatter 34, flat 41
    /// ```
    public static Algorithm<Broadcasting> auto(Group g, long bytes) {
        if (g.severalHosts) return LEADERS;
        if (g.oversubscribed || g.size <= 4) return FLAT;
        if (bytes <= 4096) return BINOMIAL;
        return g.size <= 8 ? FLAT : SCATTER;
    }

    /// Copies `src` of the root to `dst` of every member, the root among them; `dst == src` is allowed. Positions are
    /// offsets in the region.
    public static void broadcast(Group g, ElementType type, long dst, long src, long count, int root) {
        long bytes = count * type.bytes();
        Algorithm<Broadcasting> algorithm = g.chosen(Collective.BROADCAST);
        if (algorithm == null) algorithm = auto(g, bytes);
        Transfer transfer = g.transfer(Collective.BROADCAST);
        g.begin(Operation.BROADCAST, root, count, type.ordinal(), dst, src, algorithm.code(transfer.direct));
        if (g.size == 1) transfer.take(dst, 0, src, bytes);
        else algorithm.run().run(g, transfer, dst, src, bytes, root);
    }
}
