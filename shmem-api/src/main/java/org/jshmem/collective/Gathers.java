// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import org.jshmem.Collective;

/// Blocks of all to all. Each copies what others have left in their own memory; nothing is written to another PE's
/// objects.
public final class Gathers {
    private static final int LINEAR = 0;
    private static final int RING = 1;
    private static final int BRUCK = 2;

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
    /// for; `IndexOutOfBoundsException` on all members when that is too little, before anything is written.
    public static void collect(Group g, ElementType type, long dst, long src, long count, long capacity) {
        int row = g.chosen(Collective.COLLECT);
        if (row == Selection.AUTO) row = LINEAR;
        Reach reach = g.reach(Collective.COLLECT);
        g.begin(Operation.COLLECT, type.ordinal(), dst, src, capacity, Selection.code(row, reach.direct), 0);
        long[] offsets = g.offsets();
        g.ticks(2); // the first is not the last
        g.shareWords(count, offsets, 0);
        long sum = 0;
        for (int k = 0; k < g.size(); k++) {
            long bytes = offsets[k] * type.bytes();
            offsets[k] = sum;
            sum += bytes;
        }
        offsets[g.size()] = sum;
        if (sum > capacity * type.bytes()) {
            throw new IndexOutOfBoundsException(
                    "PE %d/%d: collect of %d elements in all does not fit dst, length=%d; make dst longer or collect less"
                            .formatted(g.transport.pe(), g.transport.npes(), sum / type.bytes(), capacity));
        }
        run(g, reach, row, dst, src, 1);
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
