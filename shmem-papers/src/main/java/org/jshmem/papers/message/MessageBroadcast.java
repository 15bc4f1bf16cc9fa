// SPDX-License-Identifier: Apache-2.0
package org.jshmem.papers.message;

import org.jshmem.Op;
import org.jshmem.collective.Group;
import org.jshmem.collective.kernel.ElementType;

/// The broadcast by messages: a scatter down a binary partition, then an allgather on a ring.
///
/// ```
/// p = 6     0 > 3 | 0 > 2, 3 > 5 | 0 > 1, 3 > 4     the slices of the receiver's half; then slices travel around
/// ```
///
/// `(lg p + p - 1) alpha + 2n(p-1)/p beta` (Petrović 2012, section 5).
public final class MessageBroadcast {
    private MessageBroadcast() {}

    /// Broadcasts by a scatter, then an allgather.
    public static void scatter(Group g, Style style, Split split, long dst, long src, long bytes, int root) {
        Messages messages = new Messages(g, style);
        int p = g.size;
        int rank = (g.me - root + p) % p;
        int unit = bytes % 8 == 0 ? 8 : 1;
        ElementType type = unit == 8 ? ElementType.DOUBLE : ElementType.BYTE;
        Ring.Blocks slices = Ring.Blocks.of(Op.SUM, type, dst, src, bytes / unit, split, g.layout.line(), p);
        long[] start = slices.start();
        g.calls.ticks(messages.ticks(p + 1L, bytes));
        int low = 0;
        int high = p;
        while (high - low > 1) {
            int middle = low + (high - low + 1) / 2;
            long at = start[middle] * unit;
            long n = (start[high] - start[middle]) * unit;
            if (rank == low) messages.send((middle + root) % p, (rank == 0 ? src : dst) + at, n);
            if (rank == middle) messages.receive((low + root) % p, dst + at, n);
            if (rank < middle) high = middle;
            else low = middle;
        }
        if (rank == 0) g.memory.get(dst, g.me, src, bytes);
        long[] places = new long[p];
        long[] lengths = new long[p];
        for (int member = 0; member < p; member++) { // the ring is ordered by members, the slices by rank
            int slice = (member - root + p) % p;
            places[member] = dst + start[slice] * unit;
            lengths[member] = (start[slice + 1] - start[slice]) * unit;
        }
        new Ring(g, messages).allgather(places, lengths, g.me);
    }
}
