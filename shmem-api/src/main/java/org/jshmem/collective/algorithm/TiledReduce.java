// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.algorithm;

import org.jshmem.collective.Group;
import org.jshmem.collective.Reduction;

/// The tiled reduction: each member combines its slice of all sources in one pass and stores it in all destinations.
///
/// ```
/// p = 5    slice      0    1    2    3    4
///          source 0   |    |    |    |    |
///          source 1   |    |    |    |    |      member k reads column k of all sources,
///          ...        0    1    2    3    4      writes column k of all destinations
/// ```
///
/// Two rendezvous, n bytes read and n written by each member: the least that memory allows, `2 lg p alpha + 2n beta +
/// n gamma` at full width. It is the shared-memory optimum if a PE can load and store anywhere (Li, Hoefler, Snir
/// 2013 call it tiled). Slices are balanced in cache lines; a tile stays in the cache while it is written to all
/// destinations.
///
/// Bits: `((s0 op s1) op s2) ...`, as `flat`.
final class TiledReduce {
    private TiledReduce() {}

    static void run(Reduction r) {
        Group g = r.g;
        int p = g.size;
        int me = g.me;
        g.calls.ticks(2);
        g.barrier.meet(0);
        long end = r.start(me + 1, p);
        for (long i = r.start(me, p); i < end; i += r.tile()) {
            long n = Math.min(r.tile(), end - i);
            long at = i * r.width;
            r.fold(p, r.dst + at, r.src + at, n);
            for (int other = 1; other < p; other++) {
                g.memory.put(
                        (me + other) % p, r.dst + at, r.dst + at, n * r.width); // staggered: no target is hit by all
            }
        }
        g.channel.release(); // the others' tiles are at third PEs
        g.barrier.meet(1);
    }
}
