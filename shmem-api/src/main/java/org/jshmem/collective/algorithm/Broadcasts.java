// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.algorithm;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jshmem.collective.Group;
import org.jshmem.collective.Hierarchy;
import org.jshmem.collective.choice.Algorithm;
import org.jshmem.collective.diagnose.Operation;
import org.jshmem.collective.kernel.ElementType;
import org.jshmem.collective.layout.SystemLayout;

/// The algorithms of broadcast, from one member to all. Receivers copy from the sender, which waits until they have
/// copied; no PE writes to another PE's objects.
public final class Broadcasts {
    private static final Algorithm<Broadcasting> FLAT =
            new Algorithm<>("flat", FlatBroadcast::run, "all copy from the root at once");
    private static final Algorithm<Broadcasting> BINOMIAL =
            new Algorithm<>("binomial", BinomialBroadcast::run, "a member that has the data serves others");

    /// The algorithm for long data on many members.
    public static final Algorithm<Broadcasting> SCATTER =
            new Algorithm<>("scatter", ScatterBroadcast::run, "all copy a part, then the parts from each other");

    private static final Algorithm<Broadcasting> HIERARCHICAL = new Algorithm<>(
            "hierarchical", Broadcasts::hierarchical, "each host copies once, its members from their first");

    /// The algorithms.
    public static final List<Algorithm<Broadcasting>> ALL = List.of(FLAT, BINOMIAL, SCATTER, HIERARCHICAL);

    private Broadcasts() {}

    /// The method of an algorithm of broadcast.
    @FunctionalInterface
    public interface Broadcasting {

        /// Copies `bytes` bytes at `src` of the root to `dst` of all members, of which there are at least two.
        void run(Group g, long dst, long src, long bytes, int root);
    }

    /// Returns the algorithm for a call of `bytes` bytes.
    ///
    /// ```
    /// us on knc   64 bytes                 4 KiB                     256 KiB
    ///    8 PEs    flat 4.4, binomial 4.8   flat 4.7, scatter 18      flat 112, scatter 378
    ///   16 PEs    binomial 6.5, flat 8.2   flat 8.5, scatter 27      flat 119, scatter 418
    ///   60 PEs    binomial 8.8, flat 31    scatter 29, flat 31       flat 159, scatter 499
    /// ```
    ///
    /// `pgas broadcast --algorithm all --access ptr` prints it. A tree pays while its log2 p copies take
    /// less than the flags of p members: up to about p * p bytes.
    public static Algorithm<Broadcasting> auto(Group g, long bytes) {
        if (g.hierarchy != null) return HIERARCHICAL;
        return g.oversubscribed || g.size <= 8 || bytes > (long) g.size * g.size ? FLAT : BINOMIAL;
    }

    /// The root's host copies from the root, the leaders copy from that host's leader, and the other hosts from their
    /// leaders.
    private static void hierarchical(Group g, long dst, long src, long bytes, int root) {
        Hierarchy h = g.hierarchy;
        int host = h.host(root);
        if (h.host() == host) step(h.step(h.here), dst, src, bytes, h.index(root));
        if (h.leads()) step(h.step(h.leaders), dst, dst, bytes, host);
        if (h.host() != host) step(h.step(h.here), dst, dst, bytes, 0);
    }

    /// Copies within a part of a team, as a step of a call of the whole team.
    public static void step(Group part, long dst, long src, long bytes, int root) {
        if (part.size == 1) part.memory.get(dst, 0, src, bytes); // without a meeting
        else auto(part, bytes).run().run(part, dst, src, bytes, root);
    }

    /// Copies `src` of the root to `dst` of every member, the root among them; `dst == src` is allowed. Positions are
    /// offsets in the region.
    public static void broadcast(Group g, ElementType type, long dst, long src, long count, int root) {
        long bytes = count * type.bytes;
        var algorithm = g.begin(Operation.BROADCAST, auto(g, bytes), root, count, type.ordinal(), dst, src);
        if (g.size == 1) g.memory.get(dst, 0, src, bytes);
        else algorithm.run(g, dst, src, bytes, root);
    }

    /// Copies one value of the root to every member, as [#broadcast] copies elements.
    public static long value(Group g, ElementType type, long mine, int root) {
        return value(g, g.begin(Operation.BROADCAST_VALUE, auto(g, 8), root, 1, type.ordinal(), 0, 0), mine, root);
    }

    private static long value(Group g, Broadcasting algorithm, long mine, int root) {
        long at = g.slot + SystemLayout.SCALAR;
        int own = g.transport.pe();
        if (g.me == root) g.channel.store(own, at, 8, mine);
        if (g.size == 1) g.memory.get(at + 8, 0, at, 8);
        else algorithm.run(g, at + 8, at, 8, root);
        return g.channel.load(own, at + 8, 8);
    }

    /// Returns the root's array on every member: first its length, then its bytes, piece by piece in one receive
    /// buffer.
    public static byte[] broadcast(Group g, byte[] mine, int root) {
        int own = g.transport.pe();
        int length = (int) value(g, piece(g, 8, root, 0), g.me == root ? mine.length : 0, root);
        byte[] message = g.me == root ? mine : new byte[length];
        if (g.size == 1 || length == 0) return message;
        MemorySegment segment = MemorySegment.ofArray(message);
        long at = g.buffers.passing().receive;
        for (long i = 0; i < length; i += SystemLayout.RECEIVE_BYTES) {
            long n = Math.min(SystemLayout.RECEIVE_BYTES, length - i);
            var algorithm = piece(g, n, root, i);
            if (g.me == root) g.channel.put(own, at, segment, i, n);
            algorithm.run(g, at, at, n, root);
            if (g.me != root) g.channel.get(own, at, segment, i, n);
        }
        piece(g, 0, root, length);
        g.buffers.close(0);
        return message;
    }

    private static Broadcasting piece(Group g, long bytes, int root, long from) {
        return g.begin(Operation.BROADCAST_BYTES, auto(g, bytes), root, ElementType.BYTE.ordinal(), from, 0, 0);
    }
}
