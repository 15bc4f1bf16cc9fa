// SPDX-License-Identifier: Apache-2.0
package org.jshmem.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Comparison of two runs of the same benchmarks on the same machine: a verdict for each benchmark, over all of its
/// rows.
///
/// Two starts of a JVM differ by 10 % and more, and one row cannot show a slowdown of 10 %. The rows of a benchmark
/// together can: the mean of their logarithms is one value for each fork, and Welch's test compares these values. Where
/// both runs measured C in turn with a row, the row counts by its ratio to C, since the machine's speed changes from
/// minute to minute.
///
/// @param lines one for each benchmark that both runs have
/// @param commits the commits of both runs
public record Comparison(List<Line> lines, String commits) {
    /// Least number of forks on either side for a verdict.
    public static final int FORKS = 6;

    private static final double LEAST_CHANGE = 0.05;
    private static final double MOST_CHANCE = 0.01;
    private static final String C = "C";

    /// One benchmark that both runs have.
    ///
    /// @param rows the number of its rows that both runs have
    /// @param forks the lower of the two runs' numbers of forks
    /// @param verdict `same`, `faster`, `slower`, or `not judged` with too few forks; `differs` for a simulated
    ///     machine, which must repeat itself
    public record Line(String benchmark, int rows, int forks, Statistics.Change change, String verdict) {}

    /// Compares two runs.
    ///
    /// @throws IllegalArgumentException if they cannot be compared
    public static Comparison of(List<Result> then, List<Result> now) {
        if (then.isEmpty() || now.isEmpty()) throw new IllegalArgumentException("one of the two has no results");
        Results.checkOneBuild("one of the two", then);
        Results.checkOneBuild("one of the two", now);
        double nearest =
                Results.nearest(Stream.concat(then.stream(), now.stream()).toList());
        List<Result> before = Results.merged(then, nearest);
        List<Result> after = Results.merged(now, nearest);
        Map<String, List<Result[]>> pairs = new LinkedHashMap<>();
        for (Result row : after) {
            if (!row.isOwn()) continue;
            before.stream()
                    .filter(r -> r.key().equals(row.key()))
                    .findFirst()
                    .ifPresent(r -> pairs.computeIfAbsent(row.row().benchmark(), any -> new ArrayList<>())
                            .add(new Result[] {r, row}));
        }
        Result[] one = pairs.isEmpty()
                ? new Result[] {before.getFirst(), after.getFirst()}
                : pairs.values().iterator().next().getFirst();
        Where where = one[1].where();
        String differs = where.differs(one[0].where());
        if (!differs.isEmpty()) throw new IllegalArgumentException(differs);
        if (pairs.isEmpty())
            throw new IllegalArgumentException("they have no row in common; name files of the same benchmarks on equal"
                    + " numbers of PEs, JVMs and hosts");
        var lines = new ArrayList<Line>();
        pairs.forEach((benchmark, its) -> lines.add(line(benchmark, its, before, after)));
        return new Comparison(lines, one[0].where().commit() + " and " + where.commit());
    }

    private static Line line(String benchmark, List<Result[]> pairs, List<Result> before, List<Result> after) {
        int forks = pairs.stream()
                .flatMap(Stream::of)
                .mapToInt(row -> row.score().forks())
                .min()
                .orElseThrow();
        var then = new double[forks];
        var now = new double[forks];
        for (Result[] pair : pairs) {
            Result a = pair[0].of(C, before).orElse(null);
            Result b = pair[1].of(C, after).orElse(null);
            boolean both = a != null && b != null;
            for (int f = 0; f < forks; f++) {
                then[f] += log(pair[0], both ? a : null, f) / pairs.size();
                now[f] += log(pair[1], both ? b : null, f) / pairs.size();
            }
        }
        Statistics.Change change = Statistics.change(then, now);
        return new Line(benchmark, pairs.size(), forks, change, verdict(pairs, forks, change));
    }

