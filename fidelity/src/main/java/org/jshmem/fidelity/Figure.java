// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// A simulated figure of a paper: lines and marks over a number.
///
/// @param note the text below it: the meaning of its marks, and its omissions
/// @param x the horizontal axis
/// @param y the vertical axis
/// @param series the lines and marks
/// @param commands the commands that print the same numbers; empty if the figure is an experiment that no program is
public record Figure(String note, Axis x, Axis y, List<FigureSeries> series, List<String> commands) {
    /// An axis.
    ///
    /// @param label quantity and unit
    /// @param scale `log`, `log2` or `linear`
    public record Axis(String label, String scale) {}

    /// A point and its interval.
    public record Point(double x, double y, double low, double high) {}

    /// Creates a figure that no commands print.
    public Figure(String note, Axis x, Axis y, List<FigureSeries> series) {
        this(note, x, y, series, List.of());
    }

    /// Creates a figure with a linear vertical axis.
    public Figure(String note, Axis x, String y, List<FigureSeries> series) {
        this(note, x, new Axis(y, "linear"), series);
    }

    /// Returns this figure with more series.
    public Figure with(List<FigureSeries> more) {
        return new Figure(
                note, x, y, Stream.concat(series.stream(), more.stream()).toList(), commands);
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
        List<List<FigureSeries>> groups = new ArrayList<>();
        for (FigureSeries line : simulated()) {
            groups.stream()
                    .filter(group -> group.getFirst().coincides(line))
                    .findFirst()
                    .orElseGet(() -> {
                        List<FigureSeries> fresh = new ArrayList<>();
                        groups.add(fresh);
                        return fresh;
                    })
                    .add(line);
        }
        return groups.stream()
                .filter(group -> group.size() > 1)
                .map(group -> group.stream().map(FigureSeries::name).toList())
                .toList();
    }
}
