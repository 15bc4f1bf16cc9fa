// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.reduce;

import org.jshmem.collective.Group;
import org.jshmem.collective.Levels;
import org.jshmem.collective.Reduction;
import org.jshmem.collective.layout.SystemLayout;

/// The chain of hosts: each host adds its members' values, in team order, to the sum of the host before it; the
/// result returns down a tree of hosts.
///
/// ```
/// members 0 1 on one host, 2 3 on a second, 4 5 on a third; 0 2 4 have the first half of the array, 1 3 5 the other
///   01 > 0123 > 012345    0 > 2 > 4 and 1 > 3 > 5, piece by piece, so that all hosts are at work
///   4 > 0, 4 > 2          the last host is the tree's root; who gets a piece stores it with all members of its host
/// ```
///
/// At most three times n bytes leave a host, for any number of members: for h hosts and pieces of s bytes `(h + 2
/// lg h) alpha + (1 + h s / n) 3n beta` (pipelines: Worringen 2003). The array has as many slices as the host with
/// fewest members has members. If the members of a host are not adjacent in the team, there is no such order:
/// `tiled` runs.
///
/// Bits: `((s0 op s1) op s2) ...`, as `flat`.
final class ChainReduce {
    /*
     * Ticks: at 0 the members of a host meet. At 2c + 1 piece c is in the next host's buffer; the next host signals
     * the number back after reading the piece. At 2c + 2 the result of piece c has arrived.
     */
    private static final int PIECES = 4;
    private static final long PIECE = SystemLayout.HALF_BYTES / PIECES;

    /// Bytes of a slice from which a further slice for another member saves time.
    static final long SLICE = 4 << 10;

    private final Reduction r;
    private final Group g;
    private final Levels levels;
    private final int slice;
    private final int rank;

    private ChainReduce(Reduction r) {
        this.r = r;
        this.g = r.g;
        this.levels = g.levels;
        this.slice = levels.index();
        this.rank = (levels.host() + 1) % levels.hosts();
    }

    static void run(Reduction r) {
        if (r.g.levels.isInOrder()) new ChainReduce(r).run();
        else TiledReduce.run(r);
    }

    private void run() {
        int slices = Math.clamp(r.bytes / SLICE, 1, levels.fewest());
        long step = PIECE / r.width;
        long most = r.count / slices / step + 2; // pieces of the longest slice, which ends at a line
        g.ticks(2 * most + 2);
        long buffers = g.half(g.epoch());
        levels.meetHere(0);
        if (slice < slices) {
            long begin = r.start(slice, slices);
            long end = r.start(slice + 1, slices);
            long pieces = (end - begin + step - 1) / step;
            for (long c = 0; c < pieces; c++)
                add(c, pieces, buffers, begin + c * step, Math.min(end, begin + (c + 1) * step));
            for (long c = 0; c < pieces && rank > 0; c++) {
                g.await(member((rank - 1) / 2), 2 * c + 2);
                hand(c, begin + c * step, Math.min(end, begin + (c + 1) * step));
            }
        }
        g.channel.release();
        levels.meetHere(2 * most + 1);
    }

    /// Returns the member with this one's slice on the host of a rank in the tree, whose root is the last host.
    private int member(int rank) {
        return levels.member((rank + levels.hosts() - 1) % levels.hosts(), slice);
    }

    /// Adds this host's values to the piece of the previous host, and sends the sum to the next host.
    private void add(long c, long pieces, long buffers, long from, long to) {
        boolean first = levels.host() == 0;
        boolean last = rank == 0;
        long bytes = (to - from) * r.width;
        long at = from * r.width;
        long sum = buffers + c % PIECES * PIECE;
        if (!last && c >= PIECES) g.meet(member(rank + 1), 2 * (c - PIECES) + 1); // it has read the buffer
        if (first) r.take(sum, 0, r.src + at, bytes);
        else g.meet(member(rank - 1), 2 * c + 1);
        for (int i = first ? 1 : 0; i < levels.count(); i++) {
            r.combine(sum, g.me, sum, levels.member(levels.host(), i), r.src + at, to - from);
        }
        if (last) r.take(r.dst + at, g.me, sum, bytes);
        else g.post(member(rank + 1), 2 * c + 1, sum, sum, bytes);
        if (!first && c + PIECES < pieces) g.post(member(rank - 1), 2 * c + 1);
        if (last) hand(c, from, to);
    }

    /// Stores a piece of the result at the members of this host, which have been read, and sends it down the tree.
    private void hand(long c, long from, long to) {
        long dst = r.dst + from * r.width;
        long bytes = (to - from) * r.width;
        for (int child = 2 * rank + 1; child <= 2 * rank + 2 && child < levels.hosts(); child++) {
            g.post(member(child), 2 * c + 2, dst, dst, bytes);
        }
        for (int i = 0; i < levels.count(); i++) r.give(levels.member(levels.host(), i), dst, dst, bytes);
    }
}
