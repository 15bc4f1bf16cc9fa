// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas;

import java.util.List;
import java.util.Locale;

/// A figure of Namashivayam et al., "Native Mode-Based Optimizations of Remote Memory Accesses in OpenSHMEM for
/// Intel Xeon Phi" (2014), section 6, and the runs that give its counterpart.
///
/// @param number of the figure
/// @param kernel `is` or `sp`
/// @param problem the class
/// @param column the value that is plotted over the number of PEs
/// @param variants the lines of the figure
record Figure(int number, String kernel, String problem, String column, List<Variant> variants) {

    /// One line of a figure: what it is called and the options that make it.
    record Variant(String name, List<String> options) {
        private boolean inCells() {
            return options.contains("multipartition");
        }
    }

    private static final List<Variant> ACCESS = List.of(
            new Variant("put/get", List.of("--access", "putget")), new Variant("ptr", List.of("--access", "ptr")));

    /// As published, and in slabs.
    private static final List<Variant> SOLVERS = List.of(
            new Variant("put/get cells", List.of("--access", "putget", "--decomposition", "multipartition")),
            new Variant("ptr cells", List.of("--access", "ptr", "--decomposition", "multipartition")),
            new Variant("put/get slabs", List.of("--access", "putget")),
            new Variant("ptr slabs", List.of("--access", "ptr")));

    private static final List<Variant> REDUCTIONS = List.of(
            new Variant("default", List.of("--access", "putget")),
            new Variant("rd", List.of("--reduction", "rd", "--access", "ptr")),
            new Variant("rsag", List.of("--reduction", "rsag", "--access", "ptr")));

    /// All of them. The published figure 14 is of class C; `reductions` is the class to use in its place.
    static List<Figure> all(String reductions) {
        return List.of(
                new Figure(11, "is", "A", "seconds", ACCESS),
                new Figure(12, "is", "B", "seconds", ACCESS),
                new Figure(13, "is", "C", "seconds", ACCESS),
                new Figure(14, "is", reductions, "reduction_seconds", REDUCTIONS),
                new Figure(15, "sp", "A", "seconds", SOLVERS),
                new Figure(16, "sp", "B", "seconds", SOLVERS),
                new Figure(17, "sp", "C", "seconds", SOLVERS));
    }

    /// Whether a variant runs on so many PEs.
    boolean runsOn(int pes, Variant variant) {
        if (kernel.equals("is")) return Integer.bitCount(pes) == 1;
        int root = (int) Math.sqrt(pes);
        return !variant.inCells() || root * root == pes;
    }

    String title() {
        return "figure %d: %s class %s, %s".formatted(number, kernel.toUpperCase(Locale.ROOT), problem, quantity());
    }

    /// What is plotted.
    String quantity() {
        return column.equals("seconds") ? "execution time in seconds" : "seconds in reductions";
    }
}
