// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.gather;

import org.jshmem.collective.Group;
import org.jshmem.collective.Levels;
import org.jshmem.collective.Transfer;

/// By hosts: each block comes to a host once, its members share that work, and copy from each other.
///
/// ```
/// members 0 1 on one host, 2 3 on another
///          rendezvous
///   0 copies block 2 of 2, 1 copies block 3 of 3        2 copies block 0 of 0, 3 copies block 1 of 1
///          members of a host meet
///   0 copies block 1 of 1, block 3 of 1; and so on
///          rendezvous
/// ```
///
/// p - m blocks come to a host of m members, where m times as many would: `3 lg p alpha + (p - m)n / m beta` between
/// hosts.
final class HostGather {
    private HostGather() {}

    static void run(Group g, Transfer transfer, long dst, long src, int first) {
        Levels levels = g.levels;
        long[] offsets = g.offsets();
        g.ticks(first + 3L);
        g.meetAll(first);
        for (int d = 0; d < g.size(); d++) {
            int k = (g.me() + d) % g.size();
            if (levels.isHere(k) || levels.fetcher(k) != g.me()) continue;
            transfer.take(dst + offsets[k], k, src, offsets[k + 1] - offsets[k]);
        }
        levels.meetHere(first + 1L);
        for (int d = 0; d < g.size(); d++) {
            int k = (g.me() + d) % g.size();
            long at = dst + offsets[k];
            if (levels.isHere(k)) transfer.take(at, k, src, offsets[k + 1] - offsets[k]);
            else transfer.take(at, levels.fetcher(k), at, offsets[k + 1] - offsets[k]);
        }
        g.meetAll(first + 2L);
    }
}
