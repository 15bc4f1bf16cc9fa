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
    record Variant(String name, List<String> options) {}

    private static final List<Variant> ACCESS = List.of(
            new Variant("put/get", List.of("--access", "putget")), new Variant("ptr", List.of("--access", "ptr")));

    private static final List<Variant> REDUCTIONS = List.of(
            new Variant("default", List.of()),
            new Variant("rd", List.of("--reduction", "rd", "--access", "ptr")),
            new Variant("rsag", List.of("--reduction", "rsag", "--access", "ptr")));

    /// All of them. The published figure 14 is of class C; `reductions` is the class to use in its place.
    static List<Figure> all(String reductions) {
        return List.of(
                new Figure(11, "is", "A", "seconds", ACCESS),
                new Figure(12, "is", "B", "seconds", ACCESS),
                new Figure(13, "is", "C", "seconds", ACCESS),
                new Figure(14, "is", reductions, "reduction_seconds", REDUCTIONS),
                new Figure(15, "sp", "A", "seconds", ACCESS),
                new Figure(16, "sp", "B", "seconds", ACCESS),
                new Figure(17, "sp", "C", "seconds", ACCESS));
    }

    /// Whether the kernel runs on so many PEs.
    boolean runsOn(int pes) {
        if (kernel.equals("is")) return Integer.bitCount(pes) == 1;
        int root = (int) Math.sqrt(pes);
        return root * root == pes;
    }

    String title() {
        return "figure %d: %s class %s, %s".formatted(number, kernel.toUpperCase(Locale.ROOT), problem, quantity());
    }

    /// What is plotted.
    String quantity() {
        return column.equals("seconds") ? "execution time in seconds" : "seconds in reductions";
    }
}
