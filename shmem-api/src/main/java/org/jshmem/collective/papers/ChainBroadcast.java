// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.papers;

import org.jshmem.collective.Group;
import org.jshmem.collective.Transfer;

/// The chain broadcast: each member copies pieces from its left neighbour.
///
/// ```
/// p = 5, root 2      2 > 3 > 4 > 0 > 1
/// piece c            0 copies c from 4 while 4 copies c + 1 from 3
/// ```
///
/// p - 1 rounds for the first piece, then one for each: `(p - 2 + n/s)(alpha + s beta)` with pieces of s bytes. Each
/// member copies from a neighbour that has just touched the piece.
final class ChainBroadcast {
    private static final long PIECE = 16 << 10;

    private ChainBroadcast() {}

    static void run(Group g, Transfer transfer, long dst, long src, long bytes, int root) {
        int p = g.size;
        int rank = (g.me - root + p) % p;
        int left = (g.me + p - 1) % p;
        int right = (g.me + 1) % p;
        long pieces = Math.max(1, (bytes + PIECE - 1) / PIECE);
        g.ticks(pieces + 1);
        if (rank == 0) {
            g.post(right, pieces - 1); // all pieces are ready
            transfer.take(dst, root, src, bytes);
        } else {
            long from = rank == 1 ? src : dst;
            for (long c = 0; c < pieces; c++) {
                long at = c * PIECE;
                g.meet(left, c);
                transfer.take(dst + at, left, from + at, Math.min(PIECE, bytes - at));
                if (rank < p - 1) g.post(right, c);
            }
            g.post(left, pieces);
        }
        if (rank < p - 1) g.await(right, pieces);
    }
}
