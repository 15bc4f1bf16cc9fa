// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.algorithm;

import org.jshmem.collective.Group;
import org.jshmem.collective.Hierarchy;
import org.jshmem.collective.Reduction;
import org.jshmem.collective.layout.SystemLayout;

/// The reductions to one member, the root. Only the root's destination is written.
///
/// ```
/// flat           0 2 3 > 1     "there it is"; root 1 combines all sources;   1 > 0 2 3     "I have it"
///
/// tiled          rendezvous; member k combines slice k of all sources, piece by piece in its own buffer, and puts it
/// at
///                the root; rendezvous
///
/// hierarchical   piece by piece: each host reduces, the leaders reduce, and the root copies from its leader
/// ```
///
/// Flat: `2 alpha + p n beta + p n gamma` at the root. Tiled: `2 lg p alpha + 2n beta + n gamma`, as [TiledReduce].
///
/// Bits: `((s0 op s1) op s2) ...` of flat and tiled.
final class RootedReduce {
    private RootedReduce() {}

    static void flat(Reduction r, int root) {
        Group g = r.g;
        g.calls.ticks(2);
        if (g.me != root) {
            g.calls.post(root, 0);
            g.calls.await(root, 1);
            return;
        }
        if (g.oversubscribed) g.calls.awaitAll(0, true);
        else for (int d = 1; d < g.size; d++) g.calls.awaitInCall((root + d) % g.size, 0);
        r.fold(g.size, r.dst, r.src, r.count);
        for (int d = 1; d < g.size; d++) g.calls.post((root + d) % g.size, 1);
    }

    static void tiled(Reduction r, int root) {
        Group g = r.g;
        int p = g.size;
        g.calls.ticks(2);
        long buffer = g.buffers.meeting().receive;
        g.barrier.meet(0);
        long end = r.start(g.me + 1, p);
        long step = SystemLayout.RECEIVE_BYTES / r.width;
        for (long i = r.start(g.me, p); i < end; i += step) {
            long n = Math.min(step, end - i);
            long at = i * r.width;
            r.fold(p, g.me == root ? r.dst + at : buffer, r.src + at, n);
            if (g.me != root) g.memory.put(root, r.dst + at, buffer, n * r.width);
        }
        g.channel.release(); // the other members' tiles are at the root
        g.barrier.meet(1);
    }

    static void hierarchical(Reduction r, int root) {
        Group g = r.g;
        Hierarchy h = g.hierarchy;
        boolean near = h.host() == h.host(root);
        long piece = g.buffers.staging;
        long step = SystemLayout.STAGING_BYTES / r.width;
        for (long i = 0; i < r.count; i += step) {
            long n = Math.min(step, r.count - i);
            Reductions.step(h.step(h.here), r, piece, r.src + i * r.width, n);
            if (h.leads()) Reductions.step(h.step(h.leaders), r, piece, piece, n);
            if (near) Broadcasts.step(h.step(h.here), piece, piece, n * r.width, 0);
            if (g.me == root) g.memory.get(r.dst + i * r.width, g.me, piece, n * r.width);
        }
    }
}
