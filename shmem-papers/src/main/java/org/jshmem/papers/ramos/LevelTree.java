// SPDX-License-Identifier: Apache-2.0
package org.jshmem.papers.ramos;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jshmem.collective.Group;

/// The place of a rank in a tree in which all members of a level have the same number of children, except the last
/// ones.
///
/// @param parent the parent's rank, -1 for the root
/// @param first the first child's rank
/// @param children the number of children
record LevelTree(int parent, int first, int children) {
    private record Key(MinMaxModel model, int p, boolean up) {}

    /// The trees that a search found. They depend on the key alone, so members that share a JVM share them.
    private static final Map<Key, List<Integer>> FOUND = new ConcurrentHashMap<>();

    /// Returns the place of a rank in the best tree of a reduction, `up`, or of a broadcast.
    static LevelTree of(Group g, boolean up, int rank) {
        List<Integer> widths = widths(g, up);
        int level = 0;
        long above = 0; // the first rank of the level above
        long start = 0; // the first rank of this level
        long size = 1;
        while (rank >= start + size) {
            above = start;
            start += size;
            size *= width(widths, level++);
        }
        int parent = rank == 0 ? -1 : (int) (above + (rank - start) / width(widths, level - 1));
        long first = start + size + (rank - start) * width(widths, level);
        return new LevelTree(
                parent, (int) Math.min(first, g.size), Math.clamp(g.size - first, 0, width(widths, level)));
    }

    private static int width(List<Integer> widths, int level) {
        return widths.get(Math.min(level, widths.size() - 1));
    }

    /// Returns two children a level where the lines of no simulated machine have costs.
    private static List<Integer> widths(Group g, boolean up) {
        MinMaxModel model = MinMaxModel.of(g.direct);
        if (model == null || g.size < 3) return List.of(2);
        return FOUND.computeIfAbsent(new Key(model, g.size, up), key -> {
            Optimum optimum = new Optimum(model);
            int[] k = up ? optimum.reductionTree(g.size) : optimum.broadcastTree(g.size);
            return Arrays.stream(k).boxed().toList();
        });
    }
}
