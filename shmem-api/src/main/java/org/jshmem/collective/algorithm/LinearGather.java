// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.algorithm;

import org.jshmem.collective.Group;
import org.jshmem.collective.Transfer;

/// The linear gather: each member copies from each, beginning with its neighbour.
///
/// ```
/// p = 5    rendezvous
///          2 copies from 3, 4, 0, 1 while 3 copies from 4, 0, 1, 2 ...
///          rendezvous
/// ```
///
/// 2 rendezvous, (p - 1)n bytes for each member: `2 lg p alpha + (p - 1)n beta`. Short blocks are first copied to a
/// receive buffer, so that no member waits for their readers: one rendezvous.
final class LinearGather {
    private LinearGather() {}

    static void run(Group g, Transfer transfer, long dst, long src, int first) {
        long[] offsets = g.offsets();
        long longest = 0;
        for (int k = 0; k < g.size; k++) longest = Math.max(longest, offsets[k + 1] - offsets[k]);
        boolean staged = g.buffers.stages(longest);
        long from = staged ? g.buffers.next() : src;
        if (staged) transfer.take(from, g.me, src, offsets[g.me + 1] - offsets[g.me]);
        g.calls.ticks(first + (staged ? 1 : 2));
        g.meetAll(first);
        for (int d = 0; d < g.size; d++) {
            int k = (g.me + d) % g.size;
            transfer.request(dst + offsets[k], k, from, offsets[k + 1] - offsets[k]);
        }
        transfer.complete();
        if (!staged) g.meetAll(first + 1);
    }
}
