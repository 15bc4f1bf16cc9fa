// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.algorithm;

import org.jshmem.collective.Group;
import org.jshmem.collective.Hierarchy;
import org.jshmem.collective.Transfer;

/// The gather by hosts: the leader of a host copies the blocks of its members, then those of the other hosts from their
/// leaders; the members of each host copy all blocks from their leader.
///
/// ```
/// members 0 1 on one host, 2 3 on another
///   0 copies block 1 of 1             2 copies block 3 of 3
///   0 copies blocks 2 3 of 2          2 copies blocks 0 1 of 0
///   1 copies blocks 0 1 2 3 of 0      3 copies blocks 0 1 2 3 of 2
/// ```
///
/// A host of m members receives p - m blocks instead of m times as many, in a message from each other host if its
/// members are adjacent in the team.
final class HierarchicalGather {
    private HierarchicalGather() {}

    static void run(Group g, Transfer transfer, long dst, long src, int first) {
        Hierarchy h = g.hierarchy;
        long[] offsets = g.offsets();
        h.arriveHere();
        if (h.leads()) {
            for (int k = 0; k < g.size; k++) {
                if (h.host(k) == h.host()) transfer.take(dst + offsets[k], k, src, offsets[k + 1] - offsets[k]);
            }
            exchange(h, transfer, dst, offsets);
        }
        Broadcasts.step(h.stepHere(), transfer, dst, dst, offsets[g.size], 0);
    }

    private static void exchange(Hierarchy h, Transfer whole, long dst, long[] offsets) {
        Group leaders = h.stepOfLeaders();
        Transfer transfer = leaders.like(whole);
        int members = offsets.length - 1;
        leaders.calls.ticks(2);
        leaders.meetAll(0);
        for (int k = 0, end; k < members; k = end) {
            int host = h.host(k);
            for (end = k + 1; end < members && h.host(end) == host; ) end++;
            if (host == h.host()) continue;
            transfer.take(dst + offsets[k], host, dst + offsets[k], offsets[end] - offsets[k]);
        }
        leaders.meetAll(1);
    }
}
