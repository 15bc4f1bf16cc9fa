// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.papers;

import org.jshmem.collective.Group;
import org.jshmem.collective.Transfer;

/// The gather of Bruck: in round r each member copies a window of 2^r blocks from the member 2^r after it.
///
/// ```
/// p = 5, member 0     has 0;  1 from 1;  2 3 from 2;  4 from 4
/// ```
///
/// ceil(lg p) rounds and a rendezvous, (p - 1)n bytes: `2 lg p alpha + (p - 1)n beta` (Bruck 1997). Blocks are copied
/// to their place at once, so the algorithm needs no final rotation; a window that wraps is copied in two parts.
final class BruckGather {
    private BruckGather() {}

    static void run(Group g, Transfer transfer, long dst, long src, int first) {
        long[] offsets = g.offsets();
        int p = g.size;
        int me = g.me;
        int rounds = 32 - Integer.numberOfLeadingZeros(p - 1);
        g.ticks(first + rounds + 1L);
        transfer.take(dst + offsets[me], me, src, offsets[me + 1] - offsets[me]);
        for (int round = 0; round < rounds; round++) {
            int held = 1 << round;
            int from = (me + held) % p;
            int blocks = Math.min(held, p - held);
            g.post((me - held + p) % p, first + round);
            g.meet(from, first + round);
            int straight = Math.min(blocks, p - from);
            transfer.take(dst + offsets[from], from, dst + offsets[from], offsets[from + straight] - offsets[from]);
            transfer.take(dst, from, dst, offsets[blocks - straight]);
        }
        g.meetAll(first + rounds);
    }
}
