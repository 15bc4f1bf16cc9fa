// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.ramos;

import static org.jshmem.fidelity.Experiment.noisy;
import static org.jshmem.fidelity.Experiment.quiet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jshmem.fidelity.Experiment;
import org.jshmem.fidelity.Paper;
import org.jshmem.fidelity.Target;
import org.jshmem.fidelity.baseline.Baselines;
import org.jshmem.report.Figure;
import org.jshmem.sim.model.Machine;

/// The experiments of Ramos & Hoefler, "Modeling communication in cache-coherent SMP systems: a case-study with Xeon
/// Phi", HPDC 2013.
public final class RamosHoefler implements Paper {
    private static final int MEDIANS = 21;
    private static final int LARGEST = 60;

    /// For the service loader.
    public RamosHoefler() {}

    @Override
    public String title() {
        return "R: Ramos & Hoefler, HPDC 2013";
    }

    @Override
    public Machine machine() {
        return Machine.named("knc");
    }

    @Override
    public List<Target> targets() {
        return Target.read(RamosHoefler.class, "targets.csv");
    }

    @Override
    public List<Experiment> experiments() {
        List<Experiment> all = new ArrayList<>();
        lines(all);
        notification(all);
        optima(all);
        rankings(all);
        for (Curve curve : Curve.values()) all.add(inBand(curve));
        for (int n : new int[] {8, 16, 32, 60}) {
            all.add(noisy("R-74/" + n, (m, s) -> Scenes.pipelinedBroadcast(m, s, n) / Scenes.flatBroadcast(m, s, n)));
        }
        all.add(noisy(
                "R-45/large", (m, s) -> Scenes.flatBroadcast(m, s, 60) / Scenes.senderDriven(m, s, 60, Scenes.LARGE)));
        all.add(noisy(
                "R-45/line",
                (m, s) -> Scenes.smallBroadcast(m, s, TreeShape.flat(60)) / Scenes.senderDriven(m, s, 60, 64)));
        all.add(new Experiment("R-7 libraries", false, 0, true, (m, s) -> new Libraries(m).compared()));
        all.add(new Experiment("R-M", false, 0, false, (m, s) -> slowerMpi(m)));
        return all;
    }

    /// Returns rows of the libraries on a machine whose messages of MPI have the software that R-72 needs.
    private static Map<String, Double> slowerMpi(Machine m) {
        Map<String, Double> all = new Libraries(m.with("t_mpi", Baselines.MESSAGE)).compared();
        Map<String, Double> values = new LinkedHashMap<>();
        for (String id : new String[] {"R-72", "R-72/all", "R-73/mpi", "R-74/mpi"})
            values.put("R-M/" + id, all.get(id));
        values.put("R-M/cost", Baselines.MESSAGE / 1000);
        return values;
    }

    private static void lines(List<Experiment> all) {
        for (String symbol : new String[] {"R_L", "R_R", "R_I"}) {
            all.add(quiet("R-11/" + symbol, (m, s) -> m.value(symbol)));
        }
        all.add(quiet("R-12", (m, s) -> distance(m)));
        all.add(quiet("R-20/model", (m, s) -> Scenes.pingPong(m, s, 1, false, false)));
        all.add(noisy("R-20/measured", (m, s) -> Scenes.pingPong(m, s, 1, false, false)));
        all.add(quiet("R-21/model", (m, s) -> Scenes.pingPong(m, s, 1, true, false)));
        all.add(noisy("R-21/measured", (m, s) -> Scenes.pingPong(m, s, 1, true, false)));
        for (int n = 2; n <= 128; n *= 2) {
            int lines = n;
            all.add(quiet("R-30/" + n, (m, s) -> Scenes.pingPong(m, s, lines, false, false)));
            all.add(quiet("R-31/" + n, (m, s) -> Scenes.pingPong(m, s, lines, true, true)));
        }
        all.add(quiet("R-32/E", (m, s) -> new MinMaxModel(m).lines(1, false)));
        all.add(quiet("R-32/I", (m, s) -> new MinMaxModel(m).lines(1, true)));
        all.add(quiet("R-40", (m, s) -> Scenes.readers(m, s, 1)));
        all.add(quiet("R-41", (m, s) -> contention(m, s)));
        all.add(quiet("R-43", (m, s) -> curvature(m)));
        OptionalLong none = OptionalLong.empty();
        all.add(quiet("R-44/small-broadcast", (m, s) -> {
            TreeShape tree = TreeShape.levels(LARGEST, optimum(m).broadcastTree(LARGEST));
            return Scenes.smallBroadcast(m, none, tree, true) / Scenes.smallBroadcast(m, none, tree);
        }));
        all.add(quiet(
                "R-44/flat-broadcast",
                (m, s) -> Scenes.large(m, none, LARGEST, false, true) / Scenes.flatBroadcast(m, none, LARGEST)));
        all.add(quiet(
                "R-44/pipelined-broadcast",
                (m, s) -> Scenes.large(m, none, LARGEST, true, true) / Scenes.pipelinedBroadcast(m, none, LARGEST)));
        all.add(quiet("R-42", (m, s) -> Scenes.pairs(m, s, 30) / Scenes.pairs(m, s, 1)));
    }

