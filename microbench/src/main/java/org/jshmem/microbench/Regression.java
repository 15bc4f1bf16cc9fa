// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The regression record: rows with where and when they were measured. Rows of a real machine drift with the machine,
/// so they are compared by their ratio to the floor of their own run; rows of a simulated one must be equal.
final class Regression {
    static final String COLUMNS = "date,commit,cpu,cores,jdk," + Row.COLUMNS;

    private static final int EXTRA = 5;
    private static final double NOTABLE = 1.25;

    private final List<Row> rows;

    private Regression(List<Row> rows) {
        this.rows = rows;
    }

    static Regression read(Path file) throws IOException {
        var rows = new ArrayList<Row>();
        for (String line : Files.readAllLines(file)) {
            if (line.isBlank() || line.startsWith("#") || line.equals(COLUMNS)) continue;
            String[] fields = line.split(",", EXTRA + 1);
            if (fields.length <= EXTRA) {
                throw new IllegalArgumentException("no recorded row: '" + line + "'; the columns are " + COLUMNS);
            }
            rows.add(Row.parse(fields[EXTRA]));
        }
        return new Regression(rows);
    }

    List<Row> rows() {
        return rows;
    }

    static void append(Path file, Surroundings where, List<Row> rows) throws IOException {
        var text = new StringBuilder();
        if (!Files.exists(file)) text.append(COLUMNS).append('\n');
        for (Row row : rows) {
            text.append(String.join(
                            ",",
                            LocalDate.now().toString(),
                            where.commit(),
                            where.cpu(),
                            Integer.toString(where.cores()),
                            where.jdk().replace(',', ' '),
                            row.csv()))
                    .append('\n');
        }
        Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /// One line for each row that the record has too: the ratio to its floor now and then, and whether it got worse.
    List<String> compare(Surroundings where, List<Row> now) {
        Map<String, Row> before = new HashMap<>();
        for (Row row : rows) before.put(key(row), row); // the latest wins
        var lines = new ArrayList<String>();
        int worse = 0;
        for (Row row : now) {
            Row then = before.get(key(row));
            if (then == null || row.isFloor()) continue;
            double ratioNow = ratio(row, now);
            double ratioThen = ratio(then, rows);
            boolean same = where.simulated() && row.medianNanos() == then.medianNanos();
            double change = where.simulated() ? row.medianNanos() / then.medianNanos() : ratioNow / ratioThen;
            if (Double.isNaN(change)) continue; // no floor in one of the two runs
            boolean bad = where.simulated() ? !same : change > NOTABLE;
            if (bad) worse++;
            lines.add(String.format(
                    Locale.ROOT,
                    "# against: %-14s %-20s %-7s %8d bytes  x floor %.2f, recorded %.2f, change %.2f%s",
                    row.benchmark(),
                    row.algorithm(),
                    row.access(),
                    row.bytes(),
                    ratioNow,
                    ratioThen,
                    change,
                    bad ? "  WORSE" : ""));
        }
        lines.add("# against: " + lines.size() + " rows compared, " + worse + " worse than " + NOTABLE
                + " x their recorded ratio");
        return lines;
    }

    private static double ratio(Row row, List<Row> all) {
        double floor = Double.NaN;
        for (Row other : all) {
            boolean its = other.isFloor()
                    && other.benchmark().equals(row.benchmark())
                    && other.machine().equals(row.machine())
                    && other.npes() == row.npes()
                    && other.bytes() == row.bytes();
            if (its) floor = other.medianNanos();
        }
        return row.medianNanos() / floor;
    }

    private static String key(Row row) {
        return String.join(
                ",",
                row.benchmark(),
                row.algorithm(),
                row.access(),
                row.machine(),
                Integer.toString(row.npes()),
                Integer.toString(row.pairs()),
                Long.toString(row.bytes()));
    }
}
