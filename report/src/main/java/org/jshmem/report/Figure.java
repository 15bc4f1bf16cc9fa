// SPDX-License-Identifier: Apache-2.0
package org.jshmem.report;

import java.util.List;

/// The data of one plot, which `page.js` draws.
///
/// @param id names its file and its place in the page
/// @param title the text above it
/// @param note the text below it: the meaning of its marks, and its omissions
/// @param kind lines over a number, or bars by category
/// @param x the horizontal axis
/// @param y the vertical axis
/// @param categories of bars, left to right; empty for lines
/// @param series the lines or bars
public record Figure(
        String id, String title, String note, Kind kind, Axis x, Axis y, List<String> categories, List<Series> series) {

    public enum Kind {
        LINES,
        BARS
    }

    /// An axis.
    ///
    /// @param scale `bytes` (powers of two, labelled so), `log`, `log2` or `linear`
    public record Axis(String label, String scale) {}

    /// One line or one colour of bars.
    ///
    /// @param name in the legend
    /// @param colour series of one algorithm have one colour, in all figures of a page
    /// @param dash series of one access mode have one kind of line; `reference` is grey
    /// @param marker series of one machine and run have one marker
    /// @param shown whether it is visible before a reader selects it in the legend
    /// @param points in order of x
    public record Series(String name, String colour, String dash, String marker, boolean shown, List<Point> points) {}

    /// A point and its interval.
    ///
    /// @param n launches and operations, shown under the pointer
    /// @param marks reasons for care in reading the point
    public record Point(double x, double y, double low, double high, String n, String marks) {}

    /// The dash of lines to compare with.
    public static final String REFERENCE = "reference";
}
