// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;
import org.jshmem.Access;
import org.jshmem.sim.machine.Machine;

/// The targets N-.. of Namashivayam et al. on the SE10P: call costs, bandwidth, and the four reductions at 64 PEs.
final class OpenShmemTargets {
    private static final String[] NAMES = {"flat", "rd", "bruck", "rsag"};
    private static final int[] SIZES = {1, 16, 256, 1024, 4096, 65536, 262_144};
    private static final int SMALL = 4; // sizes up to 4 kB
    private static final int LARGE = 5; // sizes from 256 kB on

    private final Machine machine;
    private final List<Row> rows = new ArrayList<>();

    OpenShmemTargets(Machine machine) {
        this.machine = machine;
    }

    List<Row> rows() {
        calls();
        reductions();
        return rows;
    }

    private Band band(ToDoubleFunction<Machine> quantity) {
        return Band.quiet(machine, (m, seed) -> quantity.applyAsDouble(m));
    }

    private void calls() {
        rows.add(Row.number(
                "N-20",
                "FIT",
                "put + quiet of an int: time that ptr saves",
                60,
                2,
                "%",
                band(m -> saving(OpenShmemScenes.put(m, 1, 1, true), OpenShmemScenes.ptr(m, 1, 1, true)))));
        rows.add(Row.number(
                "N-20",
                "FIT",
                "get of an int: time that ptr saves",
                60,
                2,
                "%",
                band(m -> saving(OpenShmemScenes.get(m, 1, 1), OpenShmemScenes.ptr(m, 1, 1, false)))));
        for (int pairs : new int[] {1, 32}) {
            rows.add(Row.number(
                    "N-21",
                    "FIT",
                    pairs + " pairs: most that ptr's bandwidth exceeds put's, 4 B to 16 kB",
                    12,
                    0.5,
                    "x",
                    band(m -> most(m, pairs))));
        }
        rows.add(Row.atMost("N-22", "HELD", "put over ptr at 64 kB", 1.5, "x", band(m -> ratio(m, 1, 16384))));
        rows.add(Row.atMost("N-22", "HELD", "put over ptr at 1 MB", 1.15, "x", band(m -> ratio(m, 1, 262_144))));
    }

    private static double saving(double call, double direct) {
        return 100 * (1 - direct / call);
    }

    private static double ratio(Machine m, int pairs, int ints) {
        return OpenShmemScenes.put(m, pairs, ints, false) / OpenShmemScenes.ptr(m, pairs, ints, false);
    }

    private static double most(Machine m, int pairs) {
        double most = 0;
        for (int ints = 1; ints <= 4096; ints *= 4) most = Math.max(most, ratio(m, pairs, ints));
        return most;
    }

    /// Times of all algorithms on one machine.
    private static final class Times {
        final double[][] putget = new double[NAMES.length][];
        final double[][] ptr = new double[NAMES.length][];

        Times(Machine m) {
            for (int a = 0; a < NAMES.length; a++) {
                putget[a] = OpenShmemScenes.reduce(m, NAMES[a], Access.PUTGET, SIZES);
                ptr[a] = OpenShmemScenes.reduce(m, NAMES[a], Access.PTR, SIZES);
            }
        }

        double best(int except, int size) {
            double best = Double.MAX_VALUE;
            for (int a = 0; a < NAMES.length; a++) {
                if (a != except) best = Math.min(best, putget[a][size]);
            }
            return best;
        }

        double worst(int except, int size) {
            double worst = 0;
            for (int a = 0; a < NAMES.length; a++) {
                if (a != except) worst = Math.max(worst, putget[a][size]);
            }
            return worst;
        }
    }

    private void reductions() {
        List<Times> times = new ArrayList<>();
        for (double c : Band.C) times.add(new Times(machine.with("c", c)));
        rows.add(Row.atLeast(
                "N-30",
                "QUAL",
                "put/get, 4 B to 1 MB: flat tree over the slowest other",
                1,
                "x",
                over(times, t -> least(0, SIZES.length, i -> t.putget[0][i] / t.worst(0, i)))));
        rows.add(Row.atMost(
                "N-30",
                "QUAL",
                "put/get, up to 4 kB: recursive doubling over the best other",
                1,
                "x",
                over(times, t -> greatest(0, SMALL, i -> t.putget[1][i] / t.best(1, i)))));
        rows.add(Row.atMost(
                "N-30",
                "QUAL",
                "put/get, 256 kB and 1 MB: RSAG over the best other",
                1,
                "x",
                over(times, t -> greatest(LARGE, SIZES.length, i -> t.putget[3][i] / t.best(3, i)))));
        for (int a = 0; a < NAMES.length; a++) {
            int which = a;
            rows.add(Row.atMost(
                    "N-31",
                    "QUAL",
                    NAMES[a] + " up to 4 kB: ptr over put/get",
                    1,
                    "x",
                    over(times, t -> greatest(0, SMALL, i -> t.ptr[which][i] / t.putget[which][i]))));
            rows.add(Row.atMost(
                    "N-31",
                    "QUAL",
                    NAMES[a] + ", 16 kB to 1 MB: ptr over put/get",
                    1,
                    "x",
                    over(times, t -> greatest(SMALL, SIZES.length, i -> t.ptr[which][i] / t.putget[which][i]))));
        }
        rows.add(Row.missing("N-32", "FIT", "rd and rsag by ptr against Intel MPI and MVAPICH2", "22 and 60", "%"));
        optimisations();
    }

    private void optimisations() {
        String[][] variants = {
            {"left computes", "rd-left", "rd"},
            {"merged middle", "rsag", "rsag-plain"},
            {"left computes the middle", "rsag-left", "rsag-plain"}
        };
        for (String[] v : variants) {
            rows.add(Row.atMost(
                    "N-33",
                    "HELD",
                    v[0] + ", ptr, 256 kB: " + v[1] + " over " + v[2],
                    1,
                    "x",
                    band(m -> OpenShmemScenes.reduce(m, v[1], Access.PTR, 65536)[0]
                            / OpenShmemScenes.reduce(m, v[2], Access.PTR, 65536)[0])));
        }
    }

    private static Band over(List<Times> times, ToDoubleFunction<Times> quantity) {
        double[] values = times.stream().mapToDouble(quantity).toArray();
        double low = Double.MAX_VALUE;
        double high = -Double.MAX_VALUE;
        for (double value : values) {
            low = Math.min(low, value);
            high = Math.max(high, value);
        }
        return new Band(values[0], low, high);
    }

    private static double greatest(int from, int to, IntToDoubleFunction of) {
        double greatest = -Double.MAX_VALUE;
        for (int i = from; i < to; i++) greatest = Math.max(greatest, of.applyAsDouble(i));
        return greatest;
    }

    private static double least(int from, int to, IntToDoubleFunction of) {
        double least = Double.MAX_VALUE;
        for (int i = from; i < to; i++) least = Math.min(least, of.applyAsDouble(i));
        return least;
    }
}
