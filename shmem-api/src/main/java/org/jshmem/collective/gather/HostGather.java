// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.gather;

import org.jshmem.collective.Group;
import org.jshmem.collective.Levels;
import org.jshmem.collective.Transfer;

/// The gather by hosts: each block is sent to a host once, by its owner; members of the host copy it from the
/// receiver.
///
/// ```
/// members 0 1 on one host, 2 3 on another
///          rendezvous
///   0 puts block 0 to 2, 1 puts block 1 to 3        2 puts block 2 to 0, 3 puts block 3 to 1
///          members of a host meet
///   0 copies block 1 of 1, block 3 of 1; and so on
///          members of a host meet
/// ```
///
/// A host of m members receives p - m blocks instead of m times as many, and no member waits for an answer: `(2 lg p
/// + h) alpha + (p - m) n beta` for h hosts.
final class HostGather {
    private HostGather() {}

    static void run(Group g, Transfer transfer, long dst, long src, int first) {
        Levels levels = g.levels;
        long[] offsets = g.offsets();
        int me = g.me;
        g.ticks(first + 3L);
        g.meetAll(first);
        for (int d = 1; d < levels.hosts(); d++) {
            int receiver = levels.receiver((levels.host() + d) % levels.hosts(), me);
            g.post(receiver, first + 1L, dst + offsets[me], src, offsets[me + 1] - offsets[me]);
        }
        for (int k = 0; k < g.size; k++) {
            if (!levels.isHere(k) && levels.receiver(levels.host(), k) == me) g.await(k, first + 1L);
        }
        levels.meetHere(first + 1L);
        for (int d = 0; d < g.size; d++) {
            int k = (me + d) % g.size;
            long at = dst + offsets[k];
            boolean here = levels.isHere(k);
            int holder = here ? k : levels.receiver(levels.host(), k);
            if (here || holder != me) transfer.take(at, holder, here ? src : at, offsets[k + 1] - offsets[k]);
        }
        levels.meetHere(first + 2L);
    }
}
