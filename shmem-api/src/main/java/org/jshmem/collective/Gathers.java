// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import org.jshmem.Collective;

/// Blocks of all to all. Each copies what others have left in their own memory; nothing is written to another PE's
/// objects.
public final class Gathers {
    /// The `src` of a member that brings nothing to a collect.
    public static final long NO_SOURCE = -1;

    private static final int LINEAR = 0;
    private static final int RING = 1;
    private static final int BRUCK = 2;

    private static final int PLACE_BITS = 16;
    private static final int OWN = 4; // src among collect's arguments

    static final Selection FCOLLECT_TABLE = table(Collective.FCOLLECT);
    static final Selection COLLECT_TABLE = table(Collective.COLLECT);

    private Gathers() {}

    private static Selection table(Collective collective) {
        return new Selection(
                collective,
                new Selection.Row("linear", "always", "2 barriers + p n b", "each copies from each source"),
                new Selection.Row("ring", "never", "p a + p n b", "blocks travel around"),
                new Selection.Row("bruck", "never", "lg p a + p n b", "windows of blocks double"));
    }

    /// `dst` becomes the `count` elements of `src` of member 0, then those of member 1, ... Positions are offsets
    /// in the region.
    public static void fcollect(Group g, ElementType type, long dst, long src, long count) {
        int row = g.chosen(Collective.FCOLLECT);
        if (row == Selection.AUTO) row = LINEAR;
        Reach reach = g.reach(Collective.FCOLLECT);
        g.begin(Operation.FCOLLECT, count, type.ordinal(), dst, src, Selection.code(row, reach.direct), 0);
        long[] offsets = g.offsets();
        for (int k = 0; k <= g.size(); k++) offsets[k] = k * count * type.bytes();
        run(g, reach, row, dst, src, 0);
    }

    /// As [#fcollect] with a `count` of its own for each member. `capacity` is how many elements `dst` has room
    /// for; `IndexOutOfBoundsException` on all members when that is too little, before anything is written. Who
    /// brings nothing has [#NO_SOURCE].
    public static void collect(Group g, ElementType type, long dst, long src, long count, long capacity) {
        int row = g.chosen(Collective.COLLECT);
        if (row == Selection.AUTO) row = LINEAR;
        Reach reach = g.reach(Collective.COLLECT);
        g.beginOwn(Operation.COLLECT, type.ordinal(), dst, capacity, Selection.code(row, reach.direct), src);
        long[] offsets = g.offsets();
        g.ticks(2); // the first is not the last
        g.shareWords(count << PLACE_BITS | place(src), offsets, 0);
        int bringer = agreed(g, offsets);
        long sum = 0;
        for (int k = 0; k < g.size(); k++) {
            long bytes = (offsets[k] >>> PLACE_BITS) * type.bytes();
            offsets[k] = sum;
            sum += bytes;
        }
        offsets[g.size()] = sum;
        if (sum > capacity * type.bytes()) {
            throw new IndexOutOfBoundsException(
                    "PE %d/%d: collect of %d elements in all does not fit dst, length=%d; make dst longer or collect less"
                            .formatted(g.transport.pe(), g.transport.npes(), sum / type.bytes(), capacity));
        }
        // the others' sources lie where this PE's would
        long theirs = src == NO_SOURCE && bringer >= 0 ? g.argument(bringer, OWN) : src;
        run(g, reach, row, dst, theirs, 1);
    }

    /// A few bits that tell one place from another: counts are shared beside them.
    private static long place(long src) {
        return src == NO_SOURCE ? 0 : Flags.mix(0, src) >>> 64 - PLACE_BITS;
    }

    /// A member that brings something, or -1. All that do must have named the same source, which they could not
    /// agree on earlier, since those that bring nothing may name none.
    private static int agreed(Group g, long[] words) {
        int bringer = -1;
        for (int k = 0; k < g.size(); k++) {
            if (words[k] >>> PLACE_BITS == 0) continue;
            if (bringer < 0) bringer = k;
            else if ((words[k] ^ words[bringer]) << 64 - PLACE_BITS != 0) throw g.differ();
        }
        return bringer;
    }

    /// `first` is the first tick that is free.
    private static void run(Group g, Reach reach, int row, long dst, long src, int first) {
        if (g.size() == 1) {
            reach.take(dst, 0, src, g.offsets()[1]);
            return;
        }
        switch (row) {
            case LINEAR -> LinearGather.run(g, reach, dst, src, first);
            case RING -> RingGather.run(g, reach, dst, src, first);
            case BRUCK -> BruckGather.run(g, reach, dst, src, first);
            default -> throw new IllegalStateException("row " + row);
        }
    }
}
