// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.algorithm;

import java.util.List;
import org.jshmem.collective.Group;
import org.jshmem.collective.Hierarchy;
import org.jshmem.collective.choice.Algorithm;
import org.jshmem.collective.diagnose.CallLog;
import org.jshmem.collective.diagnose.Operation;
import org.jshmem.collective.kernel.ElementType;

/// The algorithms of collect and fcollect, which gather the blocks of all members at all. Each member copies data
/// that others have left in their own memory; no PE writes to another PE's objects.
public final class Gathers {
    /// The `src` of a member that contributes nothing to a collect.
    public static final long NO_SOURCE = -1;

    private static final int TAG_BITS = 16;

    private static final Algorithm<Gathering> LINEAR =
            new Algorithm<>("linear", Gathers::linear, "each copies from each source");
    private static final Algorithm<Gathering> HIERARCHICAL =
            new Algorithm<>("hierarchical", Gathers::hierarchical, "each block comes to a host once");

    /// The algorithms of collect and of fcollect.
    public static final List<Algorithm<Gathering>> ALL = List.of(LINEAR, HIERARCHICAL);

    private Gathers() {}

    /// The method of an algorithm of collect and fcollect.
    @FunctionalInterface
    public interface Gathering {

        /// Copies each member's block at `src` to its place after `dst`: `offsets` has the place of each block, and the
        /// end; `first` is the first free tick.
        void run(Group g, long dst, long src, long[] offsets, int first);
    }

    /// Returns the algorithm for calls of any size: members of a collect agree on no size before it begins.
    public static Algorithm<Gathering> auto(Group g) {
        return g.hierarchy != null ? HIERARCHICAL : LINEAR;
    }

    /// Sets `dst` to the `count` elements of `src` of member 0, then those of member 1, and so on. Positions are
    /// offsets in the region.
    public static void fcollect(Group g, ElementType type, long dst, long src, long count) {
        var algorithm = g.begin(Operation.FCOLLECT, auto(g), count, type.ordinal(), dst, src, 0);
        algorithm.run(g, dst, src, equalBlocks(g, count * type.bytes), 0);
    }

    /// Gathers as [#fcollect] with a `count` of its own for each member. `capacity` is the number of elements of
    /// `dst`; if it is too small, all members throw `IndexOutOfBoundsException` before any of them writes. A member
    /// without a contribution passes [#NO_SOURCE].
    public static void collect(Group g, ElementType type, long dst, long src, long count, long capacity) {
        var algorithm = g.begin(Operation.COLLECT, auto(g), type.ordinal(), dst, capacity, 0, src);
        long[] offsets = new long[g.size + 1];
        int contributor = shareCounts(g, "collect", type, src, count, capacity, offsets);
        // the others' sources are symmetric: they have one offset
        long theirs = src == NO_SOURCE && contributor >= 0 ? g.calls.argument(contributor, CallLog.SOURCE) : src;
        algorithm.run(g, dst, theirs, offsets, 1);
    }

    /// Returns the offsets of blocks of one size.
    static long[] equalBlocks(Group g, long bytes) {
        long[] offsets = new long[g.size + 1];
        for (int k = 0; k <= g.size; k++) offsets[k] = k * bytes;
        return offsets;
    }

    /// Returns the value of each member.
    public static long[] values(Group g, ElementType type, long mine) {
        g.begin(Operation.COLLECT_VALUE, auto(g), type.ordinal(), 0, 0, 0, 0);
        long[] words = new long[g.size];
        g.buffers.shareWords(mine, words, 0);
        return words;
    }

    /// Shares the members' counts and computes the offsets of their blocks from them, in the first tick. Returns a
    /// member that contributes elements, or -1. All members throw if `capacity` elements are too few for `verb`.
    static int shareCounts(
            Group g, String verb, ElementType type, long src, long count, long capacity, long[] offsets) {
        g.calls.ticks(2); // the first is not the last
        g.buffers.shareWords(count << TAG_BITS | sourceTag(src), offsets, 0);
        int contributor = contributor(g, offsets);
        long sum = 0;
        for (int k = 0; k < g.size; k++) {
            long bytes = (offsets[k] >>> TAG_BITS) * type.bytes;
            offsets[k] = sum;
            sum += bytes;
        }
        offsets[g.size] = sum;
        if (sum > capacity * type.bytes) {
            throw new IndexOutOfBoundsException(
                    "PE %d/%d: %s of %d elements in all does not fit dst, length=%d; make dst longer or %s less"
                            .formatted(
                                    g.transport.pe(),
                                    g.transport.npes(),
                                    verb,
                                    sum / type.bytes,
                                    capacity,
                                    verb.equals("collect") ? verb : "gather"));
        }
        return contributor;
    }

