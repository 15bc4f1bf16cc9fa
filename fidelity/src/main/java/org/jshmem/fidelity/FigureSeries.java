// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jshmem.report.Figure;
import org.jshmem.sim.cost.Machine;

/// The series of the papers' figures.
public final class FigureSeries {
    private FigureSeries() {}

    /// Returns a machine's value for each x, with the least and the most of the machine and its variations.
    public static Figure.Series banded(String name, Machine m, int[] x, Function<Machine, double[]> values) {
        List<double[]> runs = Stream.concat(
                        Stream.of(m), m.variations().stream().map(variation -> variation.of(m)))
                .parallel()
                .map(values)
                .toList();
        List<Figure.Point> points = new ArrayList<>();
        for (int i = 0; i < x.length; i++) {
            double[] at = at(runs, i);
            points.add(new Figure.Point(
                    x[i],
                    at[0],
                    DoubleStream.of(at).min().orElseThrow(),
                    DoubleStream.of(at).max().orElseThrow(),
                    "the machine and " + (at.length - 1) + " variations",
                    ""));
        }
        return new Figure.Series(name, name, "", "", true, points);
    }

    private static double[] at(List<double[]> runs, int i) {
        return runs.stream().mapToDouble(run -> run[i]).toArray();
    }

    /// Returns a machine's value for each x, without its variations.
    public static Figure.Series own(String name, int[] x, IntToDoubleFunction value) {
        return exact(name, "simulated", x, IntStream.of(x).mapToDouble(value).toArray());
    }

    /// Returns a series of values without a band.
    public static Figure.Series exact(String name, String from, int[] x, double[] y) {
        return new Figure.Series(name, name, "", "", true, points(from, x, y));
    }

    /// Returns a formula's series, dashed, in the colour of the series it describes.
    public static Figure.Series formula(String of, int[] x, double[] y) {
        return new Figure.Series(of + ", the equations", of, "putget", "", true, points("formula", x, y));
    }

    /// Returns a formula's series in grey.
    public static Figure.Series bound(String name, int[] x, IntToDoubleFunction value) {
        return new Figure.Series(
                name,
                Figure.REFERENCE,
                Figure.REFERENCE,
                "",
                true,
                points("formula", x, IntStream.of(x).mapToDouble(value).toArray()));
    }

    /// Returns the series of the values that the paper prints.
    public static Figure.Series printed(String name, int[] x, double[] y) {
        return new Figure.Series(name + ", printed", name, "", "printed", true, points("the paper", x, y));
    }

    private static List<Figure.Point> points(String from, int[] x, double[] y) {
        return IntStream.range(0, x.length)
                .mapToObj(i -> new Figure.Point(x[i], y[i], y[i], y[i], from, ""))
                .toList();
    }

    /// Returns a figure of lines over a number, with a linear vertical axis.
    public static Figure lines(
            String id, String title, String note, Figure.Axis x, String y, List<Figure.Series> series) {
        return lines(id, title, note, x, new Figure.Axis(y, "linear"), series);
    }

    /// Returns a figure of lines over a number.
    public static Figure lines(
            String id, String title, String note, Figure.Axis x, Figure.Axis y, List<Figure.Series> series) {
        return new Figure(id, title, note, Figure.Kind.LINES, x, y, List.of(), series);
    }
}
