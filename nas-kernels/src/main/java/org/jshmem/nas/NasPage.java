// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jshmem.report.Figure.Plot;
import org.jshmem.report.Page;
import org.jshmem.report.Result;
import org.jshmem.report.Results;
import org.jshmem.report.Svg;
import org.jshmem.report.Table;
import org.jshmem.report.Where;

/// What a run of the report has to show: times and speedups of each figure, and tables.
final class NasPage {
    private static final String PAPER = "Figures are counterparts of those of Namashivayam et al., Native mode-based"
            + " optimizations of remote memory accesses in OpenSHMEM for Intel Xeon Phi (PGAS 2014), section 6.";

    private final List<Figure> figures;
    private final List<Result> results;
    private final List<Result> all;

    NasPage(List<Figure> figures, List<Result> results, List<Result> earlier) {
        this.figures = figures;
        this.results = results;
        all = new ArrayList<>(results);
        all.addAll(earlier);
    }

    /// Writes the page, the results and the pictures; the page's path.
    Path write(Path folder) throws IOException {
        Page page = page();
        Path written = page.write(folder);
        Results.write(folder.resolve("results.jsonl"), results);
        Results.write(folder.resolve("results.csv"), results);
        Svg.write(folder, page.figures());
        return written;
    }

    private Page page() {
        String machine =
                results.isEmpty() ? "nothing" : results.getFirst().where().machine();
        var page = new Page("NAS IS and SP over numbers of PEs, " + machine, found());
        if (!results.isEmpty()) {
            Where where = results.getFirst().where();
            for (String line : where.header())
                if (!line.startsWith("PEs:") && !line.startsWith("OVER")) page.fact(line);
            if (results.stream().anyMatch(result -> result.where().crowded())) {
                page.warning("OVERSUBSCRIBED: above " + where.cores() + " PEs they take turns on " + where.cores()
                        + " cores");
            }
        }
        page.fact(PAPER);
        for (Figure figure : figures) {
            var runs = List.of(new org.jshmem.report.Figure.Run("", of(figure)));
            String id = "figure-" + figure.number();
            String dropped =
                    "Points are medians over launches, whiskers their 95 % intervals. SP in cells runs on square numbers of"
                            + " PEs only, IS on powers of two.";
            page.section(
                    figure.title(),
                    "",
                    java.util.Arrays.asList(
                            new Plot(id, figure.quantity())
                                    .note(dropped)
                                    .lines(NasPage::line, Result::variant)
                                    .over(
                                            "PEs",
                                            "log2",
                                            result -> result.where().npes())
                                    .times(figure.quantity(), 1)
                                    .draw(runs),
                            speedup(figure)),
                    List.of(table(figure)));
        }
        return page;
    }

    private static String line(Result result) {
        return result.variant() + ", " + result.where().machine();
    }

    private List<Result> of(Figure figure) {
        return all.stream()
                .filter(result ->
                        result.parameters().getOrDefault("figure", "").equals(Integer.toString(figure.number())))
                .filter(result -> result.parameters().getOrDefault("class", "").equals(figure.problem()))
                .toList();
    }

    private Map<String, TreeMap<Integer, Result>> lines(Figure figure) {
        Map<String, TreeMap<Integer, Result>> lines = new LinkedHashMap<>();
        for (Result result : of(figure)) {
            lines.computeIfAbsent(line(result), any -> new TreeMap<>())
                    .put(result.where().npes(), result);
        }
        return lines;
    }

    /// How much faster than the fewest PEs of its line, beside what would be ideal; null where a line has one point.
    private org.jshmem.report.Figure speedup(Figure figure) {
        var series = new ArrayList<org.jshmem.report.Figure.Series>();
        var counts = new java.util.TreeSet<Integer>();
        lines(figure).forEach((name, points) -> {
            if (points.size() < 2) return;
            Result least = points.firstEntry().getValue();
            var line = new ArrayList<org.jshmem.report.Figure.Point>();
            points.forEach((npes, result) -> {
                double base = least.time().median() * points.firstKey();
                line.add(new org.jshmem.report.Figure.Point(
                        npes,
                        base / result.time().median(),
                        base / result.time().high(),
                        base / result.time().low(),
                        result.time().launches() + " launches",
                        ""));
            });
            counts.addAll(points.keySet());
            String machine = least.where().machine();
            series.add(new org.jshmem.report.Figure.Series(name, least.variant(), "ptr", machine, true, line));
        });
        if (series.isEmpty()) return null;
        String floor = org.jshmem.report.Figure.FLOOR;
        series.addFirst(new org.jshmem.report.Figure.Series(
                "ideal",
                floor,
                floor,
                "",
                true,
                counts.stream()
                        .map(n -> new org.jshmem.report.Figure.Point(n, n, n, n, "", ""))
                        .toList()));
        return new org.jshmem.report.Figure(
                "speedup-" + figure.number(),
                "Speedup",
                "Against the fewest PEs of each line, taken as perfect.",
                org.jshmem.report.Figure.Kind.LINES,
                new org.jshmem.report.Figure.Axis("PEs", "log2"),
                new org.jshmem.report.Figure.Axis("speedup", "log2"),
                List.of(),
                series);
    }

    private Table table(Figure figure) {
        var rows = new ArrayList<List<String>>();
        for (Result result : of(figure)) {
            Result.Time time = result.time();
            rows.add(List.of(
                    result.variant(),
                    result.where().machine(),
                    Integer.toString(result.where().npes()),
                    result.where().jvms() == 0
                            ? ""
                            : Integer.toString(result.where().jvms()),
                    seconds(time.median()),
                    seconds(time.low()) + " – " + seconds(time.high()),
                    Integer.toString(time.launches()),
                    result.parameters().getOrDefault("verification", "")));
        }
        return new Table(
                "",
                false,
                List.of("variant", "machine", "PEs", "JVMs", "s", "95 % interval", "launches", "verification"),
                rows);
    }

    private static String seconds(double value) {
        return String.format(Locale.ROOT, value < 0.01 ? "%.6f" : "%.4f", value);
    }

    /// The fastest of each figure.
    private String found() {
        var said = new ArrayList<String>();
        for (Figure figure : figures) {
            Result best = null;
            for (Result result : results) {
                if (!of(figure).contains(result)) continue;
                if (best == null || result.time().median() < best.time().median()) best = result;
            }
            if (best == null) continue;
            said.add(figure.kernel().toUpperCase(Locale.ROOT) + " class " + figure.problem()
                    + (figure.column().equals("seconds") ? " takes " : " spends in reductions ")
                    + seconds(best.time().median()) + " s with " + best.where().npes()
                    + (best.where().npes() == 1 ? " PE" : " PEs") + ", its fastest (" + best.variant() + ").");
        }
        long wrong = results.stream()
                .filter(result ->
                        !result.parameters().getOrDefault("verification", "").equals("successful"))
                .count();
        said.add(wrong == 0 ? "All runs verify." : wrong + " runs do not say that they verify.");
        return String.join(" ", said);
    }
}