    /// Returns a few bits that distinguish sources; members share them together with counts.
    private static long sourceTag(long src) {
        return src == NO_SOURCE ? 0 : CallLog.mix(0, src) >>> 64 - TAG_BITS;
    }

    /// Returns a member that contributes elements, or -1. All that contribute must have named the same source. They
    /// could not agree on it earlier, since members without a contribution may name none.
    private static int contributor(Group g, long[] words) {
        int contributor = -1;
        for (int k = 0; k < g.size; k++) {
            if (words[k] >>> TAG_BITS == 0) continue;
            if (contributor < 0) contributor = k;
            else if ((words[k] ^ words[contributor]) << 64 - TAG_BITS != 0) throw g.calls.differ();
        }
        return contributor;
    }

    /// The linear gather: each member copies from each, beginning with its neighbour.
    ///
    /// ```
    /// p = 5    rendezvous
    ///          2 copies from 3, 4, 0, 1 while 3 copies from 4, 0, 1, 2 ...
    ///          rendezvous
    /// ```
    ///
    /// 2 rendezvous, (p - 1)n bytes for each member: `2 lg p alpha + (p - 1)n beta`. Short blocks are first
    /// copied to a receive buffer, so that no member waits for their readers: one rendezvous.
    private static void linear(Group g, long dst, long src, long[] offsets, int first) {
        long longest = 0;
        for (int k = 0; k < g.size; k++) longest = Math.max(longest, offsets[k + 1] - offsets[k]);
        boolean staged = g.buffers.stages(longest);
        long from = staged ? g.buffers.meeting().receive : src;
        if (staged) g.memory.get(from, g.me, src, offsets[g.me + 1] - offsets[g.me]);
        g.calls.ticks(first + (staged ? 1 : 2));
        g.barrier.meet(first);
        for (int d = 0; d < g.size; d++) {
            int k = (g.me + d) % g.size;
            g.memory.getNbi(dst + offsets[k], k, from, offsets[k + 1] - offsets[k]);
        }
        g.memory.quiet();
        if (!staged) g.barrier.meet(first + 1);
    }

    /// The gather by hosts: the leader of a host copies the blocks of its members, then those of the other
    /// hosts from their leaders; the members of each host copy all blocks from their leader.
    ///
    /// ```
    /// members 0 1 on one host, 2 3 on another
    ///   0 copies block 1 of 1             2 copies block 3 of 3
    ///   0 copies blocks 2 3 of 2          2 copies blocks 0 1 of 0
    ///   1 copies blocks 0 1 2 3 of 0      3 copies blocks 0 1 2 3 of 2
    /// ```
    ///
    /// A host of m members receives p - m blocks instead of m times as many, in a message from each other
    /// host if its members are adjacent in the team.
    private static void hierarchical(Group g, long dst, long src, long[] offsets, int first) {
        Hierarchy h = g.hierarchy;
        h.arriveHere();
        if (h.leads()) {
            for (int k = 0; k < g.size; k++) {
                if (h.host(k) == h.host()) g.memory.get(dst + offsets[k], k, src, offsets[k + 1] - offsets[k]);
            }
            exchange(h, dst, offsets);
        }
        Broadcasts.step(h.step(h.here), dst, dst, offsets[g.size], 0);
    }

    private static void exchange(Hierarchy h, long dst, long[] offsets) {
        Group leaders = h.step(h.leaders);
        int members = offsets.length - 1;
        leaders.calls.ticks(2);
        leaders.barrier.meet(0);
        for (int k = 0, end; k < members; k = end) {
            int host = h.host(k);
            for (end = k + 1; end < members && h.host(end) == host; ) end++;
            if (host == h.host()) continue;
            leaders.memory.get(dst + offsets[k], host, dst + offsets[k], offsets[end] - offsets[k]);
        }
        leaders.barrier.meet(1);
    }
}
