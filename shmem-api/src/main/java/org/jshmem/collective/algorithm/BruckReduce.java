// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.algorithm;

import org.jshmem.collective.Group;
import org.jshmem.collective.Reduction;
import org.jshmem.collective.layout.SystemLayout;

/// The reduction of Bruck: in round r each member sends its values to the member 2^r before it.
///
/// ```
/// p = 4, of integers                    p = 5, of floating point: windows stay apart
/// round 0   0<1  1<2  2<3  3<0          round 0   0<1  1<2  2<3  3<4  4<0       windows of 2
///           01   12   23   30           round 1   0<2  1<3  2<4  3<0  4<1       windows of 4
/// round 1   0<2  1<3  2<0  3<1          round 2   0<4  1<0  2<1  3<2  4<3       all 5, then each combines
///           0123 1230 2301 3012                                                 0 1 2 3 4 in this order
/// ```
///
/// lg p rounds of n bytes: `lg p alpha + n lg p beta + n lg p gamma` (Namashivayam 2014, 5.1.3); other PE counts fold
/// first. Each PE combines in an order of its own: integers hide the order, floating point shows it. So
/// floating-point windows are gathered uncombined (Bruck 1997), n(p - 1) bytes, and every PE combines them in team
/// order: the bits of `flat`.
///
/// By put, values are sent to the receive buffer; by ptr they stay in the sender's memory and the receiver loads them
/// there. Windows are always sent: loading them remotely to copy them takes longer than storing them remotely.
final class BruckReduce {
    private BruckReduce() {}

    static void run(Reduction r) {
        long room = (SystemLayout.RECEIVE_BYTES / r.g.size) & -8; // of a member in the receive buffer
        if (r.type.floating() && room == 0) FlatReduce.run(r); // more than 8,192 members; the same bits
        else if (r.type.floating()) windows(r, room, r.g.size);
        else PairwiseRounds.exchange(r, true);
    }

    /// Combines the first `terms` operands in team order.
    static void windows(Reduction r, long room, int terms) {
        Group g = r.g;
        int p = g.size;
        int me = g.me;
        int rounds = 32 - Integer.numberOfLeadingZeros(p - 1);
        long step = room / r.width;
        g.calls.ticks((r.count + step - 1) / step * rounds);
        long at = 0;
        for (long i = 0; i < r.count; i += step, at += rounds) {
            long blocks = g.buffers.meeting().receive;
            long n = Math.min(step, r.count - i);
            g.memory.get(blocks, me, r.src + i * r.width, n * r.width);
            for (int round = 0; round < rounds; round++) {
                int held = 1 << round;
                long bytes = Math.min(held, p - held) * room;
                int to = (me - held + p) % p;
                int from = (me + held) % p;
                g.memory.put(to, blocks + held * room, blocks, bytes, at + round);
                g.calls.await(from, at + round);
            }
            r.foldBlocks(terms, r.dst + i * r.width, blocks, room, n);
        }
    }
}
