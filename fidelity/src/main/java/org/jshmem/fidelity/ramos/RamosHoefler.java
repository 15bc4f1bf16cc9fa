// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.ramos;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jshmem.fidelity.Experiment;
import org.jshmem.fidelity.FigurePlan;
import org.jshmem.fidelity.Paper;
import org.jshmem.papers.ramos.MinMaxModel;
import org.jshmem.papers.ramos.Optimum;
import org.jshmem.sim.cost.Machine;

/// The experiments of Ramos & Hoefler, "Modeling communication in cache-coherent SMP systems: a case-study with
/// Xeon Phi", HPDC 2013.
public final class RamosHoefler implements Paper {
    private static final int MEDIANS = 21;
    private static final int BOXPLOT = 11; // seeds
    private static final int LARGEST = 60;
    private static final int[][] BROADCAST_TREES = {{5, 5}, {4, 4, 3}}; // printed for 30 and 60 threads
    private static final int[][] REDUCTION_TREES = {{3, 3, 2}, {4, 4, 3}};
    private static final int[] PARTNERS = {6, 4};

    /// For the service loader.
    public RamosHoefler() {}

    @Override
    public String name() {
        return "ramos";
    }

    @Override
    public List<Experiment> experiments() {
        return List.of(
                Experiment.of("R-43", RamosHoefler::curvature),
                Experiment.of("R-44", RamosHoefler::inMemory),
                Experiment.of(
                        "R-45", m -> Scenes.flatBroadcast(m, LARGEST) / Scenes.senderDriven(m, LARGEST, Scenes.LARGE)),
                Experiment.of("R-51", m -> Math.max(oneLine(m, 5), oneLine(m, LARGEST - 1))),
                Experiment.of("R-60", RamosHoefler::found),
                Experiment.of("R-64/reduction", m -> excess(m, REDUCTION_TREES, false)),
                Experiment.of("R-64/broadcast", m -> excess(m, BROADCAST_TREES, true)),
                Experiment.of("R-70", m -> most(n -> advantage(m, n), 16, 30, 48, 60)),
                Experiment.of("R-71/reduction", m -> inBand(m, Curve.REDUCTION)),
                Experiment.of(
                        "R-71/others",
                        m -> Arrays.stream(Curve.values())
                                .filter(curve -> curve != Curve.REDUCTION)
                                .mapToDouble(curve -> inBand(m, curve))
                                .min()
                                .orElseThrow()),
                Experiment.several(
                        List.of("R-72", "R-72/all", "R-73/barrier", "R-73/mpi", "R-74/mpi"),
                        m -> new Libraries(m).compared()),
                Experiment.of(
                        "R-74",
                        m -> -most(n -> -Scenes.pipelinedBroadcast(m, n) / Scenes.flatBroadcast(m, n), 8, 16, 32, 60)));
    }

    private static double most(IntToDoubleFunction value, int... threads) {
        return IntStream.of(threads).mapToDouble(value).max().orElseThrow();
    }

