// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/// Which plots the rows of a run make: the counterparts of the figures of Namashivayam et al. (2014), where the rows
/// for them were measured, and one for each further test with sizes.
final class Figures {
    private static final double SMALL = 4096;

    /// Rows and where they come from.
    ///
    /// @param label in legends; empty for the run itself when nothing is compared
    /// @param rows what was measured there
    record Source(String label, List<Row> rows) {}

    private final List<Source> sources;
    private final List<Figure> figures = new ArrayList<>();

    private Figures(List<Source> sources) {
        this.sources = sources;
    }

    static List<Figure> of(List<Source> sources) {
        var all = new Figures(sources);
        all.latencies();
        all.bandwidths();
        all.reductions();
        all.collectives();
        all.cacheStates();
        return all.figures;
    }

    private void latencies() {
        for (String test : List.of("putget", "putput", "getget", "putsignal")) {
            add(
                    "latency-" + test,
                    "Latency of " + test + ", one pair: put/get against ptr (the paper's figure 3)",
                    "Solid: loads and stores through ptr; dashed: put and get calls; grey: the floor.",
                    "bytes",
                    "ns, median",
                    row -> row.benchmark().equals(test) && (row.isFloor() || row.pairs() == 1),
                    row -> row.isFloor() ? "" : row.algorithm(),
                    Row::medianNanos);
        }
    }

    private void bandwidths() {
        for (String test : List.of("put", "get", "bidir-put", "bidir-get", "random-put", "random-get", "rate")) {
            bandwidth(test, "few", pairs -> pairs <= 2, "1 and 2 pairs (the paper's figure 4)");
            bandwidth(test, "many", pairs -> pairs > 2, "more pairs (the paper's figure 5)");
        }
        for (String test : List.of("strided-put", "strided-get")) {
            add(
                    test,
                    "Bandwidth of " + test + ", one pair",
                    "Elements of 8 bytes; gaps are not counted.",
                    "bytes",
                    "MB/s",
                    row -> row.benchmark().equals(test) && (row.isFloor() || row.pairs() == 1),
                    Row::algorithm,
                    Row::megabytesPerSecond);
        }
    }

    private void bandwidth(String test, String id, Predicate<Integer> pairs, String title) {
        add(
                "bandwidth-" + test + "-" + id,
                "Bandwidth of " + test + ", " + title,
                "MB/s of one pair. Solid: loads and stores through ptr; dashed: put and get calls; grey: the floor.",
                "bytes",
                "MB/s of one pair",
                row -> row.benchmark().equals(test) && (row.isFloor() || pairs.test(row.pairs())),
                row -> row.isFloor() ? "" : row.pairs() + (row.pairs() == 1 ? " pair" : " pairs"),
                Row::megabytesPerSecond);
    }

    private void reductions() {
        Predicate<Row> reduce = row -> row.benchmark().equals("reduce");
        Predicate<Row> floor = Row::isFloor;
        Predicate<Row> putget = row -> row.access().equals("putget");
        Predicate<Row> ours = row -> row.access().equals("ptr") || row.access().equals("putget");
        String both = "Solid: loads and stores through ptr; dashed: put and get calls.";
        time("reduce-putget", "Reductions by put and get (the paper's figure 7)", both, reduce.and(putget.or(floor)));
        time(
                "reduce-small",
                "Reductions up to 4 KiB: put/get against ptr (the paper's figure 8)",
                both,
                reduce.and(ours).and(row -> row.bytes() <= SMALL));
        time(
                "reduce-large",
                "Reductions from 4 KiB on: put/get against ptr (the paper's figure 9)",
                both,
                reduce.and(ours).and(row -> row.bytes() >= SMALL));
        time(
                "reduce-ptr",
                "Reductions through ptr, the chosen one, and peers (the paper's figure 10)",
                "auto is what the library chooses by itself; peers come from --compare.",
                reduce.and(putget.negate()));
    }

    private void collectives() {
        for (String test : List.of("broadcast", "collect", "fcollect", "alltoall")) {
            time(
                    test,
                    "Time of " + test,
                    "Grey: the bytes that arrive at one PE, copied.",
                    row -> row.benchmark().equals(test));
        }
    }

    private void time(String id, String title, String note, Predicate<Row> which) {
        add(
                id,
                title,
                note,
                "bytes of one PE",
                "us, median",
                which,
                row -> row.isFloor() ? "" : row.algorithm(),
                row -> row.medianNanos() / 1000);
    }

    private void cacheStates() {
        for (String op : List.of("load", "store")) {
            add(
                    "cache-" + op,
                    "One " + op + " to each line, by the state of the lines",
                    "hit: the measuring PE holds the lines; miss: its partner does; invalid: nobody.",
                    "bytes",
                    "MB/s of whole lines",
                    row -> row.benchmark().equals("cache") && row.algorithm().startsWith(op + "-"),
                    row -> row.algorithm().substring(op.length() + 1),
                    Row::megabytesPerSecond);
        }
    }

    /// Adds a figure unless it would have no line of two points. Lines with the same `key` share a colour.
    private void add(
            String id,
            String title,
            String note,
            String x,
            String y,
            Predicate<Row> which,
            Function<Row, String> key,
            ToDoubleFunction<Row> value) {
        Map<String, List<Row>> grouped = new LinkedHashMap<>();
        Map<String, String> keys = new LinkedHashMap<>();
        for (Source source : sources) {
            for (Row row : source.rows()) {
                if (!which.test(row) || row.bytes() == 0 || value.applyAsDouble(row) <= 0) continue;
                String name = name(source, row, key.apply(row));
                grouped.computeIfAbsent(name, any -> new ArrayList<>()).add(row);
                keys.put(name, source.label() + key.apply(row));
            }
        }
        var colours = new ArrayList<>(new LinkedHashSet<>(keys.values()));
        var lines = new ArrayList<Figure.Line>();
        grouped.forEach((name, rows) -> {
            var points = new TreeMap<Long, Double>();
            for (Row row : rows) points.put(row.bytes(), value.applyAsDouble(row));
            if (points.size() < 2) return;
            var list = new ArrayList<Figure.Point>();
            points.forEach((bytes, v) -> list.add(new Figure.Point(bytes, v)));
            lines.add(new Figure.Line(name, colours.indexOf(keys.get(name)), style(rows.getFirst()), list));
        });
        if (lines.stream().anyMatch(line -> line.style() != Figure.Style.FLOOR)) {
            figures.add(new Figure(id, title, note, x, y, lines));
        }
    }

    private static Figure.Style style(Row row) {
        if (row.isFloor()) return Figure.Style.FLOOR;
        return row.access().equals("putget") ? Figure.Style.DASHED : Figure.Style.SOLID;
    }

    private static String name(Source source, Row row, String key) {
        var parts = new ArrayList<String>();
        if (row.isFloor()) parts.add(row.algorithm());
        else {
            if (!key.isEmpty() && !key.equals("contiguous") && !key.equals("alone")) parts.add(key);
            if (!row.access().equals("auto") || parts.isEmpty()) {
                if (!row.access().equals(key)) parts.add(row.access());
            }
        }
        if (!source.label().isEmpty()) parts.add(source.label());
        return String.join(", ", parts);
    }
}
