// SPDX-License-Identifier: Apache-2.0
package org.jshmem.report;

import java.util.List;

/// A table of a page, which readers can sort by every column.
///
/// @param title the text above it, or on its fold
/// @param folded whether it opens on demand
/// @param columns their names
/// @param rows cells in the order of the columns
public record Table(String title, boolean folded, List<String> columns, List<List<String>> rows) {}