    /// Fits `o n + q - p / n` by least squares to the readers of a line in memory; returns p over q.
    private static double curvature(Machine m) {
        double[][] sums = new double[3][4];
        for (int n = 1; n < LARGEST; n++) {
            double[] terms = {n, 1, -1.0 / n, Scenes.readers(m, n, true)};
            for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) sums[i][j] += terms[i] * terms[j];
        }
        for (int i = 0; i < 3; i++) {
            for (int k = 0; k < 3; k++) {
                double factor = sums[k][i] / sums[i][i];
                for (int j = 0; j < 4 && k != i; j++) sums[k][j] -= factor * sums[i][j];
            }
        }
        return sums[2][3] / sums[2][2] / (sums[1][3] / sums[1][1]);
    }

    /// Returns the ratio, of three broadcasts from memory over broadcasts from caches, that is furthest from 1.
    private static double inMemory(Machine m) {
        TreeShape tree = TreeShape.levels(LARGEST, optimum(m).broadcastTree(LARGEST));
        return Experiment.furthest(
                1,
                Scenes.smallBroadcast(m, tree, true) / Scenes.smallBroadcast(m, tree),
                Scenes.large(m, LARGEST, false, true) / Scenes.flatBroadcast(m, LARGEST),
                Scenes.large(m, LARGEST, true, true) / Scenes.pipelinedBroadcast(m, LARGEST));
    }

    private static double oneLine(Machine m, int children) {
        return Scenes.notifyBack(m, children, true) / Scenes.notifyBack(m, children, false);
    }

    static Optimum optimum(Machine m) {
        return new Optimum(MinMaxModel.of(m::value));
    }

    /// Returns how many of the six printed parameters the search finds.
    private static double found(Machine m) {
        int found = 0;
        for (int i = 0; i < 2; i++) {
            int n = 30 * (i + 1);
            if (Arrays.equals(BROADCAST_TREES[i], optimum(m).broadcastTree(n))) found++;
            if (Arrays.equals(REDUCTION_TREES[i], optimum(m).reductionTree(n))) found++;
            if (PARTNERS[i] == optimum(m).barrierPartners(n)) found++;
        }
        return found;
    }

    /// Returns by how much the printed trees for 30 and 60 threads are slower than the best ones, in percent.
    private static double excess(Machine m, int[][] printed, boolean broadcast) {
        double most = 0;
        for (int i = 0; i < 2; i++) {
            int n = 30 * (i + 1);
            double best = Double.MAX_VALUE;
            for (int[] k : Optimum.trees(n, 4)) best = Math.min(best, treeTime(m, n, k, broadcast));
            most = Math.max(most, 100 * (treeTime(m, n, printed[i], broadcast) / best - 1));
        }
        return most;
    }

    private static double treeTime(Machine m, int n, int[] k, boolean broadcast) {
        TreeShape tree = TreeShape.levels(n, k);
        return broadcast ? Scenes.smallBroadcast(m, tree) : Scenes.reduction(m, tree);
    }

    /// Returns the time of the optimal tree over that of the best other one.
    private static double advantage(Machine m, int n) {
        double best = usual(n).values().stream()
                .mapToDouble(other -> median(m, other))
                .min()
                .orElseThrow();
        return median(m, TreeShape.levels(n, optimum(m).broadcastTree(n))) / best;
    }

    /// Returns the trees that figure 9 compares with the optimal one, by their names.
    static Map<String, TreeShape> usual(int n) {
        Map<String, TreeShape> trees = new LinkedHashMap<>();
        trees.put("flat", TreeShape.flat(n));
        trees.put("binomial", TreeShape.nomial(n, 2));
        trees.put("3-nomial", TreeShape.nomial(n, 3));
        trees.put("Fibonacci, o = L/2", TreeShape.fibonacci(n, 2));
        trees.put("Fibonacci, o = L/4", TreeShape.fibonacci(n, 4));
        return trees;
    }

    static double median(Machine m, TreeShape tree) {
        double[] nanos = seeded(MEDIANS, () -> Scenes.smallBroadcast(m, tree));
        Arrays.sort(nanos);
        return nanos[MEDIANS / 2];
    }

    @Override
    public List<FigurePlan> figures() {
        return RamosHoeflerFigures.all();
    }

    /// Returns the time of a scene with each of the first seeds.
    private static double[] seeded(int seeds, ScopedValue.CallableOp<Double, RuntimeException> scene) {
        return LongStream.range(0, seeds)
                .mapToDouble(seed -> ScopedValue.where(Scenes.SEED, seed).call(scene))
                .toArray();
    }

    /// Returns the share of the runs whose time lies between best and worst case, in percent.
    private static double inBand(Machine m, Curve curve) {
        MinMaxModel model = MinMaxModel.of(m::value);
        Optimum optimum = new Optimum(model);
        long inside = 0;
        for (int n = 2; n <= LARGEST; n++) {
            int threads = n;
            MinMaxModel.Band band = curve.formula.band(model, n, optimum);
            inside += Arrays.stream(seeded(BOXPLOT, () -> curve.simulated.nanos(m, threads, optimum)))
                    .filter(band::contains)
                    .count();
        }
        return 100.0 * inside / BOXPLOT / (LARGEST - 1);
    }
}
