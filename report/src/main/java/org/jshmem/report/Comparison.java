// SPDX-License-Identifier: Apache-2.0
package org.jshmem.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Comparison of two runs of the same benchmarks on the same machine: a verdict for each test, over all of its rows.
///
/// @param lines one for each test that both runs have
/// @param apart the number of rows whose times differ by more than 10 %, as text
/// @param commit the commit of the earlier run
/// @param refused the difference between the machines that prevents a comparison; else empty
public record Comparison(List<Line> lines, String apart, String commit, String refused) {
    /*
     * The machine's speed changes from minute to minute, and a row with it. The row's floor, measured in the
     * same run, changes too, so rows are compared by their ratios to floors. Two starts of a JVM differ by 10 %
     * and more, and one row of six launches cannot show a slowdown of 10 %. The rows of a test together can:
     * the mean of their logarithms is one value for each launch, and Welch's test compares these values. Over
     * all tests, 5 % of the reported changes may be wrong (Benjamini and Hochberg 1995).
     */
    private static final double SMALL = 0.02;

    private static final double APART = 1.1;

    /// Least number of launches on either side for a verdict.
    public static final int LAUNCHES = 6;

    private static final String FEWER = "fewer than " + LAUNCHES + " launches on one side and are";

    /// One test that both runs have.
    ///
    /// @param test its name
    /// @param rows the number of its rows that both runs have, with enough launches if any row has enough
    /// @param leftOut the number of its rows that have fewer than [#LAUNCHES] launches while others have enough
    /// @param launches the lower of the two runs' numbers of launches
    /// @param change the change of the times, as ratios to floors if there are floors
    /// @param verdict `same`, `faster`, `slower`, or `not judged` with too few launches; `differs` for a
    ///     simulated machine, which must repeat itself
    public record Line(String test, int rows, int leftOut, int launches, Statistics.Change change, String verdict) {
        private Line judged(String other) {
            return new Line(test, rows, leftOut, launches, change, other);
        }
    }

    /// Compares the results `now` with the latest results of `then` from the same machine, with the same
    /// numbers of PEs, JVMs and hosts. If there are none, [#refused] returns the difference. Rows that are not
    /// figures do not count. Several results of one row and commit are launches of it.
    public static Comparison of(List<Result> then, List<Result> now) {
        if (then.isEmpty() || now.isEmpty()) return refuse("one of the two has no results");
        Where here = now.getFirst().where();
        String differs = "";
        var alike = new ArrayList<Result>();
        for (Result result : then) {
            String reason = result.where().differs(here);
            if (reason.isEmpty()) alike.add(result);
            else differs = reason;
        }
        if (alike.isEmpty()) return refuse(differs);
        String commit = alike.getLast().where().commit();
        Map<String, Result> before = latest(alike);
        Map<String, Result> after = latest(now);
        Map<String, List<Result[]>> tests = new LinkedHashMap<>();
        after.forEach((key, result) -> {
            Result earlier = before.get(key);
            if (earlier == null || result.isFloor()) return;
            tests.computeIfAbsent(result.benchmark(), any -> new ArrayList<>()).add(new Result[] {earlier, result});
        });
        List<Result> floorsBefore = floors(before);
        List<Result> floorsAfter = floors(after);
        var drafts = new ArrayList<Line>();
        tests.forEach((test, pairs) -> drafts.add(line(test, pairs, floorsBefore, floorsAfter)));
        return new Comparison(here.virtual() ? exact(drafts, tests) : judged(drafts), apart(tests), commit, "");
    }

    private static Comparison refuse(String reason) {
        return new Comparison(List.of(), "", "", reason);
    }

    /// The number of rows that are figures in both runs, and of those that two runs do not agree upon.
    private static String apart(Map<String, List<Result[]>> tests) {
        double[] ratios = tests.values().stream()
                .flatMap(List::stream)
                .filter(pair -> pair[0].isFigure() && pair[1].isFigure())
                .mapToDouble(pair -> pair[1].time().median() / pair[0].time().median())
                .toArray();
        long apart = Arrays.stream(ratios)
                .filter(ratio -> ratio > APART || ratio < 1 / APART)
                .count();
        return apart + " of " + ratios.length + " rows differ by more than 10 %";
    }

    /// The latest result of each row: the launches of its last commit, merged, or one result that was already
    /// merged.
    private static Map<String, Result> latest(List<Result> all) {
        Map<String, List<Result>> rows = new LinkedHashMap<>();
        for (Result result : all) {
            if (!result.isFigure()) continue;
            var its = rows.computeIfAbsent(result.role() + result.key(), any -> new ArrayList<>());
            boolean another = !its.isEmpty()
                    && (!its.getLast().where().commit().equals(result.where().commit())
                            || result.time().launches() > 1);
            if (another) its.clear();
            its.add(result);
        }
        Map<String, Result> merged = new LinkedHashMap<>();
        rows.forEach((key, its) -> merged.put(key, Samples.merge(its)));
        merged.values().removeIf(row -> !row.isFigure());
        return merged;
    }

