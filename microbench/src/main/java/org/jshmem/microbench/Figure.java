// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.util.List;

/// What a plot shows, before it is drawn.
sealed interface Figure {

    /// File name without ending, and anchor in the page.
    String id();

    /// Above the plot.
    String title();

    /// Which figure of the paper it is the counterpart of; empty for none.
    String paper();

    /// Below the plot: what to look for.
    String note();

    /// Curves over an axis of powers of two; both axes are logarithmic.
    ///
    /// @param x what the horizontal axis counts
    /// @param y what the vertical axis counts
    /// @param lines what is compared
    record Lines(String id, String title, String paper, String note, String x, String y, List<Line> lines)
            implements Figure {}

    /// Groups of bars over a linear axis.
    ///
    /// @param y what the vertical axis counts
    /// @param groups the names of the groups
    /// @param bars one of each kind for every group
    record Bars(String id, String title, String paper, String note, String y, List<String> groups, List<Bar> bars)
            implements Figure {}

    /// One line of a plot.
    ///
    /// @param name in the legend
    /// @param colour which colour of the palette: lines of one algorithm share it
    /// @param style whether it is dashed
    /// @param points ascending in `x`
    record Line(String name, int colour, Style style, List<Point> points) {}

    /// The bars of one kind.
    ///
    /// @param name in the legend
    /// @param floor whether it is what the hardware gives
    /// @param values one for each group
    record Bar(String name, boolean floor, List<Double> values) {}

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
