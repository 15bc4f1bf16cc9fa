// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.IntFunction;
import org.jshmem.sim.machine.Machine;
import org.jshmem.sim.machine.MinMaxModel;
import org.jshmem.sim.machine.Optimum;

/// The targets R-.. of Ramos & Hoefler on the 5110P: inputs reproduced, and collectives held to the paper's bands and
/// rankings.
final class RamosHoeflerTargets {
    private static final double EXACT = 0.001;

    private final Machine machine;
    private final int seeds;
    private final List<Row> rows = new ArrayList<>();

    RamosHoeflerTargets(Machine machine, int seeds) {
        this.machine = machine;
        this.seeds = seeds;
    }

    List<Row> rows() {
        transfers();
        notification();
        optima();
        rankings();
        bands();
        large();
        return rows;
    }

    private void transfers() {
        Band one = Band.noisy(machine, seeds, (m, seed) -> Scenes.pingPong(m, seed, 1, false, false));
        Band cold = Band.noisy(machine, seeds, (m, seed) -> Scenes.pingPong(m, seed, 1, true, false));
        rows.add(Row.number("R-11", "CAL", "R_L", 8.6, EXACT, "ns", Band.exactly(machine.value("R_L"))));
        rows.add(Row.number("R-11", "CAL", "R_R", 235.8, EXACT, "ns", Band.exactly(machine.value("R_R"))));
        rows.add(Row.number("R-11", "CAL", "R_I", 277.7, EXACT, "ns", Band.exactly(machine.value("R_I"))));
        rows.add(Row.number("R-12", "HELD", "distance: slowest pair over fastest", 1, EXACT, "x", distance()));
        rows.add(Row.number(
                "R-20",
                "CAL",
                "eq. 1, model",
                480.2,
                EXACT,
                "ns",
                quiet((m, s) -> Scenes.pingPong(m, s, 1, false, false))));
        rows.add(Row.number("R-20", "HELD", "ping-pong of a line in E, measured", 497.1, 77.2, "ns", one));
        rows.add(Row.number(
                "R-21",
                "CAL",
                "eq. 1, I, model",
                749.3,
                EXACT,
                "ns",
                quiet((m, s) -> Scenes.pingPong(m, s, 1, true, false))));
        rows.add(Row.number("R-21", "HELD", "ping-pong of a line from I, measured", 842.8, 102, "ns", cold));
        double[] cached = {1125, 1551, 1992, 2669, 3919, 6368, 11240};
        double[] uncached = {1931, 2625, 3257, 4142, 5724, 8792, 14881};
        for (int i = 0; i < cached.length; i++) {
            int n = 2 << i;
            rows.add(Row.number(
                    "R-30",
                    "CAL",
                    "eq. 2, E, " + n + " lines",
                    cached[i],
                    cached[i] * 0.001,
                    "ns",
                    quiet((m, s) -> Scenes.pingPong(m, s, n, false, false))));
            rows.add(Row.number(
                    "R-31",
                    "CAL",
                    "eq. 2, I, " + n + " lines",
                    uncached[i],
                    uncached[i] * 0.001,
                    "ns",
                    quiet((m, s) -> Scenes.pingPong(m, s, n, true, true))));
        }
        MinMaxModel model = new MinMaxModel(machine);
        rows.add(Row.number(
                "R-32",
                "HELD",
                "eq. 2 at one line, E, formula",
                497.1,
                497.1 * 0.02,
                "ns",
                Band.exactly(model.lines(1, false))));
        rows.add(Row.number(
                "R-32",
                "HELD",
                "eq. 2 at one line, I, formula",
                842.8,
                842.8 * 0.02,
                "ns",
                Band.exactly(model.lines(1, true))));
        rows.add(Row.number(
                "R-40", "CAL", "eq. 3, one reader", 244.4, EXACT, "ns", quiet((m, s) -> Scenes.readers(m, s, 1))));
        rows.add(Row.atMost("R-41", "FIT", "eq. 3, n = 1..59: largest difference", EXACT, "ns", contention()));
        rows.add(Row.number(
                "R-42",
                "QUAL",
                "30 pairs on lines of their own over one pair",
                1,
                EXACT,
                "x",
                quiet((m, s) -> Scenes.pairs(m, s, 30) / Scenes.pairs(m, s, 1))));
    }

    private Band quiet(Band.Quantity quantity) {
        return Band.quiet(machine, quantity);
    }

    private Band distance() {
        return quiet((m, s) -> {
            double least = Double.MAX_VALUE;
            double most = 0;
            for (int other = 1; other < 60; other++) {
                double nanos = Scenes.fetch(m, other);
                least = Math.min(least, nanos);
                most = Math.max(most, nanos);
            }
            return most / least;
        });
    }

