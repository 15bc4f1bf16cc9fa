// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jshmem.fidelity.Figure.Point;
import org.jshmem.sim.cost.Machine;

/// A line of a figure, or its marks.
///
/// @param name in the legend
/// @param colour series of one name here have one colour; [#GREY] is grey
public record FigureSeries(String name, String colour, Style style, List<Point> points) {
    static final String GREY = "grey";

    /// The look of a series.
    public enum Style {
        SOLID,
        DASHED,
        /// Diamonds without a line: values that a paper prints.
        PRINTED,
        /// Circles without a line: points that a reader has digitised.
        DIGITISED;

        /// Whether points are joined.
        boolean isLine() {
            return this == SOLID || this == DASHED;
        }
    }

    /// Returns a machine's value for each x, with the least and the most of the machine and its variations.
    public static FigureSeries banded(String name, Machine m, int[] x, Function<Machine, double[]> values) {
        List<double[]> runs = Stream.concat(
                        Stream.of(m), m.variations().stream().map(variation -> variation.of(m)))
                .parallel()
                .map(values)
                .toList();
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < x.length; i++) {
            int at = i;
            double[] all = runs.stream().mapToDouble(run -> run[at]).toArray();
            points.add(new Point(
                    x[i],
                    all[0],
                    DoubleStream.of(all).min().orElseThrow(),
                    DoubleStream.of(all).max().orElseThrow()));
        }
        return new FigureSeries(name, name, Style.SOLID, points);
    }

    /// Returns a machine's value for each x, without its variations.
    public static FigureSeries own(String name, int[] x, IntToDoubleFunction value) {
        return exact(name, x, IntStream.of(x).parallel().mapToDouble(value).toArray());
    }

    /// Returns a series of values without a band.
    public static FigureSeries exact(String name, int[] x, double[] y) {
        return new FigureSeries(name, name, Style.SOLID, points(x, y));
    }

    /// Returns the series of a paper's equations, dashed, in the colour of the series they describe.
    public static FigureSeries equations(String of, int[] x, IntToDoubleFunction value) {
        return formula(of, "the equations", x, value);
    }

    /// Returns a formula's series with a name, dashed, in the colour of the series it describes.
    public static FigureSeries formula(String of, String name, int[] x, IntToDoubleFunction value) {
        return new FigureSeries(of + ", " + name, of, Style.DASHED, own(of, x, value).points);
    }

    /// Returns a formula's series in grey.
    public static FigureSeries bound(String name, int[] x, IntToDoubleFunction value) {
        return new FigureSeries(name, GREY, Style.DASHED, own(name, x, value).points);
    }

    /// Returns the series of a single value that the paper prints.
    public static FigureSeries printed(String name, int x, double y) {
        return printed(name, new int[] {x}, new double[] {y});
    }

    /// Returns the series of the values that the paper prints.
    public static FigureSeries printed(String name, int[] x, double[] y) {
        return new FigureSeries(name + ", printed", name, Style.PRINTED, points(x, y));
    }

    /// Returns the kind of its values: simulated, formula, printed or digitised.
    String kind() {
        return switch (style) {
            case SOLID -> "simulated";
            case DASHED -> "formula";
            case PRINTED -> "printed";
            case DIGITISED -> "digitised";
        };
    }

    /// Whether a line has the same x as this one, and values that differ by one percent at most.
    boolean coincides(FigureSeries line) {
        if (line.points.size() != points.size()) return false;
        return IntStream.range(0, points.size()).allMatch(i -> {
            Point mine = points.get(i);
            Point its = line.points.get(i);
            return mine.x() == its.x() && Math.abs(mine.y() - its.y()) <= 0.01 * Math.abs(mine.y());
        });
    }

    private static List<Point> points(int[] x, double[] y) {
        return IntStream.range(0, x.length)
                .mapToObj(i -> new Point(x[i], y[i], y[i], y[i]))
                .toList();
    }
}
