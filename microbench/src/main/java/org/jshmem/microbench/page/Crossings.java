// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jshmem.Collective;
import org.jshmem.calibration.Calibration;
import org.jshmem.collective.Catalog;
import org.jshmem.microbench.calibrate.AlgorithmFit;
import org.jshmem.microbench.harness.Sizes;
import org.jshmem.report.Result;
import org.jshmem.report.Table;

/// Where one reduction algorithm overtakes another: as their cost formulas say, with prices from every other size of a
/// run, and as all sizes of that run were measured.
final class Crossings {
    /*
     * One price of a message, of a byte moved and of a byte combined for all algorithms, as the formulas are published,
     * missed half of all rows by 60 % where PEs outnumber cores, and put crossings a factor of five off: a byte costs
     * a factor of 15 more beyond the caches than within, and an algorithm's messages are its own.
     */
    private static final String[][] PAIRS = {
        {"flat", "rd"}, {"flat", "rsag"}, {"rd", "rsag"}, {"rd", "ring"}, {"central", "tiled"}, {"tiled", "pull"}
    };
    private static final int FEWEST_SIZES = 5;

    /// Sizes are tried in steps of a sixteenth of a doubling.
    private static final double STEP = Math.pow(2, 1.0 / 16);

    private final String access;
    private final int npes;
    private final Map<String, TreeMap<Long, Double>> times = new HashMap<>();
    private final Map<String, Calibration.Algorithm> prices = new HashMap<>();
    private final List<Double> errors = new ArrayList<>();

    private Crossings(String access, List<Result> rows) {
        this.access = access;
        this.npes = rows.getFirst().where().npes();
        List<Long> sizes = rows.stream().map(Result::bytes).distinct().sorted().toList();
        for (String name : names().toList()) {
            List<Result> own =
                    rows.stream().filter(r -> r.variant().equals(name)).toList();
            if (own.isEmpty()) continue;
            prices.put(
                    name,
                    AlgorithmFit.fit(
                            Collective.REDUCE,
                            name,
                            own.stream()
                                    .filter(r -> sizes.indexOf(r.bytes()) % 2 == 0)
                                    .toList(),
                            Crossings::nanos));
            var its = new TreeMap<Long, Double>();
            for (Result r : own) {
                its.put(r.bytes(), nanos(r));
                if (sizes.indexOf(r.bytes()) % 2 != 0) errors.add(Math.abs(predicted(name, r.bytes()) / nanos(r) - 1));
            }
            times.put(name, its);
        }
        errors.sort(null);
    }

    private static Stream<String> names() {
        return Arrays.stream(PAIRS).flatMap(Arrays::stream).distinct();
    }

    /// One for each access mode in which enough was measured.
    static List<Crossings> of(List<Result> all) {
        var found = new ArrayList<Crossings>();
        for (String access : List.of("putget", "ptr")) {
            List<Result> own = all.stream()
                    .filter(row ->
                            row.benchmark().equals("reduce") && row.access().equals(access))
                    .filter(row -> names().anyMatch(row.variant()::equals)
                            && row.where().npes() > 1
                            && row.megabytesPerSecond() > 0)
                    .toList();
            long sizes = own.stream().mapToLong(Result::bytes).distinct().count();
            long algorithms = own.stream().map(Result::variant).distinct().count();
            if (sizes >= FEWEST_SIZES && algorithms > 1) found.add(new Crossings(access, own));
        }
        return found;
    }

    /// What the prices say of the sizes between, and the crossings.
    Table table() {
        var rows = new ArrayList<List<String>>();
        for (String[] pair : PAIRS) {
            var a = times.get(pair[0]);
            var b = times.get(pair[1]);
            if (a == null || b == null || !a.keySet().equals(b.keySet())) continue;
            rows.add(List.of(pair[0], pair[1], predicted(pair[0], pair[1], a), measured(a, b)));
        }
        String title = String.format(
                Locale.ROOT,
                "%d PEs, %s: prices of each algorithm from every other size; of the rows between, half lie within %.0f %%"
                        + " of its formula",
                npes,
                access,
                100 * errors.get(errors.size() / 2));
        return new Table(title, false, List.of("from", "to", "predicted at bytes", "measured at bytes"), rows);
    }

    /// From the rate, which counts all the time where PEs take turns on the cores; a median does not.
    private static double nanos(Result row) {
        return row.bytes() * 1e3 / row.megabytesPerSecond();
    }

    private double predicted(String algorithm, double bytes) {
        return Catalog.cost(Collective.REDUCE, algorithm).of(npes, bytes, prices.get(algorithm));
    }

    /// The last size at which `from` wins.
    private String predicted(String from, String to, TreeMap<Long, Double> range) {
        double before = 0;
        for (double bytes = range.firstKey(); bytes <= range.lastKey(); bytes *= STEP) {
            if (predicted(from, bytes) < predicted(to, bytes)) before = bytes;
        }
        if (before == 0) return "below " + Sizes.label(range.firstKey());
        return before * STEP > range.lastKey() ? "above " + Sizes.label(range.lastKey()) : label(before);
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
}
