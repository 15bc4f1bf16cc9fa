// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jshmem.microbench.harness.Sizes;
import org.jshmem.report.Result;
import org.jshmem.report.Table;

/// Comparison of a collective's algorithms: at each size the fastest one, and the one that the library chooses by
/// itself.
///
/// @param what the name of the collective
/// @param fastest for each size the fastest of the algorithms that were named
/// @param auto for each size the library's own choice, if it was measured
public record Contest(String what, TreeMap<Long, Result> fastest, TreeMap<Long, Result> auto) {
    /// Largest ratio of the chosen time to the fastest that a verdict counts as good.
    static final double GOOD = 1.1;

    static final List<String> COLUMNS = List.of("", "fastest", "bytes", "ns", "auto, ns", "auto / fastest", "x floor");

    /// The contests of all collectives of which several algorithms were measured.
    static List<Contest> of(List<Result> results) {
        Map<String, Contest> all = new LinkedHashMap<>();
        for (Result result : results) {
            if (result.role() != Result.Role.OWN || !result.isFigure()) continue;
            boolean one = result.benchmark().equals("reduce");
            if (!one && !result.benchmark().equals("algorithms")) continue;
            String what = one ? "reduce" : "algorithms of " + result.variant().replaceAll("/.*", "");
            Contest its = all.computeIfAbsent(what, any -> new Contest(what, new TreeMap<>(), new TreeMap<>()));
            if (name(result).equals("auto")) its.auto.put(result.bytes(), result);
            else {
                its.fastest.merge(result.bytes(), result, Result::faster);
            }
        }
        all.values().removeIf(contest -> contest.fastest.isEmpty());
        return List.copyOf(all.values());
    }

    /// The name of the algorithm in a row, with its access mode unless that is `auto`.
    static String name(Result result) {
        String variant = result.variant();
        return variant.substring(variant.indexOf('/') + 1)
                + (result.access().equals("auto") ? "" : " " + result.access());
    }

    /// The time of the library's own choice divided by the fastest; NaN if it was not measured.
    private double behind(long bytes) {
        Result chosen = auto.get(bytes);
        return chosen == null
                ? Double.NaN
                : chosen.time().median() / fastest.get(bytes).time().median();
    }

    List<List<String>> rows(List<Result> results) {
        var rows = new ArrayList<List<String>>();
        fastest.forEach((bytes, best) -> {
            double behind = behind(bytes);
            boolean measured = !Double.isNaN(behind);
            rows.add(List.of(
                    what,
                    name(best),
                    Long.toString(bytes),
                    Table.number(best.time().median()),
                    measured ? Table.number(auto.get(bytes).time().median()) : "",
                    measured ? ratio(behind) : "",
                    best.floor(results)
                            .map(f -> ratio(best.time().median() / f.time().median()))
                            .orElse("")));
        });
        return rows;
    }

    /// A sentence for each contest that includes the library's own choice: the sizes at which it is good, and
    /// the worst.
    public static List<String> verdicts(List<Result> results) {
        return of(results).stream()
                .map(Contest::verdict)
                .filter(Objects::nonNull)
                .toList();
    }

    private String verdict() {
        List<Long> sizes = fastest.keySet().stream().filter(auto::containsKey).toList();
        if (sizes.isEmpty()) return null;
        long good = sizes.stream().filter(bytes -> behind(bytes) <= GOOD).count();
        long worst = sizes.stream()
                .max((a, b) -> Double.compare(behind(a), behind(b)))
                .orElseThrow();
        return "%s: auto within %.0f %% of the fastest at %d of %d sizes; farthest %s times %s's at %s"
                .formatted(
                        what,
                        100 * (GOOD - 1),
                        good,
                        sizes.size(),
                        ratio(behind(worst)),
                        name(fastest.get(worst)),
                        Sizes.label(worst));
    }

    private static String ratio(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
