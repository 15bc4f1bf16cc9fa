// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.algorithm;

import java.util.List;
import org.jshmem.Collective;
import org.jshmem.collective.Group;
import org.jshmem.collective.Transfer;
import org.jshmem.collective.choice.Algorithm;
import org.jshmem.collective.diagnose.Operation;
import org.jshmem.collective.kernel.ElementType;
import org.jshmem.collective.layout.Hash;

/// The algorithms of collect and fcollect, which gather the blocks of all members at all. Each member copies data
/// that others have left in their own memory; no PE writes to another PE's objects.
public final class Gathers {
    /// The `src` of a member that contributes nothing to a collect.
    public static final long NO_SOURCE = -1;

    private static final int PLACE_BITS = 16;
    private static final int SOURCE = 4; // among collect's arguments

    private static final Algorithm<Gathering> LINEAR =
            new Algorithm<>("linear", LinearGather::run, "each copies from each source");
    private static final Algorithm<Gathering> HIERARCHICAL =
            new Algorithm<>("hierarchical", HierarchicalGather::run, "each block comes to a host once");

    /// The algorithms of collect and of fcollect.
    public static final List<Algorithm<Gathering>> ALL = List.of(LINEAR, HIERARCHICAL);

    private Gathers() {}

    /// The method of an algorithm of collect and fcollect.
    @FunctionalInterface
    public interface Gathering {

        /// Copies each member's block at `src` to its place after `dst`, by [Group#offsets]; `first` is the first
        /// free tick. There are at least two members.
        void run(Group g, Transfer transfer, long dst, long src, int first);
    }

    /// Returns the algorithm for calls of any size: members of a collect agree on no size before it begins.
    public static Algorithm<Gathering> auto(Group g) {
        return g.hierarchy != null ? HIERARCHICAL : LINEAR;
    }

    /// Sets `dst` to the `count` elements of `src` of member 0, then those of member 1, and so on. Positions are
    /// offsets in the region.
    public static void fcollect(Group g, ElementType type, long dst, long src, long count) {
        Algorithm<Gathering> algorithm = g.chosen(Collective.FCOLLECT, auto(g));
        Transfer transfer = g.transfer(Collective.FCOLLECT);
        g.calls.begin(Operation.FCOLLECT, count, type.ordinal(), dst, src, algorithm.code(transfer.direct), 0);
        long[] offsets = g.offsets();
        for (int k = 0; k <= g.size; k++) offsets[k] = k * count * type.bytes();
        run(g, transfer, algorithm, dst, src, 0);
    }

    /// Gathers as [#fcollect] with a `count` of its own for each member. `capacity` is the number of elements of
    /// `dst`; if it is too small, all members throw `IndexOutOfBoundsException` before any of them writes. A member
    /// without a contribution passes [#NO_SOURCE].
    public static void collect(Group g, ElementType type, long dst, long src, long count, long capacity) {
        Algorithm<Gathering> algorithm = g.chosen(Collective.COLLECT, auto(g));
        Transfer transfer = g.transfer(Collective.COLLECT);
        g.calls.begin(Operation.COLLECT, type.ordinal(), dst, capacity, algorithm.code(transfer.direct), src, 0);
        long[] offsets = g.offsets();
        g.calls.ticks(2); // the first is not the last
        g.buffers.shareWords(count << PLACE_BITS | place(src), offsets, 0);
        int bringer = bringer(g, offsets);
        // the others' sources are symmetric: they have one offset
        long theirs = src == NO_SOURCE && bringer >= 0 ? g.calls.argument(bringer, SOURCE) : src;
        long sum = 0;
        for (int k = 0; k < g.size; k++) {
            long bytes = (offsets[k] >>> PLACE_BITS) * type.bytes();
            offsets[k] = sum;
            sum += bytes;
        }
        offsets[g.size] = sum;
        if (sum > capacity * type.bytes()) {
            throw new IndexOutOfBoundsException(
                    "PE %d/%d: collect of %d elements in all does not fit dst, length=%d; make dst longer or collect less"
                            .formatted(g.transport.pe(), g.transport.npes(), sum / type.bytes(), capacity));
        }
        run(g, transfer, algorithm, dst, theirs, 1);
    }

    /// Returns a few bits that distinguish places; members share them together with counts.
    private static long place(long src) {
        return src == NO_SOURCE ? 0 : Hash.mix(0, src) >>> 64 - PLACE_BITS;
    }

    /// Returns a member that contributes elements, or -1. All that contribute must have named the same source. They
    /// could not agree on it earlier, since members without a contribution may name none.
    private static int bringer(Group g, long[] words) {
        int bringer = -1;
        for (int k = 0; k < g.size; k++) {
            if (words[k] >>> PLACE_BITS == 0) continue;
            if (bringer < 0) bringer = k;
            else if ((words[k] ^ words[bringer]) << 64 - PLACE_BITS != 0) throw g.calls.differ(bringer, k);
        }
        return bringer;
    }

    private static void run(Group g, Transfer transfer, Algorithm<Gathering> algorithm, long dst, long src, int first) {
        if (g.size == 1) transfer.take(dst, 0, src, g.offsets()[1]);
        else algorithm.run().run(g, transfer, dst, src, first);
    }
}