    private Band contention() {
        return quiet((m, s) -> {
            MinMaxModel model = new MinMaxModel(m);
            double worst = 0;
            for (int n = 1; n <= 59; n++) {
                worst = Math.max(worst, Math.abs(Scenes.readers(m, s, n) - model.contention(n)));
            }
            return worst;
        });
    }

    private void notification() {
        int[][] orders = {{0, 1, 2}, {0, 2, 1, 2}, {2, 0, 2, 1, 2}};
        double[] expected = {749.3, 985.1, 1220.9};
        String[] where = {"last", "between", "first"};
        for (int i = 0; i < 3; i++) {
            int[] order = orders[i];
            rows.add(Row.number(
                    "R-50",
                    "HELD",
                    "fig. 7: two writers, poller " + where[i],
                    expected[i],
                    0,
                    "ns",
                    quiet((m, s) -> Scenes.interference(m, order))));
        }
        for (int children : new int[] {5, 59}) {
            rows.add(Row.atMost(
                    "R-51",
                    "QUAL",
                    "notification back of " + children + ": one line over a line each",
                    0.999,
                    "x",
                    quiet((m, s) ->
                            Scenes.notifyBack(m, s, children, true) / Scenes.notifyBack(m, s, children, false))));
        }
    }

    private void optima() {
        Optimum optimum = new Optimum(new MinMaxModel(machine));
        int[][] printed = {{5, 5}, {3, 3, 2}, {4, 4, 3}, {4, 4, 3}};
        for (int i = 0; i < 4; i++) {
            int n = i < 2 ? 30 : 60;
            boolean broadcast = i % 2 == 0;
            int[] k = printed[i];
            String id = i < 2 ? "R-60" : "R-61";
            String what = (broadcast ? "small broadcast" : "reduction") + " tree "
                    + Arrays.toString(k).replace(", ", " ");
            boolean found = Arrays.equals(k, broadcast ? optimum.broadcastTree(n) : optimum.reductionTree(n));
            rows.add(
                    Row.number(id, "HELD", what + " is the model's optimum", 1, 0, "0/1", Band.exactly(found ? 1 : 0)));
            rows.add(Row.atMost(
                    "R-64",
                    "HELD",
                    what + " at n = " + n + ": excess over the best simulated tree",
                    5,
                    "%",
                    quiet((m, s) -> excess(m, n, k, broadcast))));
        }
        rows.add(Row.number(
                "R-60",
                "HELD",
                "barrier m at n = 30 is the model's optimum",
                6,
                0,
                "partners",
                Band.exactly(optimum.barrierPartners(30))));
        rows.add(Row.number(
                "R-61",
                "HELD",
                "barrier m at n = 60 is the model's optimum",
                4,
                0,
                "partners",
                Band.exactly(optimum.barrierPartners(60))));
        rows.add(Row.atLeast(
                "R-62",
                "HELD",
                "barrier, n = 30, printed m = 6 over m = 1, simulated",
                1,
                "x",
                quiet((m, s) -> Scenes.barrier(m, s, 30, 6) / Scenes.barrier(m, s, 30, 1))));
        rows.add(Row.atLeast(
                "R-63",
                "HELD",
                "barrier: step from n = 27 to 28, simulated",
                1,
                "x",
                quiet((m, s) -> Scenes.barrier(m, s, 28, 6) / Scenes.barrier(m, s, 27, 3))));
    }

    private double excess(Machine m, int n, int[] printed, boolean broadcast) {
        double best = Double.MAX_VALUE;
        for (int[] k : Optimum.trees(n, 4)) best = Math.min(best, treeTime(m, n, k, broadcast));
        return 100 * (treeTime(m, n, printed, broadcast) / best - 1);
    }

    private static double treeTime(Machine m, int n, int[] k, boolean broadcast) {
        TreeShape tree = TreeShape.levels(n, k);
        OptionalLong quiet = OptionalLong.empty();
        return broadcast ? Scenes.smallBroadcast(m, quiet, tree) : Scenes.reduction(m, quiet, tree);
    }

    private void rankings() {
        for (int n : new int[] {8, 16, 30, 48, 60}) {
            List<TreeShape> others = List.of(
                    TreeShape.flat(n),
                    TreeShape.nomial(n, 2),
                    TreeShape.nomial(n, 3),
                    TreeShape.fibonacci(n, 2),
                    TreeShape.fibonacci(n, 4));
            double[] ratio = new double[Band.C.length];
            for (int i = 0; i < ratio.length; i++) {
                Machine m = machine.with("c", Band.C[i]);
                TreeShape best = TreeShape.levels(n, new Optimum(new MinMaxModel(m)).broadcastTree(n));
                double own = median(m, best);
                for (TreeShape other : others) ratio[i] = Math.max(ratio[i], own / median(m, other));
            }
            Band band = new Band(
                    ratio[0],
                    Arrays.stream(ratio).min().orElseThrow(),
                    Arrays.stream(ratio).max().orElseThrow());
            rows.add(Row.atMost(
                    "R-70",
                    "QUAL",
                    "n = " + n + ": optimal tree over the best of flat, binomial, 3-nomial, Fibonacci",
                    1,
                    "x",
                    band));
        }
    }

