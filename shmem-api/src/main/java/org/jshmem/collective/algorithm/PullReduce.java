// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.algorithm;

import org.jshmem.collective.Group;
import org.jshmem.collective.Reduction;
import org.jshmem.collective.layout.Partition;

/// The pull reduction: each member combines its slice of all sources in member 0's destination, from which all
/// members copy the result.
///
/// ```
/// p = 5    source 0   |    |    |    |    |                     0 1 2 3 4   member 0's destination
///          source 1   |    |    |    |    |     member k makes      |
///          ...        0    1    2    3    4     column k        1 2 3 4     copy it, each for itself
/// ```
///
/// Each member reads n bytes and writes n, as in `tiled`: three rendezvous, `3 lg p alpha + 2n beta + n gamma`. Each
/// member writes one long run instead of short ones in turn, so that stores can bypass the cache. They need not read
/// the overwritten lines first, which are a third of the traffic if nothing fits in the cache. Longer arrays are
/// reduced in pieces that member 0's cache holds until all have copied them (Li, Hoefler, Snir 2013 describe this as
/// reduce and broadcast, by trees).
///
/// Bits: `((s0 op s1) op s2) ...`, as `flat`.
final class PullReduce {
    /// Bytes of a piece at most; halves of it are still long runs.
    private static final long PIECE = 8 << 20;

    private PullReduce() {}

    static void run(Reduction r) {
        Group g = r.g;
        int p = g.size;
        long pieces = Math.max(1, (r.bytes + PIECE - 1) / PIECE);
        g.calls.ticks(pieces + 2);
        g.meetAll(0);
        for (long piece = 0; piece < pieces; piece++) {
            long from = r.count / pieces * piece;
            long n = (piece == pieces - 1 ? r.count : from + r.count / pieces) - from;
            long at = from * r.width;
            long begin = Partition.start(n, r.width, g.me, p);
            long slice = at + begin * r.width;
            r.fold(p, 0, r.dst + slice, r.src + slice, Partition.start(n, r.width, g.me + 1, p) - begin);
            g.rendezvous(1 + piece);
            r.take(r.dst + at, 0, r.dst + at, n * r.width);
        }
        g.meetAll(pieces + 1);
    }
}
