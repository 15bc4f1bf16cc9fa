// SPDX-License-Identifier: Apache-2.0
package org.jshmem.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/// One plot: what `charts.js` draws, in a browser or as a file.
///
/// @param id names its file and its place in the page
/// @param title above it
/// @param note below it: what its marks mean, and what is not in it
/// @param kind lines over a number, or bars by category
/// @param x the horizontal axis
/// @param y the vertical axis
/// @param categories of bars, left to right; empty for lines
/// @param series what is drawn
public record Figure(
        String id, String title, String note, Kind kind, Axis x, Axis y, List<String> categories, List<Series> series) {

    /// What a figure consists of.
    public enum Kind {
        LINES,
        BARS
    }

    /// An axis.
    ///
    /// @param scale `bytes` (powers of two, labelled so), `log`, `log2` or `linear`
    public record Axis(String label, String scale) {}

    /// One line or one colour of bars.
    ///
    /// @param name in the legend
    /// @param colour series of one algorithm have one colour, in all figures of a page
    /// @param dash series of one access mode have one kind of line; `floor` is grey
    /// @param marker series of one machine and run have one marker
    /// @param shown whether it is visible before somebody asks for it in the legend
    /// @param points in order of x
    public record Series(String name, String colour, String dash, String marker, boolean shown, List<Point> points) {}

    /// A point and its interval.
    ///
    /// @param n launches and operations, as told to whoever points at it
    /// @param marks why it should be read with care
    public record Point(double x, double y, double low, double high, String n, String marks) {}

    /// The dash of what the hardware gives.
    public static final String FLOOR = "floor";

    /// Results of one run, and how legends call it.
    ///
    /// @param label empty for the run itself
    public record Run(String label, List<Result> results) {}

    /// Makes figures of results; it knows how to group and to name, the caller what is worth a figure.
    public static final class Plot {
        private final String id;
        private final String title;
        private String note = "";
        private Axis x = new Axis("bytes", "bytes");
        private Axis y = new Axis("ns", "log");
        private Predicate<Result> which = result -> true;
        private Function<Result, String> line = Result::variant;
        private Function<Result, String> colour = Result::variant;
        private ToDoubleFunction<Result> over = Result::bytes;
        private boolean rate;
        private double scale = 1;
        private int most = Integer.MAX_VALUE;

        /// Starts one.
        public Plot(String id, String title) {
            this.id = id;
            this.title = title;
        }

        /// Below it.
        public Plot note(String text) {
            note = text;
            return this;
        }

        /// Which results belong to it.
        public Plot of(Predicate<Result> chosen) {
            which = chosen;
            return this;
        }

        /// What a line is called without its access mode and run, and what has a colour of its own.
        public Plot lines(Function<Result, String> name, Function<Result, String> colours) {
            line = name;
            colour = colours;
            return this;
        }

        /// What stands on the horizontal axis instead of bytes.
        public Plot over(String label, String kind, ToDoubleFunction<Result> value) {
            x = new Axis(label, kind);
            over = value;
            return this;
        }

        /// Times, divided by `divisor`.
        public Plot times(String label, double divisor) {
            y = new Axis(label, "log");
            scale = divisor;
            return this;
        }

        /// Megabytes per second, divided by `divisor`, instead of times.
        public Plot rates(String label, double divisor) {
            times(label, divisor);
            rate = true;
            return this;
        }

        /// Hides all but so many of our own lines of each run: shown are those that are best somewhere, then others.
        public Plot atMost(int lines) {
            most = lines;
            return this;
        }

        /// The figure, or null where there is nothing to draw.
        public Figure draw(List<Run> runs) {
            Map<String, List<Result>> grouped = new LinkedHashMap<>();
            Map<String, String> markers = new LinkedHashMap<>();
            for (Run run : runs) {
                for (Result result : run.results()) {
                    if (!which.test(result)) continue;
                    if ((rate ? result.megabytesPerSecond() : result.time().median()) <= 0) continue;
                    String name = name(result, run.label());
                    grouped.computeIfAbsent(name, any -> new ArrayList<>()).add(result);
                    markers.put(name, marker(result, run.label()));
                }
            }
            if (grouped.isEmpty()) return null;
            var shown = shown(grouped, markers);
            var series = new ArrayList<Series>();
            grouped.forEach((name, results) -> {
                var points = new TreeMap<Double, Point>();
                for (Result result : results) points.put(over.applyAsDouble(result), point(result));
                Result any = results.getFirst();
                series.add(new Series(
                        name,
                        any.isFloor() ? FLOOR : any.role() == Result.Role.PEER ? any.source() : colour.apply(any),
                        any.isFloor() ? FLOOR : any.access(),
                        markers.get(name),
                        shown.contains(name),
                        List.copyOf(points.values())));
            });
            return new Figure(id, title, note, Kind.LINES, x, y, List.of(), series);
        }

        private String name(Result result, String label) {
            var parts = new ArrayList<String>();
            if (result.isFloor()) parts.add(result.source() + " " + result.variant());
            else {
                String text = line.apply(result);
                if (!text.isEmpty()) parts.add(text);
                if (!result.access().isEmpty() && !result.access().equals("auto")) parts.add(result.access());
                if (result.role() == Result.Role.PEER) parts.add(result.source());
            }
            if (!label.isEmpty()) parts.add(label);
            return String.join(", ", parts);
        }

        private static String marker(Result result, String label) {
            return result.role() == Result.Role.PEER ? result.source() : label;
        }

        private Point point(Result result) {
            Result.Time time = result.time();
            double value = (rate ? result.megabytesPerSecond() : time.median()) / scale;
            double down = rate ? time.median() / time.high() : time.low() / time.median();
            double up = rate ? time.median() / time.low() : time.high() / time.median();
            String n = time.launches() + (time.launches() == 1 ? " launch" : " launches") + " of " + time.operations()
                    + " operations";
            return new Point(
                    over.applyAsDouble(result), value, value * down, value * up, n, String.join("; ", result.marks()));
        }

        /// What is shown at first: floors and peers, and of each run so many lines of our own, the best ones first.
        private Set<String> shown(Map<String, List<Result>> grouped, Map<String, String> markers) {
            var shown = new LinkedHashSet<String>();
            for (String run : new LinkedHashSet<>(markers.values())) {
                Map<String, List<Result>> own = new LinkedHashMap<>();
                grouped.forEach((name, results) -> {
                    if (!markers.get(name).equals(run)) return;
                    if (results.getFirst().role() == Result.Role.OWN) own.put(name, results);
                    else shown.add(name);
                });
                shown.addAll(best(own));
            }
            return shown;
        }

        private List<String> best(Map<String, List<Result>> own) {
            if (own.size() <= most) return List.copyOf(own.keySet());
            var leaders = new LinkedHashMap<Double, Map.Entry<String, Double>>();
            own.forEach((name, results) -> {
                for (Result result : results) {
                    double cost =
                            rate ? -result.megabytesPerSecond() : result.time().median();
                    var leader = leaders.get(over.applyAsDouble(result));
                    if (leader == null || cost < leader.getValue()) {
                        leaders.put(over.applyAsDouble(result), Map.entry(name, cost));
                    }
                }
            });
            Map<String, Integer> wins = new LinkedHashMap<>();
            for (String name : own.keySet()) wins.put(name, 0);
            leaders.values().forEach(leader -> wins.merge(leader.getKey(), 1, Integer::sum));
            return wins.entrySet().stream()
                    .sorted((a, b) -> b.getValue() - a.getValue())
                    .limit(most)
                    .map(Map.Entry::getKey)
                    .toList();
        }
    }

    /// Bars: the value of each category in each series, by name.
    public static Figure bars(
            String id, String title, String note, String label, List<String> categories, List<Series> series) {
        return new Figure(
                id, title, note, Kind.BARS, new Axis("", "category"), new Axis(label, "linear"), categories, series);
    }
}
