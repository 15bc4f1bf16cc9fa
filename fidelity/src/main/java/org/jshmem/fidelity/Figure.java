// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// A simulated figure of a paper: lines and marks over a number.
///
/// @param x the horizontal axis
/// @param y the vertical axis
/// @param series the lines and marks
/// @param commands the commands that print the same numbers; empty if the figure is an experiment that no program is
public record Figure(Axis x, Axis y, List<FigureSeries> series, List<String> commands) {
    /// An axis.
    ///
    /// @param label quantity and unit
    /// @param scale `log`, `log2` or `linear`
    public record Axis(String label, String scale) {}

    /// A point and its interval.
    public record Point(double x, double y, double low, double high) {}

    /// Creates a figure that no commands print.
    public Figure(Axis x, Axis y, List<FigureSeries> series) {
        this(x, y, series, List.of());
    }

    /// Creates a figure with a linear vertical axis.
    public Figure(Axis x, String y, List<FigureSeries> series) {
        this(x, new Axis(y, "linear"), series);
    }

    /// Returns this figure with more series.
    public Figure with(List<FigureSeries> more) {
        return new Figure(x, y, Stream.concat(series.stream(), more.stream()).toList(), commands);
    }

    /// Returns the simulated lines.
    List<FigureSeries> simulated() {
        return series.stream()
                .filter(line -> line.style() == FigureSeries.Style.SOLID)
                .toList();
    }

    /// Returns groups of names of simulated lines that a reader cannot tell apart: each value is within one percent
    /// of the first line's value.
    List<List<String>> coinciding() {
        List<List<String>> groups = new ArrayList<>();
        List<FigureSeries> left = new ArrayList<>(simulated());
        while (!left.isEmpty()) {
            List<FigureSeries> group =
                    left.stream().filter(left.getFirst()::coincides).toList();
            left.removeAll(group);
            if (group.size() > 1)
                groups.add(group.stream().map(FigureSeries::name).toList());
        }
        return groups;
    }
}
