// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.algorithm;

import java.util.List;
import org.jshmem.Op;
import org.jshmem.collective.Group;
import org.jshmem.collective.Hierarchy;
import org.jshmem.collective.Reduction;
import org.jshmem.collective.choice.Algorithm;
import org.jshmem.collective.diagnose.Operation;
import org.jshmem.collective.kernel.Combine;
import org.jshmem.collective.kernel.ElementType;
import org.jshmem.collective.layout.SystemLayout;

/// The algorithms of scan, in which each member combines the values of all members before it. `linear` gives the
/// bits of a loop over the members; `hierarchical` combines the members of each host first.
public final class Scans {
    private static final Algorithm<Scanning> LINEAR =
            new Algorithm<>("linear", Scans::linear, "each combines all before it");
    private static final Algorithm<Scanning> HIERARCHICAL = new Algorithm<>(
            "hierarchical", Scans::hierarchical, "each host scans, after the sums of the hosts before it");

    /// The algorithms.
    public static final List<Algorithm<Scanning>> ALL = List.of(LINEAR, HIERARCHICAL);

    /// Members from which values travel in log2(p) rounds, so that the last member need not load one of each.
    private static final int WIDE = 16;

    private Scans() {}

    /// The method of an algorithm of scan.
    @FunctionalInterface
    public interface Scanning {

        /// Combines the operands in `r`, at least one element; with this member's own operand if `inclusive`.
        void run(Reduction r, boolean inclusive);
    }

    /// Returns the algorithm for calls of any size.
    public static Algorithm<Scanning> auto(Group g) {
        return g.hierarchy != null && g.hierarchy.inOrder ? HIERARCHICAL : LINEAR;
    }

    /// Piece by piece, each host reduces and the leaders scan the results. Each host copies what its leader has got,
    /// and combines it with a scan of its own.
    private static void hierarchical(Reduction r, boolean inclusive) {
        Group g = r.g;
        Hierarchy h = g.hierarchy;
        if (!h.inOrder) {
            linear(r, inclusive);
            return;
        }
        long before = g.buffers.staging;
        long step = SystemLayout.STAGING_BYTES / r.width;
        for (long i = 0; i < r.count; i += step) {
            long n = Math.min(step, r.count - i);
            long src = r.src + i * r.width;
            long dst = r.dst + i * r.width;
            Reductions.step(h.step(h.here), r, before, src, n);
            if (h.leads()) linear(new Reduction(h.step(h.leaders), r.op, r.type, before, before, n), false);
            Broadcasts.step(h.step(h.here), before, before, n * r.width, 0);
            Group here = h.step(h.here);
            linear(new Reduction(here, r.op, r.type, dst, src, n), inclusive);
            if (h.host() == 0) continue;
            if (inclusive || here.me > 0) r.combine(dst, g.me, before, g.me, dst, n);
            else g.memory.get(dst, g.me, before, n * r.width);
        }
    }

    /// Sets `dst` of member `k` to the combined `src` of members 0 to `k`, or in an `EXSCAN` to `k - 1`: member 0
    /// gets the neutral element. `dst == src` is in place. Positions are offsets in the region.
    public static void scan(Group g, Operation operation, Op op, ElementType type, long dst, long src, long count) {
        var algorithm = g.begin(operation, auto(g), op.ordinal(), count, type.ordinal(), dst, src);
        Reduction r = new Reduction(g, op, type, dst, src, count);
        if (count == 0) g.barrier.meet(0);
        else algorithm.run(r, operation == Operation.INSCAN);
    }

    /// Combines one value of each member, as [#scan] combines elements.
    public static long value(Group g, Operation operation, Op op, ElementType type, long mine) {
        long at = g.slot + SystemLayout.SCALAR;
        int own = g.transport.pe();
        var algorithm = g.begin(operation, auto(g), op.ordinal(), 1, type.ordinal(), at + 8, at);
        g.channel.store(own, at, 8, mine);
        Reduction r = new Reduction(g, op, type, at + 8, at, 1);
        boolean inclusive = operation == Operation.INSCAN_VALUE;
        boolean wide = g.size >= WIDE && g.size <= SystemLayout.RECEIVE_BYTES / Long.BYTES && !g.oversubscribed;
        if (wide && algorithm == LINEAR.run()) rounds(r, inclusive);
        else algorithm.run(r, inclusive);
        return g.channel.load(own, at + 8, 8);
    }

    /// Scans values in log2(p) rounds, after which each member has the values of all: the bits of the linear scan.
    private static void rounds(Reduction r, boolean inclusive) {
        int terms = inclusive ? r.g.me + 1 : r.g.me;
        if (terms == 0) Combine.neutral(r.op, r.type, r.g.memory.stores(r.dst, r.bytes), 1);
        BruckReduce.windows(r, Long.BYTES, terms);
    }

    /// The linear scan: each member combines the sources of all members before it.
    ///
    /// ```
    /// p = 5    rendezvous;  0: 0   1: 01   2: 012   3: 0123   4: 01234;  rendezvous
    /// ```
    ///
    /// `2 lg p alpha + p n beta + p n gamma` for the last member. Short sources, and those in place, are
    /// first copied to receive buffers, one piece after the other, with one rendezvous each.
    private static void linear(Reduction r, boolean inclusive) {
        Group g = r.g;
        if (r.dst != r.src && !g.buffers.stages(r.bytes)) {
            g.calls.ticks(2);
            g.barrier.meet(0);
            fold(r, inclusive, r.dst, r.src, r.count);
            g.barrier.meet(1);
            return;
        }
        long step = SystemLayout.RECEIVE_BYTES / r.width;
        g.calls.ticks((r.count + step - 1) / step);
        for (long i = 0, tick = 0; i < r.count; i += step, tick++) {
            long n = Math.min(step, r.count - i);
            long buffer = g.buffers.meeting().receive;
            g.memory.get(buffer, g.me, r.src + i * r.width, n * r.width);
            g.barrier.meet(tick);
            fold(r, inclusive, r.dst + i * r.width, buffer, n);
        }
    }

    private static void fold(Reduction r, boolean inclusive, long to, long from, long n) {
        int terms = inclusive ? r.g.me + 1 : r.g.me;
        if (terms == 0) Combine.neutral(r.op, r.type, r.g.memory.address(0, to), n);
        else r.fold(terms, to, from, n);
    }
}
