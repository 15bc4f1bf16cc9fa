// SPDX-License-Identifier: Apache-2.0
package org.jshmem.report;

import java.util.List;
import java.util.Locale;

/// A table of a page, sortable by every column there.
///
/// @param title above it, and on its fold where it is folded
/// @param folded whether it opens on demand
/// @param columns their names
/// @param rows cells in the order of the columns
public record Table(String title, boolean folded, List<String> columns, List<List<String>> rows) {

    /// As many digits as mean something.
    public static String number(double value) {
        double size = Math.abs(value);
        return String.format(
                Locale.ROOT, size == 0 ? "%.0f" : size < 10 ? "%.3f" : size < 1000 ? "%.1f" : "%.0f", value);
    }
}