    private static String verdict(List<Result[]> pairs, int forks, Statistics.Change change) {
        if (pairs.getFirst()[1].where().virtual()) {
            for (Result[] pair : pairs)
                if (pair[0].score().median() != pair[1].score().median()) return "differs";
            return "same";
        }
        if (forks < FORKS) return "not judged";
        boolean chance = change.p() >= MOST_CHANCE || Math.abs(change.ratio() - 1) < LEAST_CHANGE;
        return chance ? "same" : change.ratio() > 1 ? "slower" : "faster";
    }

    /// The logarithm of a fork's time, divided by C's time in the same fork.
    private static double log(Result row, Result c, int fork) {
        double time = Math.log(Math.max(row.score().medians().get(fork), 1e-9));
        if (c == null) return time;
        List<Double> its = c.score().medians();
        return time - Math.log(Math.max(its.get(Math.min(fork, its.size() - 1)), 1e-9));
    }

    public long count(String verdict) {
        return lines.stream().filter(line -> line.verdict().equals(verdict)).count();
    }

    public List<String> text() {
        var text = new ArrayList<String>();
        for (Line line : lines) {
            if (line.verdict().equals("same") || line.verdict().equals("not judged")) continue;
            double ratio = line.change().ratio(), p = line.change().p();
            Object[] cells = {line.verdict(), line.benchmark(), line.rows(), line.forks(), ratio, p};
            text.add(String.format(Locale.ROOT, "%-7s %-14s %d rows, %d forks: x %.3f, p %.2g", cells));
        }
        text.add(commits + ": "
                + List.of("slower", "faster", "differs", "same", "not judged").stream()
                        .map(verdict -> count(verdict) + " " + verdict)
                        .collect(Collectors.joining(", ")));
        if (count("not judged") > 0) text.add("not judged: fewer than " + FORKS + " forks on one side");
        return text;
    }

    /// A row of two builds whose starts took turns, and what the new build may take.
    ///
    /// @param bound the greatest factor over the old build; `+` and the greatest distance from it; or `<` and the
    ///     greatest figure of the new build
    public record Bound(String name, String unit, String bound) {
        /// Numbers of starts after which the interval decides. It would cross the bound by chance if it were looked at
        /// after each.
        private static final List<Integer> LOOKS = List.of(5, 10, 15);

        private static final double LEVEL = 0.9;

        /// The cells of a row's line; the last one is the verdict.
        ///
        /// @param then the figures of the old build's starts, in order
        /// @param now those of the new build's
        public List<String> judged(List<Double> then, List<Double> now) {
            double[] apart = IntStream.range(0, Math.min(then.size(), now.size()))
                    .mapToDouble(k -> apart(then.get(k), now.get(k)))
                    .toArray();
            if (apart.length == 0) return List.of(name, unit, "-", "-", "-", "-", bound, "no figure");
            double most = Double.parseDouble(bound.replaceFirst("^[+<]", ""));
            String verdict = "open";
            int used = apart.length;
            for (int look : LOOKS) {
                if (look > apart.length || !verdict.equals("open")) break;
                used = look;
                var interval = Statistics.ofMedian(LEVEL, Arrays.copyOf(apart, used));
                if (interval.high() <= most) verdict = "holds";
                else if (interval.low() > most) verdict = "missed";
            }
            double[] its = Arrays.copyOf(apart, used);
            double middle = Statistics.median(its);
            if (verdict.equals("open") && used == LOOKS.getLast())
                verdict = "open, by its median " + (middle <= most ? "holds" : "missed");
            var interval = Statistics.ofMedian(LEVEL, its);
            String range = shown(interval.low()) + " to " + shown(interval.high()) + ", " + used;
            return List.of(name, unit, median(then, used), median(now, used), shown(middle), range, bound, verdict);
        }

        private double apart(double then, double now) {
            return bound.startsWith("<") ? now : bound.startsWith("+") ? now - then : now / then;
        }

        private static String median(List<Double> all, int count) {
            return shown(Statistics.median(
                    all.stream().limit(count).mapToDouble(x -> x).toArray()));
        }

        private static String shown(double value) {
            return new BigDecimal(value, new MathContext(4))
                    .stripTrailingZeros()
                    .toPlainString();
        }
    }
}
