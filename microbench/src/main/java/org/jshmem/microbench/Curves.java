// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/// Makes curves over bytes out of rows: which rows are one line, what it is called, its colour and its style.
record Curves(List<Figures.Source> sources) {

    /// What stands around a plot.
    record Head(String id, String title, String paper, String note, String x, String y) {}

    /// A figure, unless it would have no line of two points. Lines with the same `key` share a colour.
    Optional<Figure> of(Head head, Predicate<Row> which, Function<Row, String> key, ToDoubleFunction<Row> value) {
        Map<String, List<Row>> grouped = new LinkedHashMap<>();
        Map<String, String> keys = new LinkedHashMap<>();
        for (Figures.Source source : sources) {
            if (source.rows().stream().noneMatch(row -> which.test(row) && !row.isFloor())) continue;
            for (Row row : source.rows()) {
                if (!which.test(row) || row.bytes() == 0 || value.applyAsDouble(row) <= 0) continue;
                String name = name(source, row, key.apply(row));
                grouped.computeIfAbsent(name, any -> new ArrayList<>()).add(row);
                if (!row.isFloor()) keys.put(name, source.label() + key.apply(row));
            }
        }
        var colours = new ArrayList<>(new LinkedHashSet<>(keys.values()));
        var lines = new ArrayList<Figure.Line>();
        grouped.forEach((name, rows) -> {
            var points = new TreeMap<Long, Double>();
            for (Row row : rows) points.put(row.bytes(), value.applyAsDouble(row));
            if (points.size() > 1) {
                lines.add(line(name, Math.max(0, colours.indexOf(keys.get(name))), style(rows.getFirst()), points));
            }
        });
        // floors lie under all others; in the legend the two access modes of an algorithm stand together
        lines.sort(Comparator.comparing((Figure.Line line) -> line.style() != Figure.Style.FLOOR)
                .thenComparing(Figure.Line::colour)
                .thenComparing(Figure.Line::style));
        if (lines.stream().allMatch(line -> line.style() == Figure.Style.FLOOR)) return Optional.empty();
        return Optional.of(
                new Figure.Lines(head.id(), head.title(), head.paper(), head.note(), head.x(), head.y(), lines));
    }

    static Figure.Line line(String name, int colour, Figure.Style style, TreeMap<Long, Double> points) {
        var list = new ArrayList<Figure.Point>();
        points.forEach((x, y) -> list.add(new Figure.Point(x, y)));
        return new Figure.Line(name, colour, style, list);
    }

    private static Figure.Style style(Row row) {
        if (row.isFloor()) return Figure.Style.FLOOR;
        return row.access().equals("putget") ? Figure.Style.DASHED : Figure.Style.SOLID;
    }

    private static String name(Figures.Source source, Row row, String key) {
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
