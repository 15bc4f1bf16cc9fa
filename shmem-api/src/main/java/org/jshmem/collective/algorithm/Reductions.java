// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.algorithm;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jshmem.Op;
import org.jshmem.collective.Group;
import org.jshmem.collective.Hierarchy;
import org.jshmem.collective.Reduction;
import org.jshmem.collective.choice.Algorithm;
import org.jshmem.collective.diagnose.Operation;
import org.jshmem.collective.kernel.ElementType;
import org.jshmem.collective.layout.SystemLayout;

/// The algorithms of reduction, whose result is at all members.
///
/// Every algorithm gives equal bits on every PE and in every run. `flat` and `tiled` give the bits of a
/// loop over the members. `rd` and `rsag` give those of a balanced tree. `hierarchical` combines the members of each
/// host, then the hosts, so its bits depend on the placement of members. For integers, minima and
/// maxima all algorithms give equal bits.
public final class Reductions {
    /// Bytes of a slice from which a slice for each member saves time.
    private static final long SLICE = 4 << 10;

    /// Bytes up to which two members send each other all values, or a host of two waits once.
    private static final long PAIR = 256;

    private static final Algorithm<Consumer<Reduction>> FLAT =
            new Algorithm<>("flat", FlatReduce::run, "member 0 combines all, and writes the result to all");
    private static final Algorithm<Consumer<Reduction>> RD =
            new Algorithm<>("rd", PairwiseRounds::doubling, "recursive doubling");
    private static final Algorithm<Consumer<Reduction>> BRUCK =
            new Algorithm<>("bruck", BruckReduce::run, "each sends to the member 2^r before it");
    private static final Algorithm<Consumer<Reduction>> RSAG =
            new Algorithm<>("rsag", Rabenseifner::run, "Rabenseifner: reduce-scatter, all-gather");
    private static final Algorithm<Consumer<Reduction>> RING =
            new Algorithm<>("ring", RingReduce::run, "blocks travel around twice");
    private static final Algorithm<Consumer<Reduction>> TILED =
            new Algorithm<>("tiled", TiledReduce::run, "each combines its slice of all operands for all members");
    private static final Algorithm<Consumer<Reduction>> HIERARCHICAL = new Algorithm<>(
            "hierarchical", Reductions::hierarchical, "each host reduces, then one member of each host");

    /// The algorithms. Each combines the operands of a reduction: at least one element of at least two members.
    public static final List<Algorithm<Consumer<Reduction>>> ALL =
            List.of(FLAT, RD, BRUCK, RSAG, RING, TILED, HIERARCHICAL);

    private Reductions() {}

    /// Returns the algorithm for a call of `bytes` bytes, by measured times.
    public static Algorithm<Consumer<Reduction>> auto(Group g, long bytes) {
        if (g.hierarchy != null) return HIERARCHICAL;
        if (g.oversubscribed) return bytes < SLICE * g.size ? FLAT : TILED;
        if (g.size == 2) return bytes <= PAIR ? RD : RSAG;
        return bytes <= SystemLayout.LINE ? RD : TILED;
    }

    /// Each host reduces, the leaders reduce the results, and each host copies from its leader. A flat reduction of
    /// a host waits for the leaders before it writes, so that its members wait once. Of two members all algorithms
    /// give equal bits.
    private static void hierarchical(Reduction r) {
        Hierarchy h = r.g.hierarchy;
        Group here = h.step(h.here);
        boolean pair = here.size == 2 && r.bytes <= PAIR;
        if (pair || auto(here, r.bytes) == FLAT) {
            FlatReduce.run(new Reduction(here, r.op, r.type, r.dst, r.src, r.count), () -> leaders(h, r));
            return;
        }
        step(here, r, r.dst, r.src, r.count);
        if (h.leads()) leaders(h, r);
        Broadcasts.step(h.step(h.here), r.dst, r.dst, r.bytes, 0);
    }

    private static void leaders(Hierarchy h, Reduction r) {
        step(h.step(h.leaders), r, r.dst, r.dst, r.count);
    }

