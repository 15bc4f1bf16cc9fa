// SPDX-License-Identifier: Apache-2.0
package org.jshmem.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// What has changed between two runs of the same benchmarks on the same machine.
public final class Comparison {
    private static final double SMALL = 0.02;

    private final List<Line> lines;
    private final String refused;

    /// One result that both runs have.
    ///
    /// @param verdict `same`, `faster`, `slower`; `differs` for a simulated machine, which must repeat itself
    public record Line(Result then, Result now, Statistics.Change change, String verdict) {}

    private Comparison(List<Line> lines, String refused) {
        this.lines = lines;
        this.refused = refused;
    }

    /// Compares what was measured `now` with the latest of `then` that was measured on the same machine in the same
    /// way. Where there is none such, [#refused] says in what they differ.
    public static Comparison of(List<Result> then, List<Result> now) {
        if (then.isEmpty() || now.isEmpty()) return new Comparison(List.of(), "one of the two has no results");
        Map<String, Result> before = new HashMap<>();
        String differs = "";
        for (Result result : then) {
            String reason = result.where().differs(now.getFirst().where());
            if (reason.isEmpty()) before.put(result.key(), result); // the latest wins
            else differs = reason;
        }
        if (before.isEmpty()) return new Comparison(List.of(), differs);
        var pairs = new ArrayList<Result[]>();
        for (Result result : now) {
            Result earlier = before.get(result.key());
            if (earlier != null) pairs.add(new Result[] {earlier, result});
        }
        var changes = new ArrayList<Statistics.Change>();
        for (Result[] pair : pairs) changes.add(Statistics.change(pair[0].time(), pair[1].time()));
        boolean[] holds = Statistics.hold(
                changes.stream().mapToDouble(Statistics.Change::p).toArray());
        var lines = new ArrayList<Line>();
        for (int k = 0; k < pairs.size(); k++) {
            Result[] pair = pairs.get(k);
            lines.add(new Line(pair[0], pair[1], changes.get(k), verdict(pair[1], changes.get(k), holds[k])));
        }
        return new Comparison(lines, "");
    }

    private static String verdict(Result now, Statistics.Change change, boolean holds) {
        if (now.where().virtual()) return change.ratio() == 1 ? "same" : "differs";
        if (!holds || Math.abs(change.ratio() - 1) < SMALL) return "same";
        return change.ratio() > 1 ? "slower" : "faster";
    }

    /// In what the machines differ, where that forbids a comparison; else empty.
    public String refused() {
        return refused;
    }

    /// All that both runs have.
    public List<Line> lines() {
        return lines;
    }

    /// How many have this verdict.
    public long count(String verdict) {
        return lines.stream().filter(line -> line.verdict().equals(verdict)).count();
    }

    /// The share of results whose intervals meet, floors too.
    public double agreeing() {
        if (lines.isEmpty()) return 0;
        long meeting = lines.stream()
                .filter(line -> interval(line.then()).meets(interval(line.now())))
                .count();
        return (double) meeting / lines.size();
    }

    private static Statistics.Interval interval(Result result) {
        return new Statistics.Interval(result.time().low(), result.time().high());
    }

    /// For people: the changes that hold, the floors among them first, and a sentence that counts.
    public List<String> text() {
        if (!refused.isEmpty()) return List.of("not compared: " + refused);
        var text = new ArrayList<String>();
        for (Line line : lines) {
            if (line.verdict().equals("same")) continue;
            Result now = line.now();
            text.add(String.format(
                    Locale.ROOT,
                    "%-7s %-14s %-20s %-7s %8d bytes  %.4g -> %.4g %s, x %.3f (%.3f to %.3f), p %.2g%s",
                    line.verdict(),
                    now.benchmark(),
                    now.variant(),
                    now.access(),
                    now.bytes(),
                    line.then().time().median(),
                    now.time().median(),
                    now.time().unit(),
                    line.change().ratio(),
                    line.change().low(),
                    line.change().high(),
                    line.change().p(),
                    now.isFloor() ? "  (the machine itself)" : ""));
        }
        text.add(String.format(
                Locale.ROOT,
                "%d results compared with %s: %d slower, %d faster, %d differ; the intervals of %.0f %% meet",
                lines.size(),
                lines.isEmpty() ? "nothing" : lines.getFirst().then().where().commit(),
                count("slower"),
                count("faster"),
                count("differs"),
                100 * agreeing()));
        return text;
    }
}
