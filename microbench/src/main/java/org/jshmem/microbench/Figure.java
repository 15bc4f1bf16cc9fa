// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.util.List;

/// What a plot shows, before it is drawn.
///
/// @param id file name without ending, and anchor in the page
/// @param title above the plot
/// @param note below it: what to look for
/// @param x what the horizontal axis counts, in powers of two
/// @param y what the vertical axis counts, logarithmic
/// @param lines what is compared
record Figure(String id, String title, String note, String x, String y, List<Line> lines) {

    /// One line of a plot.
    ///
    /// @param name in the legend
    /// @param colour which colour of the palette: lines of one algorithm share it
    /// @param style whether it is dashed
    /// @param points ascending in `x`
    record Line(String name, int colour, Style style, List<Point> points) {}

    /// How a line is drawn.
    enum Style {
        SOLID,
        DASHED,
        /// What the hardware gives: thin and grey.
        FLOOR
    }

    /// One row in a plot.
    record Point(double x, double y) {}
}