    private double median(Machine m, TreeShape tree) {
        return Band.median(m, seeds, (any, seed) -> Scenes.smallBroadcast(m, seed, tree));
    }

    /// A collective's simulated time and the band it is held to.
    private interface Held {
        double nanos(Machine m, OptionalLong seed, int n, Optimum optimum);

        MinMaxModel.Band band(MinMaxModel model, int n, Optimum optimum);
    }

    private void bands() {
        inBand("fig. 10: small broadcast", new Held() {
            @Override
            public double nanos(Machine m, OptionalLong seed, int n, Optimum optimum) {
                return Scenes.smallBroadcast(m, seed, TreeShape.levels(n, optimum.broadcastTree(n)));
            }

            @Override
            public MinMaxModel.Band band(MinMaxModel model, int n, Optimum optimum) {
                return model.smallBroadcast(optimum.broadcastTree(n));
            }
        });
        inBand("fig. 11: flat broadcast of 8 kB", new Held() {
            @Override
            public double nanos(Machine m, OptionalLong seed, int n, Optimum optimum) {
                return Scenes.flatBroadcast(m, seed, n);
            }

            @Override
            public MinMaxModel.Band band(MinMaxModel model, int n, Optimum optimum) {
                return model.flatBroadcast(n, Scenes.LARGE / 64);
            }
        });
        inBand("fig. 11: pipelined broadcast of 8 kB", new Held() {
            @Override
            public double nanos(Machine m, OptionalLong seed, int n, Optimum optimum) {
                return Scenes.pipelinedBroadcast(m, seed, n);
            }

            @Override
            public MinMaxModel.Band band(MinMaxModel model, int n, Optimum optimum) {
                return model.pipelinedBroadcast(n, Scenes.LARGE / 64);
            }
        });
        inBand("fig. 12: barrier", new Held() {
            @Override
            public double nanos(Machine m, OptionalLong seed, int n, Optimum optimum) {
                return Scenes.barrier(m, seed, n, optimum.barrierPartners(n));
            }

            @Override
            public MinMaxModel.Band band(MinMaxModel model, int n, Optimum optimum) {
                return model.barrier(n, optimum.barrierPartners(n));
            }
        });
        inBand("fig. 13: reduction", new Held() {
            @Override
            public double nanos(Machine m, OptionalLong seed, int n, Optimum optimum) {
                return Scenes.reduction(m, seed, TreeShape.levels(n, optimum.reductionTree(n)));
            }

            @Override
            public MinMaxModel.Band band(MinMaxModel model, int n, Optimum optimum) {
                return model.reduction(optimum.reductionTree(n));
            }
        });
    }

    private void inBand(String figure, Held held) {
        double[] share = new double[Band.C.length];
        for (int i = 0; i < share.length; i++) {
            Machine m = machine.with("c", Band.C[i]);
            MinMaxModel model = new MinMaxModel(m);
            Optimum optimum = new Optimum(model);
            int inside = 0;
            for (int n = 2; n <= 60; n++) {
                int threads = n;
                double median = Band.median(m, seeds, (any, seed) -> held.nanos(m, seed, threads, optimum));
                if (held.band(model, n, optimum).contains(median)) inside++;
            }
            share[i] = 100.0 * inside / 59;
        }
        Arrays.sort(share, 1, share.length);
        Band band = new Band(share[0], Math.min(share[0], share[1]), Math.max(share[0], share[share.length - 1]));
        rows.add(Row.between(
                "R-71", "HELD", figure + ": n = 2..60 whose median lies in the min-max band", 95, 100, "%", band));
    }

    private void large() {
        IntFunction<Band> ratio = n -> Band.noisy(
                machine, seeds, (m, seed) -> Scenes.pipelinedBroadcast(m, seed, n) / Scenes.flatBroadcast(m, seed, n));
        for (int n : new int[] {8, 16, 32, 60}) {
            rows.add(Row.atLeast("R-74", "QUAL", "8 kB, n = " + n + ": pipelined over flat", 1, "x", ratio.apply(n)));
        }
        rows.add(Row.missing("R-72", "FIT", "largest gain over MPI and OpenMP", "2..8", "x"));
        rows.add(Row.missing(
                "R-73", "QUAL", "MPI is faster than the pipelined broadcast beyond 32 threads", "> 32", "threads"));
    }
}
