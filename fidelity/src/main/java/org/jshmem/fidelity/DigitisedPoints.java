// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jshmem.report.Statistics;

/// Points that a reader has digitised from a paper's picture, next to the simulated lines of the same names.
///
/// The file is CSV with the columns `series`, `x` and `y`, in the units of the figure.
final class DigitisedPoints {
    private static final List<String> COLUMNS = List.of("series", "x", "y");

    private final Path file;
    private final Map<String, List<Figure.Point>> points = new LinkedHashMap<>();

    private DigitisedPoints(Path file) {
        this.file = file;
    }

    /// Reads a file, and refuses one that has no points.
    static DigitisedPoints read(Path file) {
        var read = new DigitisedPoints(file);
        if (!Files.isRegularFile(file)) throw read.refused("is not a file");
        try (var rows = CsvReader.builder().ofNamedCsvRecord(file)) {
            rows.forEach(read::add);
        } catch (IOException | CsvParseException e) {
            throw read.refused("cannot be read as CSV: " + e.getMessage());
        }
        if (read.points.isEmpty()) throw read.refused("has no points below its line of columns");
        return read;
    }

    private void add(NamedCsvRecord row) {
        if (!row.getHeader().containsAll(COLUMNS)) {
            throw refused("has the columns " + String.join(", ", row.getHeader()) + "; use series, x, y");
        }
        double x = number(row, "x");
        double y = number(row, "y");
        points.computeIfAbsent(row.getField("series"), name -> new ArrayList<>())
                .add(new Figure.Point(x, y, y, y));
    }

    private double number(NamedCsvRecord row, String column) {
        String text = row.findField(column).orElse("");
        try {
            double value = Double.parseDouble(text.strip());
            if (value > 0 && value < Double.POSITIVE_INFINITY) return value;
        } catch (NumberFormatException _) {
            // refused below
        }
        throw refused(
                "line " + row.getStartingLineNumber() + ": " + column + " '" + text + "' is not a positive number");
    }

    private IllegalArgumentException refused(String why) {
        return new IllegalArgumentException("--points " + file + " " + why);
    }

    /// Returns the points as series of a figure, and refuses a name that none of its simulated lines has.
    List<FigureSeries> of(Figure figure) {
        points.keySet().forEach(name -> line(figure, name));
        return points.entrySet().stream()
                .map(of -> new FigureSeries(
                        of.getKey() + ", digitised", of.getKey(), FigureSeries.Style.DIGITISED, of.getValue()))
                .toList();
    }

    private FigureSeries line(Figure figure, String name) {
        return figure.simulated().stream()
                .filter(line -> line.name().equals(name))
                .findFirst()
                .orElseThrow(() -> refused("has the series '" + name + "', which is not a simulated line; use one of "
                        + figure.simulated().stream().map(FigureSeries::name).collect(Collectors.joining("; "))));
    }

    /// Returns a line for each series, and one for all: the median and the worst factor between both values.
    String compared(Figure figure) {
        StringBuilder text = new StringBuilder();
        List<Double> all = new ArrayList<>();
        points.forEach((name, of) -> {
            List<Double> factors = new ArrayList<>();
            for (Figure.Point p : of) {
                simulated(figure, line(figure, name), p.x())
                        .map(y -> Math.max(y / p.y(), p.y() / y))
                        .ifPresent(factors::add);
            }
            text.append(summary(name, factors, of.size()));
            all.addAll(factors);
        });
        if (points.size() > 1) {
            int read = points.values().stream().mapToInt(List::size).sum();
            text.append(summary("all", all, read));
        }
        return text.toString();
    }

    private static String summary(String name, List<Double> factors, int read) {
        if (factors.isEmpty()) return "%s: no point lies in the simulated range%n".formatted(name);
        double[] of = factors.stream().mapToDouble(f -> f).toArray();
        double worst = factors.stream().mapToDouble(f -> f).max().orElseThrow();
        String outside = of.length == read ? "" : ", " + (read - of.length) + " outside the simulated range";
        return "%s: %d points%s, factor: median %.2f, worst %.2f%n"
                .formatted(name, of.length, outside, Statistics.median(of), worst);
    }

    /// Returns the value of a line at x, on the straight line that the picture shows; empty outside its points.
    private static Optional<Double> simulated(Figure figure, FigureSeries line, double x) {
        List<Figure.Point> points = line.points();
        for (int i = 0; i < points.size(); i++) {
            Figure.Point right = points.get(i);
            if (right.x() == x) return Optional.of(right.y());
            if (right.x() < x) continue;
            if (i == 0) return Optional.empty();
            Figure.Point left = points.get(i - 1);
            double part = share(figure.x(), left.x(), right.x(), x);
            return Optional.of(
                    figure.y().scale().equals("linear")
                            ? left.y() + part * (right.y() - left.y())
                            : left.y() * Math.pow(right.y() / left.y(), part));
        }
        return Optional.empty();
    }

    private static double share(Figure.Axis axis, double from, double to, double x) {
        return axis.scale().equals("linear") ? (x - from) / (to - from) : Math.log(x / from) / Math.log(to / from);
    }
}
