// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import org.jshmem.report.Result;
import org.jshmem.report.Table;

/// Where one reduction algorithm overtakes another: as the cost formulas say, with prices fitted to the rows of a
/// run, and as it was measured in that run.
final class Crossings {
    /*
     * The three prices are those with the least sum of squared relative errors over the rows of the algorithms that the
     * paper prices, none below zero. Bruck is left out: on floating point the library gathers
     * instead, which is another formula.
     */
    private static final List<String> PRICED = List.of("flat", "rd", "rsag", "ring");
    private static final String[][] PAIRS = {{"flat", "rd"}, {"flat", "rsag"}, {"rd", "rsag"}, {"rd", "ring"}};
    private static final int PRICES = 3;

    private final String access;
    private final int npes;
    private final List<Result> rows;
    private final CostModel model;

    private Crossings(String access, List<Result> rows) {
        this.access = access;
        this.npes = rows.getFirst().where().npes();
        this.rows = rows;
        this.model = fit(rows);
    }

    /// One for each access mode in which enough was measured.
    static List<Crossings> of(List<Result> all) {
        var found = new ArrayList<Crossings>();
        for (String access : List.of("putget", "ptr")) {
            List<Result> own = all.stream()
                    .filter(row ->
                            row.benchmark().equals("reduce") && row.access().equals(access))
                    .filter(row ->
                            PRICED.contains(row.variant()) && row.where().npes() > 1 && row.megabytesPerSecond() > 0)
                    .toList();
            long sizes = own.stream().mapToLong(Result::bytes).distinct().count();
            long algorithms = own.stream().map(Result::variant).distinct().count();
            if (sizes > 2 && algorithms > 1) found.add(new Crossings(access, own));
        }
        return found;
    }

    /// The prices that fit best.
    CostModel model() {
        return model;
    }

    /// What the fit and the crossings are.
    Table table() {
        var rows = new ArrayList<List<String>>();
        for (String[] pair : PAIRS) {
            var a = times(pair[0]);
            var b = times(pair[1]);
            if (a.isEmpty() || !a.keySet().equals(b.keySet())) continue;
            rows.add(List.of(pair[0], pair[1], predicted(pair[0], pair[1], a), measured(a, b)));
        }
        String title = String.format(
                Locale.ROOT,
                "%d PEs, %s: alpha %s ns a message, beta %s ns a byte moved, gamma %s ns a byte combined;"
                        + " half of all rows lie within %.0f %% of the formulas",
                npes,
                access,
                price(model.alpha()),
                price(model.beta()),
                price(model.gamma()),
                100 * medianError());
        return new Table(title, false, List.of("from", "to", "predicted at bytes", "measured at bytes"), rows);
    }

    private static String price(double value) {
        return value == 0 ? "not told apart" : String.format(Locale.ROOT, "%.3g", value);
    }

    /// From the rate, which counts all the time where PEs take turns on the cores; a median does not.
    private static double nanos(Result row) {
        return row.bytes() * 1e3 / row.megabytesPerSecond();
    }

    private TreeMap<Long, Double> times(String algorithm) {
        var times = new TreeMap<Long, Double>();
        for (Result row : rows) if (row.variant().equals(algorithm)) times.put(row.bytes(), nanos(row));
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
        if (bytes >= 10 << 20) return Math.round(bytes / (1 << 20)) + "M";
        if (bytes >= 10 << 10) return Math.round(bytes / (1 << 10)) + "K";
        return String.valueOf(Math.round(bytes));
    }

    private double medianError() {
        double[] errors = rows.stream()
                .mapToDouble(
                        row -> Math.abs(model.nanos(row.variant(), row.where().npes(), row.bytes()) / nanos(row) - 1))
                .sorted()
                .toArray();
        return errors[errors.length / 2];
    }

    private static CostModel fit(List<Result> rows) {
        double[][] x = new double[rows.size()][PRICES];
        for (int i = 0; i < x.length; i++) {
            Result row = rows.get(i);
            for (int j = 0; j < PRICES; j++) {
                var unit = new CostModel(j == 0 ? 1 : 0, j == 1 ? 1 : 0, j == 2 ? 1 : 0);
                x[i][j] = unit.nanos(row.variant(), row.where().npes(), row.bytes()) / nanos(row);
            }
        }
        double[] best = LeastSquares.ofOnes(x);
        return new CostModel(best[0], best[1], best[2]);
    }
}