    private static List<Result> floors(Map<String, Result> all) {
        return all.values().stream().filter(Result::isFloor).toList();
    }

    /// The draft of a test's line. A row that lacks launches is left out, or all of its test would not be judged.
    private static Line line(String test, List<Result[]> all, List<Result> floorsBefore, List<Result> floorsAfter) {
        List<Result[]> enough =
                all.stream().filter(pair -> launches(pair) >= LAUNCHES).toList();
        List<Result[]> pairs = enough.isEmpty() ? all : enough;
        int launches = pairs.stream().mapToInt(Comparison::launches).min().orElseThrow();
        var then = new double[launches];
        var now = new double[launches];
        for (Result[] pair : pairs) {
            Result a = pair[0].floor(floorsBefore).orElse(null);
            Result b = pair[1].floor(floorsAfter).orElse(null);
            boolean both = a != null && b != null;
            for (int l = 0; l < launches; l++) {
                then[l] += log(pair[0], both ? a : null, l) / pairs.size();
                now[l] += log(pair[1], both ? b : null, l) / pairs.size();
            }
        }
        int leftOut = all.size() - pairs.size();
        return new Line(test, pairs.size(), leftOut, launches, Statistics.change(then, now), "same");
    }

    private static int launches(Result[] pair) {
        return Math.min(
                pair[0].time().medians().size(), pair[1].time().medians().size());
    }

    /// The logarithm of a launch's time divided by its floor's time in the same launch. Where one of the two lacks a
    /// launch, the number of a launch names different ones, and the median of the floor's launches counts.
    private static double log(Result row, Result floor, int launch) {
        double time = Math.log(Math.max(row.time().medians().get(launch), 1e-9));
        if (floor == null) return time;
        List<Double> own = floor.time().medians();
        boolean paired = own.size() == row.time().medians().size();
        double limit = paired
                ? own.get(launch)
                : Statistics.median(own.stream().mapToDouble(x -> x).toArray());
        return time - Math.log(Math.max(limit, 1e-9));
    }

    private static List<Line> exact(List<Line> drafts, Map<String, List<Result[]>> tests) {
        return drafts.stream()
                .map(line -> {
                    boolean same = tests.get(line.test).stream()
                            .allMatch(pair ->
                                    pair[0].time().median() == pair[1].time().median());
                    return line.judged(same ? "same" : "differs");
                })
                .toList();
    }

    private static List<Line> judged(List<Line> drafts) {
        List<Line> enough =
                drafts.stream().filter(line -> line.launches >= LAUNCHES).toList();
        boolean[] holds = Statistics.hold(
                enough.stream().mapToDouble(line -> line.change.p()).toArray());
        Map<String, String> verdicts = new HashMap<>();
        for (int k = 0; k < holds.length; k++) {
            double ratio = enough.get(k).change.ratio();
            boolean same = !holds[k] || Math.abs(ratio - 1) < SMALL;
            verdicts.put(enough.get(k).test, same ? "same" : ratio > 1 ? "slower" : "faster");
        }
        return drafts.stream()
                .map(line -> line.judged(verdicts.getOrDefault(line.test, "not judged")))
                .toList();
    }

    public long count(String verdict) {
        return lines.stream().filter(line -> line.verdict().equals(verdict)).count();
    }

    public List<String> text() {
        if (!refused.isEmpty()) return List.of("not compared: " + refused);
        var text = new ArrayList<>(List.of(apart));
        for (Line line : lines) {
            if (line.verdict().equals("same") || line.verdict().equals("not judged")) continue;
            text.add(String.format(
                    Locale.ROOT,
                    "%-7s %-14s %d rows, %d launches: x %.3f (%.3f to %.3f), p %.2g",
                    line.verdict(),
                    line.test(),
                    line.rows(),
                    line.launches(),
                    line.change().ratio(),
                    line.change().low(),
                    line.change().high(),
                    line.change().p()));
        }
        text.add(String.format(
                Locale.ROOT,
                "%d tests compared with %s: %d slower, %d faster, %d differ, %d same",
                lines.size() - count("not judged"),
                commit.isEmpty() ? "the file" : commit,
                count("slower"),
                count("faster"),
                count("differs"),
                count("same")));
        int leftOut = lines.stream().mapToInt(Line::leftOut).sum();
        if (leftOut > 0) text.add(leftOut + " rows of these tests have " + FEWER + " left out");
        if (count("not judged") > 0) {
            text.add(count("not judged") + " tests have only rows with " + FEWER + " not judged; give --launches "
                    + LAUNCHES + " on both, or more if marked launches were left out");
        }
        return text;
    }
}
