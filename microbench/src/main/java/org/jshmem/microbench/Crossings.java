// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/// Where one reduction algorithm overtakes another: as the cost formulas say, with prices fitted to the rows of a
/// run, and as it was measured in that run.
final class Crossings {
    /*
     * The three prices are those with the least sum of squared relative errors over the rows of the algorithms that the
     * paper prices, none below zero: of the eight choices which prices are zero, each has its least squares in closed
     * form, and the best one with no price below zero is it. Bruck is left out: on floating point the library gathers
     * instead, which is another formula.
     */
    private static final List<String> PRICED = List.of("flat", "rd", "rsag", "ring");
    private static final String[][] PAIRS = {{"flat", "rd"}, {"flat", "rsag"}, {"rd", "rsag"}, {"rd", "ring"}};
    private static final int PRICES = 3;

    private final String access;
    private final int npes;
    private final List<Row> rows;
    private final CostModel model;

    private Crossings(String access, List<Row> rows) {
        this.access = access;
        this.npes = rows.getFirst().npes();
        this.rows = rows;
        this.model = fit(rows);
    }

    /// One for each access mode in which enough was measured.
    static List<Crossings> of(List<Row> all) {
        var found = new ArrayList<Crossings>();
        for (String access : List.of("putget", "ptr")) {
            List<Row> own = all.stream()
                    .filter(row ->
                            row.benchmark().equals("reduce") && row.access().equals(access))
                    .filter(row -> PRICED.contains(row.algorithm()) && row.npes() > 1 && row.megabytesPerSecond() > 0)
                    .toList();
            long sizes = own.stream().mapToLong(Row::bytes).distinct().count();
            long algorithms = own.stream().map(Row::algorithm).distinct().count();
            if (sizes > 2 && algorithms > 1) found.add(new Crossings(access, own));
        }
        return found;
    }

    /// The prices that fit best.
    CostModel model() {
        return model;
    }

    /// What the fit and the crossings are, as a table of Markdown.
    List<String> lines() {
        var lines = new ArrayList<String>();
        lines.add(String.format(
                Locale.ROOT,
                "%d PEs, %s: alpha %.3g ns a message, beta %.3g ns a byte moved, gamma %.3g ns a byte combined;"
                        + " half of all rows lie within %.0f %% of the formulas.",
                npes,
                access,
                model.alpha(),
                model.beta(),
                model.gamma(),
                100 * medianError()));
        lines.add("");
        lines.add("| from | to | predicted at bytes | measured at bytes |");
        lines.add("|-|-|-|-|");
        for (String[] pair : PAIRS) {
            var a = times(pair[0]);
            var b = times(pair[1]);
            if (a.isEmpty() || !a.keySet().equals(b.keySet())) continue;
            lines.add("| %s | %s | %s | %s |"
                    .formatted(pair[0], pair[1], predicted(pair[0], pair[1], a), measured(a, b)));
        }
        lines.add("");
        return lines;
    }

    /// From the rate, which counts all the time where PEs take turns on the cores; a median does not.
    private static double nanos(Row row) {
        return row.bytes() * 1e3 / row.megabytesPerSecond();
    }

    private TreeMap<Long, Double> times(String algorithm) {
        var times = new TreeMap<Long, Double>();
        for (Row row : rows) if (row.algorithm().equals(algorithm)) times.put(row.bytes(), nanos(row));
        return times;
    }

    private String predicted(String from, String to, TreeMap<Long, Double> range) {
        double most = range.lastKey();
        double at = model.crossing(from, to, npes, 1e3 * most);
        if (at > most) return "above " + Sizes.label(range.lastKey());
        return at < range.firstKey() ? "below " + Sizes.label(range.firstKey()) : label(at);
    }

    /// The size behind the largest at which `from` wins, between the two by the logarithms of the ratios.
    private static String measured(TreeMap<Long, Double> from, TreeMap<Long, Double> to) {
        Long before = null;
        for (long bytes : from.keySet()) if (from.get(bytes) < to.get(bytes)) before = bytes;
        if (before == null) return "below " + Sizes.label(from.firstKey());
        Long after = from.higherKey(before);
        if (after == null) return "above " + Sizes.label(before);
        double low = Math.log(to.get(before) / from.get(before));
        double high = Math.log(from.get(after) / to.get(after));
        return label(before * Math.pow((double) after / before, low / Math.max(low + high, 1e-12)));
    }

    private static String label(double bytes) {
        if (bytes >= 10 << 20) return Math.round(bytes / (1 << 20)) + " MiB";
        if (bytes >= 10 << 10) return Math.round(bytes / (1 << 10)) + " KiB";
        return String.valueOf(Math.round(bytes));
    }

    private double medianError() {
        double[] errors = rows.stream()
                .mapToDouble(row -> Math.abs(model.nanos(row.algorithm(), row.npes(), row.bytes()) / nanos(row) - 1))
                .sorted()
                .toArray();
        return errors[errors.length / 2];
    }

    private static CostModel fit(List<Row> rows) {
        double[][] x = new double[rows.size()][PRICES];
        for (int i = 0; i < x.length; i++) {
            Row row = rows.get(i);
            for (int j = 0; j < PRICES; j++) {
                var unit = new CostModel(j == 0 ? 1 : 0, j == 1 ? 1 : 0, j == 2 ? 1 : 0);
                x[i][j] = unit.nanos(row.algorithm(), row.npes(), row.bytes()) / nanos(row);
            }
        }
        double[] best = new double[PRICES];
        double least = x.length; // the error of prices that are all zero
        for (int free = 1; free < 1 << PRICES; free++) {
            double[] prices = leastSquares(x, free);
            if (prices == null) continue;
            double error = 0;
            for (double[] xi : x) {
                double rest = 1 - xi[0] * prices[0] - xi[1] * prices[1] - xi[2] * prices[2];
                error += rest * rest;
            }
            if (error < least) {
                least = error;
                best = prices;
            }
        }
        return new CostModel(best[0], best[1], best[2]);
    }

    /// The prices with the bits of `free` set that bring all rows closest to one; null where one is below zero or
    /// the rows do not tell them apart.
    private static double[] leastSquares(double[][] x, int free) {
        double[][] a = new double[PRICES][PRICES + 1];
        for (int i = 0; i < PRICES; i++) {
            if ((free >> i & 1) == 0) {
                a[i][i] = 1;
                continue;
            }
            for (double[] row : x) {
                for (int j = 0; j < PRICES; j++) if ((free >> j & 1) != 0) a[i][j] += row[i] * row[j];
                a[i][PRICES] += row[i];
            }
        }
        for (int i = 0; i < PRICES; i++) { // elimination; the matrix is positive definite, so no pivots are needed
            if (!(a[i][i] > 1e-30)) return null;
            for (int k = 0; k < PRICES; k++) {
                double factor = k == i ? 0 : a[k][i] / a[i][i];
                for (int j = i; j <= PRICES && factor != 0; j++) a[k][j] -= factor * a[i][j];
            }
        }
        double[] prices = new double[PRICES];
        for (int i = 0; i < PRICES; i++) {
            prices[i] = a[i][PRICES] / a[i][i];
            if (!(prices[i] >= 0)) return null;
        }
        return prices;
    }
}
