// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import java.util.List;

/// A figure of a paper: lines and marks over a number.
///
/// @param id names its file
/// @param title the text above it
/// @param note the text below it: the meaning of its marks, and its omissions
/// @param x the horizontal axis
/// @param y the vertical axis
/// @param series the lines and marks
public record Figure(String id, String title, String note, Axis x, Axis y, List<FigureSeries> series) {
    /// An axis.
    ///
    /// @param scale `log`, `log2` or `linear`
    public record Axis(String label, String scale) {}

    /// A point and its interval.
    public record Point(double x, double y, double low, double high) {}

    /// Creates a figure with a linear vertical axis.
    public Figure(String id, String title, String note, Axis x, String y, List<FigureSeries> series) {
        this(id, title, note, x, new Axis(y, "linear"), series);
    }
}
