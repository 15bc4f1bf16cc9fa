// SPDX-License-Identifier: Apache-2.0
package org.jshmem.papers.ramos;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/// The search for the trees and the m that minimise the best-case formulas of [MinMaxModel], as in the paper.
///
/// Optimal trees are never unique. Of equally good ones the search returns the lexicographically smallest, the most
/// balanced and the one that the paper prints.
public final class Optimum {
    private static final int DEEPEST = 5;
    private static final double SAME = 1e-6;

    private final MinMaxModel model;

    /// Creates the search over a model's formulas.
    public Optimum(MinMaxModel model) {
        this.model = model;
    }

    /// Returns the children per level of the best small broadcast.
    public int[] broadcastTree(int threads) {
        return best(threads, k -> model.smallBroadcast(k).min());
    }

    /// Returns the children per level of the best reduction.
    public int[] reductionTree(int threads) {
        return best(threads, k -> model.reduction(k).min());
    }

    /// Returns the partners per round of the best barrier, the smallest of equally good ones.
    public int barrierPartners(int threads) {
        int best = threads <= 2 ? 1 : 2;
        for (int m = best; m <= threads; m++) {
            if (model.barrier(threads, m).min() < model.barrier(threads, best).min() - SAME) best = m;
        }
        return best;
    }

    private static int[] best(int threads, ToDoubleFunction<int[]> cost) {
        int[] best = null;
        for (int[] k : trees(threads, DEEPEST)) {
            double gain = best == null ? 1 : cost.applyAsDouble(best) - cost.applyAsDouble(k);
            if (gain > SAME || gain > -SAME && Arrays.compare(k, best) < 0) best = k;
        }
        return best;
    }

    /// Returns all trees for `threads` threads whose levels do not grow and whose last level is not larger than
    /// needed.
    public static List<int[]> trees(int threads, int deepest) {
        List<int[]> found = new ArrayList<>();
        if (threads < 2) return List.of(new int[0]);
        extend(threads, new int[deepest], 0, threads - 1, 1, 1, found);
        return found;
    }

    private static void extend(int threads, int[] k, int depth, int widest, long level, long all, List<int[]> found) {
        long last = (threads - all + level - 1) / level;
        if (last <= widest) {
            k[depth] = (int) last;
            found.add(Arrays.copyOf(k, depth + 1));
        }
        if (depth + 1 == k.length) return;
        for (int width = (int) Math.min(widest, last - 1); width >= 1; width--) {
            k[depth] = width;
            extend(threads, k, depth + 1, width, level * width, all + level * width, found);
        }
    }
}
