// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.algorithm;

import java.util.List;
import org.jshmem.collective.Group;
import org.jshmem.collective.choice.Algorithm;
import org.jshmem.collective.diagnose.Operation;
import org.jshmem.collective.kernel.ElementType;
import org.jshmem.collective.layout.SystemLayout;

/// The exchange of blocks that differ in size: alltoallv.
///
/// ```
/// p = 3, of member 0    places in src     0 | 5 | 5 | 9      5 elements for 0, none for 1, 4 for 2
///   rendezvous; each copies its two places from each other member
///   rendezvous with each member's total, so that all know whether all fit
///   each copies its blocks; rendezvous
/// ```
///
/// Three rendezvous, 16 bytes and the block from each member: `3 lg p alpha + n beta`.
public final class UnequalExchange {
    /// The algorithms of alltoallv.
    public static final List<Algorithm<Exchanging>> ALL =
            List.of(new Algorithm<>("linear", UnequalExchange::linear, "all copy from all, after their places"));

    private UnequalExchange() {}

    /// The method of an algorithm of alltoallv.
    @FunctionalInterface
    public interface Exchanging {

        /// Copies to `dst`, one after the other, the blocks of all members for this one: element `places[k]` to
        /// `places[k + 1]` of `src` is this member's block for member `k`. Returns how many elements came from
        /// each.
        long[] run(Group g, ElementType type, long dst, long src, long[] places, long capacity);
    }

    /// Sends the first `counts[0]` elements of `src` to member 0, the next `counts[1]` to member 1, and so on, and
    /// returns how many came from each. All members throw if `capacity` elements are too few for one of them.
    public static long[] alltoallv(Group g, ElementType type, long dst, long src, long[] counts, long capacity) {
        var algorithm = g.begin(Operation.ALLTOALLV, ALL.getFirst(), type.ordinal(), dst, capacity, src, 0);
        long[] places = new long[g.size + 1];
        for (int k = 0; k < g.size; k++) places[k + 1] = places[k] + counts[k];
        return algorithm.run(g, type, dst, src, places, capacity);
    }

    private static long[] linear(Group g, ElementType type, long dst, long src, long[] places, long capacity) {
        int p = g.size;
        g.calls.ticks(3);
        long[] from = new long[p];
        long[] counts = new long[p];
        long total = sharePlaces(g, places, from, counts);
        long[] totals = new long[p];
        g.buffers.shareWords(total, totals, 1);
        for (int k = 0; k < p; k++) if (totals[k] > capacity) throw tooMany(g, k, totals[k], capacity);
        long[] to = new long[p];
        for (int k = 1; k < p; k++) to[k] = to[k - 1] + counts[k - 1];
        for (int d = 0; d < p; d++) {
            int k = (g.me + d) % p;
            g.memory.getNbi(dst + to[k] * type.bytes, k, src + from[k] * type.bytes, counts[k] * type.bytes);
        }
        g.memory.quiet();
        g.barrier.meet(2);
        return counts;
    }

    /// Finds the place and the size of each member's block for this one, and returns the sum of the sizes. Each member
    /// leaves its places in its receive buffer.
    private static long sharePlaces(Group g, long[] places, long[] from, long[] counts) {
        int own = g.transport.pe();
        long buffer = g.buffers.meeting().receive;
        long mine = g.buffers.staging;
        long room = SystemLayout.RECEIVE_BYTES / Long.BYTES;
        if (places.length > room) {
            throw new IllegalStateException("PE %d/%d: alltoallv of a team of %d PEs; split teams of at most %d"
                    .formatted(own, g.transport.npes(), g.size, room - 1));
        }
        for (int k = 0; k < places.length; k++) g.channel.store(own, buffer + 8L * k, 8, places[k]);
        g.barrier.meet(0);
        long total = 0;
        for (int d = 0; d < g.size; d++) {
            int k = (g.me + d) % g.size;
            g.memory.get(mine, k, buffer + 8L * g.me, 16);
            from[k] = g.channel.load(own, mine, 8);
            counts[k] = g.channel.load(own, mine + 8, 8) - from[k];
            total += counts[k];
        }
        return total;
    }

    private static IndexOutOfBoundsException tooMany(Group g, int k, long total, long capacity) {
        return new IndexOutOfBoundsException(
                "PE %d/%d: alltoallv of %d elements to member %d does not fit dst, length=%d; make dst longer or send less"
                        .formatted(g.transport.pe(), g.transport.npes(), total, k, capacity));
    }
}
