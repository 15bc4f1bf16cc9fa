// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.reduce;

import org.jshmem.collective.Group;
import org.jshmem.collective.Reduction;
import org.jshmem.collective.kernel.Combine;
import org.jshmem.collective.layout.SystemLayout;

/// The chain scan: each member adds its values to the sum of its left neighbour, and stores the new sum for the right
/// one.
///
/// ```
/// p = 5    0 > 01 > 012 > 0123 > 01234     piece by piece, so that all are at work after p - 1 pieces
/// ```
///
/// `(p - 2 + n/s)(alpha + s beta + s gamma)` with pieces of s bytes: each member reads n bytes, the minimum. Two
/// pieces may be on their way between neighbours.
final class ChainScan {
    private static final int PIECES = 2;
    private static final long PIECE = SystemLayout.HALF_BYTES / PIECES;

    private ChainScan() {}

    static void run(Reduction r, boolean inclusive) {
        Group g = r.g;
        int me = g.me;
        boolean first = me == 0;
        boolean last = me == g.size - 1;
        long step = PIECE / r.width;
        long pieces = (r.count + step - 1) / step;
        long buffers = g.half(g.epoch());
        g.ticks(pieces + 1);
        for (long c = 0; c < pieces; c++) {
            long i = c * step;
            long n = Math.min(step, r.count - i);
            long src = r.src + i * r.width;
            long dst = r.dst + i * r.width;
            long buffer = buffers + c % PIECES * PIECE;
            if (c >= PIECES && !last) g.meet(me + 1, c - PIECES); // it has read the buffer
            if (first) {
                r.take(buffer, me, src, n * r.width);
                if (!inclusive) Combine.neutral(r.op, r.type, g.address(0, dst), n);
            } else {
                g.meet(me - 1, c);
                r.combine(buffer, me - 1, buffer, me, src, n);
                if (!inclusive) r.take(dst, me - 1, buffer, n * r.width);
                g.post(me - 1, c);
            }
            if (inclusive) r.take(dst, me, buffer, n * r.width);
            if (!last) g.post(me + 1, c);
        }
        g.meetAll(pieces);
    }
}
