// SPDX-License-Identifier: Apache-2.0
package org.jshmem.report;

import java.util.List;
import java.util.Locale;

/// A table of a page, which readers can sort by every column.
///
/// @param title the text above it, or on its fold
/// @param folded whether it opens on demand
/// @param columns their names
/// @param rows cells in the order of the columns
public record Table(String title, boolean folded, List<String> columns, List<List<String>> rows) {

    /// Formats a number with three decimals below 10, one below 1000, and none from there on.
    public static String number(double value) {
        double size = Math.abs(value);
        return String.format(
                Locale.ROOT, size == 0 ? "%.0f" : size < 10 ? "%.3f" : size < 1000 ? "%.1f" : "%.0f", value);
    }
}