    private static double distance(Machine m) {
        double least = Double.MAX_VALUE;
        double most = 0;
        for (int other = 1; other < LARGEST; other++) {
            double nanos = Scenes.fetch(m, other);
            least = Math.min(least, nanos);
            most = Math.max(most, nanos);
        }
        return most / least;
    }

    private static double contention(Machine m, OptionalLong seed) {
        MinMaxModel model = new MinMaxModel(m);
        double worst = 0;
        for (int n = 1; n < LARGEST; n++) {
            worst = Math.max(worst, Math.abs(Scenes.readers(m, seed, n) - model.contention(n)));
        }
        return worst;
    }

    /// Fits `o n + q - p / n` by least squares to the readers of a line in memory; returns p over q.
    private static double curvature(Machine m) {
        double[][] sums = new double[3][4];
        for (int n = 1; n < LARGEST; n++) {
            double[] terms = {n, 1, -1.0 / n, Scenes.readers(m, OptionalLong.empty(), n, true)};
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

    private static void notification(List<Experiment> all) {
        Map<String, int[]> orders = new LinkedHashMap<>();
        orders.put("last", new int[] {0, 1, 2});
        orders.put("between", new int[] {0, 2, 1, 2});
        orders.put("first", new int[] {2, 0, 2, 1, 2});
        orders.forEach((poller, order) -> all.add(quiet("R-50/" + poller, (m, s) -> Scenes.interference(m, order))));
        for (int children : new int[] {5, 59}) {
            all.add(noisy(
                    "R-51/" + children,
                    (m, s) -> Scenes.notifyBack(m, s, children, true) / Scenes.notifyBack(m, s, children, false)));
        }
    }

    private static void optima(List<Experiment> all) {
        int[][] broadcast = {{5, 5}, {4, 4, 3}};
        int[][] reduction = {{3, 3, 2}, {4, 4, 3}};
        for (int i = 0; i < 2; i++) {
            int n = 30 * (i + 1);
            int[] down = broadcast[i];
            int[] up = reduction[i];
            String id = "R-6" + i;
            all.add(quiet(id + "/broadcast", (m, s) -> found(down, optimum(m).broadcastTree(n))));
            all.add(quiet(id + "/reduction", (m, s) -> found(up, optimum(m).reductionTree(n))));
            all.add(quiet(id + "/barrier", (m, s) -> optimum(m).barrierPartners(n)));
            all.add(quiet("R-64/broadcast/" + n, (m, s) -> excess(m, n, down, true)));
            all.add(quiet("R-64/reduction/" + n, (m, s) -> excess(m, n, up, false)));
        }
        all.add(noisy("R-62/30", (m, s) -> saving(Scenes.barrier(m, s, 30, 6), Scenes.barrier(m, s, 30, 1))));
        all.add(noisy("R-62/60", (m, s) -> saving(Scenes.barrier(m, s, 60, 4), Scenes.barrier(m, s, 60, 3))));
        all.add(noisy("R-63", (m, s) -> Scenes.barrier(m, s, 28, 6) / Scenes.barrier(m, s, 27, 3)));
    }

    private static Optimum optimum(Machine m) {
        return new Optimum(new MinMaxModel(m));
    }

    private static double found(int[] printed, int[] best) {
        return Arrays.equals(printed, best) ? 1 : 0;
    }

    private static double saving(double before, double after) {
        return 100 * (1 - after / before);
    }

    private static double excess(Machine m, int n, int[] printed, boolean broadcast) {
        double best = Double.MAX_VALUE;
        for (int[] k : Optimum.trees(n, 4)) best = Math.min(best, treeTime(m, n, k, broadcast));
        return 100 * (treeTime(m, n, printed, broadcast) / best - 1);
    }

    private static double treeTime(Machine m, int n, int[] k, boolean broadcast) {
        TreeShape tree = TreeShape.levels(n, k);
        OptionalLong quiet = OptionalLong.empty();
        return broadcast ? Scenes.smallBroadcast(m, quiet, tree) : Scenes.reduction(m, quiet, tree);
    }

    private static void rankings(List<Experiment> all) {
        for (int n : new int[] {16, 30, 48, 60}) {
            all.add(quiet("R-70/" + n, (m, s) -> {
                double own = median(m, TreeShape.levels(n, optimum(m).broadcastTree(n)));
                double ratio = 0;
                for (TreeShape other : others(n).values()) ratio = Math.max(ratio, own / median(m, other));
                return ratio;
            }));
        }
    }

    private static Map<String, TreeShape> others(int n) {
        Map<String, TreeShape> trees = new LinkedHashMap<>();
        trees.put("flat", TreeShape.flat(n));
        trees.put("binomial", TreeShape.nomial(n, 2));
        trees.put("3-nomial", TreeShape.nomial(n, 3));
        trees.put("Fibonacci, o = L/2", TreeShape.fibonacci(n, 2));
        trees.put("Fibonacci, o = L/4", TreeShape.fibonacci(n, 4));
        return trees;
    }

    private static double median(Machine m, TreeShape tree) {
        double[] nanos = new double[MEDIANS];
        for (int seed = 0; seed < MEDIANS; seed++) nanos[seed] = Scenes.smallBroadcast(m, OptionalLong.of(seed), tree);
        Arrays.sort(nanos);
        return nanos[MEDIANS / 2];
    }

    private static Experiment inBand(Curve curve) {
        return noisy(curve.id, (m, seed) -> {
            MinMaxModel model = new MinMaxModel(m);
            Optimum optimum = new Optimum(model);
            int inside = 0;
            for (int n = 2; n <= LARGEST; n++) {
                if (curve.band(model, n, optimum).contains(curve.nanos(m, seed, n, optimum))) inside++;
            }
            return 100.0 * inside / (LARGEST - 1);
        });
    }

    @Override
    public List<Figure> figures(Machine machine, int seeds) {
        List<Figure> figures = new ArrayList<>();
        for (Curve curve : Curve.values()) figures.add(figure(curve, machine, Math.min(seeds, MEDIANS)));
        return figures;
    }

    private static Figure figure(Curve curve, Machine machine, int seeds) {
        MinMaxModel model = new MinMaxModel(machine);
        Optimum optimum = new Optimum(model);
        List<Figure.Point> simulated = new ArrayList<>();
        List<Figure.Point> least = new ArrayList<>();
        List<Figure.Point> most = new ArrayList<>();
        for (int n = 2; n <= LARGEST; n += 2) {
            double[] nanos = new double[seeds];
            for (int seed = 0; seed < seeds; seed++) {
                nanos[seed] = curve.nanos(machine, OptionalLong.of(seed), n, optimum) / 1000;
            }
            Arrays.sort(nanos);
            simulated.add(new Figure.Point(
                    n, nanos[seeds / 2], nanos[seeds * 5 / 100], nanos[seeds * 95 / 100], seeds + " seeds", ""));
            MinMaxModel.Band band = curve.band(model, n, optimum);
            least.add(exactly(n, band.min() / 1000));
            most.add(exactly(n, band.max() / 1000));
        }
        List<Figure.Series> series = List.of(
                new Figure.Series("simulated", "simulated", "", "", true, simulated),
                new Figure.Series("best case of the paper", Figure.REFERENCE, Figure.REFERENCE, "", true, least),
                new Figure.Series("worst case of the paper", Figure.REFERENCE, Figure.REFERENCE, "", true, most));
        return new Figure(
                curve.id.replaceAll("\\W+", "-"),
                curve.title,
                "Median and 5 to 95 % of the seeds, between the paper's best and worst case. The paper's measured points are"
                        + " printed as pictures only.",
                Figure.Kind.LINES,
                new Figure.Axis("threads", "linear"),
                new Figure.Axis("us", "linear"),
                List.of(),
                series);
    }

    private static Figure.Point exactly(double x, double y) {
        return new Figure.Point(x, y, y, y, "formula", "");
    }
}