    /// Reduces within a part of a team, as a step of a call of the whole team.
    static void step(Group part, Reduction whole, long dst, long src, long count) {
        Reduction r = new Reduction(part, whole.op, whole.type, dst, src, count);
        if (part.size == 1) part.memory.get(dst, 0, src, r.bytes); // without a meeting
        else auto(part, r.bytes).run().accept(r);
    }

    /// Sets `dst = src of member 0 op src of member 1 ...` on every member, for `count` elements; `dst == src` is in
    /// place. Positions are offsets in the region.
    public static void reduce(Group g, Op op, ElementType type, long dst, long src, long count) {
        run(g, Operation.REDUCE, op, type, dst, src, count, 0);
    }

    /// Reduces as [#reduce], at member `root` alone.
    public static void reduce(Group g, Op op, ElementType type, long dst, long src, long count, int root) {
        long typed = Operation.rooted(type, root);
        var best = auto(g, count * type.bytes);
        var algorithm = g.begin(Operation.REDUCE_ROOT, best, op.ordinal(), count, typed, dst, src);
        Reduction r = new Reduction(g, op, type, dst, src, count);
        if (g.size == 1) g.memory.get(dst, 0, src, r.bytes);
        else if (count == 0) g.barrier.meet(0);
        else if (g.hierarchy != null) RootedReduce.hierarchical(r, root);
        else if (algorithm == TILED.run() || algorithm != FLAT.run() && r.bytes >= SLICE * g.size) {
            RootedReduce.tiled(r, root);
        } else RootedReduce.flat(r, root);
    }

    /// The names of algorithms that leave the receive buffers alone. A set of the algorithms themselves would hash
    /// records, for which the JDK links method handles during a program's first reduction.
    private static final Set<String> WITHOUT_BUFFERS = Set.of("flat", "rsag", "ring", "tiled", "hierarchical");

    /// Reduces `count` elements of a Java array of each member, in place: piece by piece in a receive buffer, or in the
    /// end of the staging buffer if the algorithm uses the receive buffers.
    public static void reduce(Group g, Op op, ElementType type, MemorySegment values, long count) {
        int own = g.transport.pe();
        for (long i = 0, n; i == 0 || i < count; i += n) {
            long most = Math.min(count - i, SystemLayout.RECEIVE_BYTES / type.bytes);
            var choice = g.choice(Operation.REDUCE_ARRAY, auto(g, most * type.bytes));
            boolean free = WITHOUT_BUFFERS.contains(choice.name());
            n = Math.max(1, free ? most : Math.min(most, Reduction.REST / type.bytes));
            var algorithm = g.begin(Operation.REDUCE_ARRAY, choice, op.ordinal(), count, type.ordinal(), i, 0);
            if (g.size == 1) continue;
            if (count == 0) {
                g.barrier.meet(0);
                return;
            }
            long at = free
                    ? g.buffers.meeting().receive
                    : g.buffers.staging + SystemLayout.STAGING_BYTES - Reduction.REST;
            g.channel.put(own, at, values, i * type.bytes, n * type.bytes);
            algorithm.accept(new Reduction(g, op, type, at, at, n));
            g.channel.get(own, at, values, i * type.bytes, n * type.bytes);
        }
    }

    /// Combines one number of each member.
    public static long reduce(Group g, Op op, long mine) {
        return value(g, op, ElementType.LONG, mine);
    }

    /// Combines one value of each member, given by its bits.
    public static long value(Group g, Op op, ElementType type, long mine) {
        long at = g.slot + SystemLayout.SCALAR;
        run(g, Operation.REDUCE_VALUE, op, type, at + 8, at, 1, mine);
        return g.channel.load(g.transport.pe(), at + 8, 8);
    }

    private static void run(
            Group g, Operation operation, Op op, ElementType type, long dst, long src, long count, long value) {
        long bytes = count * type.bytes;
        var algorithm = g.begin(operation, auto(g, bytes), op.ordinal(), count, type.ordinal(), dst, src);
        if (operation == Operation.REDUCE_VALUE) g.channel.store(g.transport.pe(), src, 8, value);
        Reduction r = new Reduction(g, op, type, dst, src, count);
        if (g.size == 1) g.memory.get(dst, 0, src, bytes);
        else if (count == 0) g.barrier.meet(0);
        else algorithm.accept(r);
    }
}
