// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Where PE 0's rows go: printed as they come, and kept for the report.
final class Output {

    /// How rows are printed.
    enum Format {
        /// Aligned columns for people.
        TABLE,
        /// The columns of [Row#COLUMNS].
        CSV
    }

    private final String program;
    private final Format format;
    private final PrintStream rows;
    private final PrintStream progress;
    private final List<Row> kept = new ArrayList<>();
    private final Map<Long, Double> floors = new HashMap<>();
    private String shown = "";

    /// `progress` gets one line per test; null for none.
    Output(String program, Format format, PrintStream rows, PrintStream progress) {
        this.program = program;
        this.format = format;
        this.rows = rows;
        this.progress = progress;
    }

    void header(Surroundings where, List<String> notes) {
        var lines = new ArrayList<>(where.header());
        lines.addAll(notes);
        for (String line : lines) rows.println("# " + line);
        if (format == Format.CSV) rows.println(Row.COLUMNS);
    }

    void begin(Test test, int number, int of) {
        begin(test.name(), test.about());
        if (progress != null) progress.println(program + ": " + number + " of " + of + ", " + test.name());
    }

    void begin(String name, String about) {
        floors.clear();
        shown = "";
        if (format == Format.TABLE) {
            rows.println();
            rows.println(name + ": " + about);
            rows.println(String.format(
                    Locale.ROOT,
                    "%-14s %-20s %-7s %5s %10s %10s %12s %12s %12s %11s %8s",
                    "benchmark",
                    "algorithm",
                    "access",
                    "pairs",
                    "bytes",
                    "iterations",
                    "min ns",
                    "median ns",
                    "p99 ns",
                    "MB/s",
                    "x floor"));
        }
    }

    void row(Row row) {
        kept.add(row);
        if (row.isFloor()) floors.put(row.bytes(), row.medianNanos());
        if (format == Format.CSV) {
            rows.println(row.csv());
        } else if (!row.isFloor() || !shown.equals(row.benchmark() + row.algorithm())) {
            if (row.isFloor()) shown = row.benchmark() + row.algorithm(); // of its sizes people need the first
            Double floor = row.isFloor() ? null : floors.get(row.bytes());
            rows.println(String.format(
                            Locale.ROOT,
                            "%-14s %-20s %-7s %5s %10s %10d %12s %12s %12s %11s %8s",
                            row.benchmark(),
                            row.algorithm(),
                            row.access(),
                            row.pairs() == 0 ? "-" : row.pairs(),
                            row.bytes() == 0 ? "-" : row.bytes(),
                            row.iterations(),
                            nanos(row.minNanos()),
                            nanos(row.medianNanos()),
                            nanos(row.p99Nanos()),
                            row.megabytesPerSecond() == 0
                                    ? "-"
                                    : String.format(Locale.ROOT, "%.1f", row.megabytesPerSecond()),
                            floor == null ? "" : String.format(Locale.ROOT, "%.2f", row.medianNanos() / floor))
                    .stripTrailing());
        }
        rows.flush();
    }

    /// Keeps a row that is printed in another form; in CSV it is a row like any.
    void keep(Row row) {
        kept.add(row);
        if (format == Format.CSV) rows.println(row.csv());
    }

    void note(String line) {
        rows.println("# " + line);
        rows.flush();
    }

    List<Row> rows() {
        return kept;
    }

    private static String nanos(double value) {
        return String.format(Locale.ROOT, value < 100 ? "%.2f" : "%.0f", value);
    }
}
