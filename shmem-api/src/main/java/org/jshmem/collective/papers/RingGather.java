// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.papers;

import org.jshmem.collective.Group;
import org.jshmem.collective.Transfer;

/// The gather on a ring: each member copies block after block from its left neighbour's destination.
///
/// ```
/// p = 5, member 2     own block 2, then 1, 0, 4, 3 from member 1
/// ```
///
/// p - 1 rounds of one block: `(p - 1)(alpha + n beta)`. Only neighbours meet.
final class RingGather {
    private RingGather() {}

    static void run(Group g, Transfer transfer, long dst, long src, int first) {
        long[] offsets = g.offsets();
        int p = g.size;
        int me = g.me;
        int left = (me + p - 1) % p;
        int right = (me + 1) % p;
        g.ticks(first + p + 1L);
        transfer.take(dst + offsets[me], me, src, offsets[me + 1] - offsets[me]);
        g.post(right, first);
        for (int step = 1; step < p; step++) {
            int block = (me - step + p) % p;
            g.meet(left, first + step - 1L);
            transfer.take(dst + offsets[block], left, dst + offsets[block], offsets[block + 1] - offsets[block]);
            g.post(right, first + step);
        }
        g.post(left, first + p);
        g.await(right, first + p); // it reads this member's destination until then
    }
}
