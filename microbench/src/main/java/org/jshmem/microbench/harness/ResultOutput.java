// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.harness;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jshmem.report.Result;
import org.jshmem.report.Results;
import org.jshmem.report.Table;
import org.jshmem.report.Where;

/// Output of results on PE 0: prints each result when it is measured, and keeps it for the report.
public final class ResultOutput {

    public enum Format {
        /// Aligned columns for people.
        TABLE,
        /// The columns of a file of results without its samples.
        CSV,
        /// A line of JSON each.
        JSONL,
        /// Without output.
        NONE
    }

    private static final String HEAD = "%-14s %-22s %-7s %5s %9s %11s %-23s %11s %11s %11s %10s %7s %6s  %s";

    private static final String NAMES =
            "benchmark|variant|access|pairs|bytes|median ns|95 % interval|min|p99|op p99.9|MB/s|x floor|warm s| ";

    private final String program;
    private final Format format;
    private final PrintStream rows;
    private final PrintStream progress;
    private final List<Result> kept = new ArrayList<>();
    private final List<Result> floors = new ArrayList<>();
    private String shown = "";

    /// `progress` receives one line per test; null for none.
    public ResultOutput(String program, Format format, PrintStream rows, PrintStream progress) {
        this.program = program;
        this.format = format;
        this.rows = rows;
        this.progress = progress;
    }

    /// An output that prints no rows, only progress.
    public ResultOutput quiet() {
        return new ResultOutput(program, Format.NONE, rows, progress);
    }

    public void header(Where where, List<String> notes) {
        if (format == Format.NONE) return;
        var lines = new ArrayList<>(where.header());
        lines.addAll(notes);
        for (String line : lines) rows.println("# " + line);
        if (format == Format.CSV) rows.print(Results.shortCsv(List.of(), true));
    }

    public void begin(Test test, int number, int of) {
        begin(test.name(), test.about());
        if (progress != null) progress.println(program + ": " + number + " of " + of + ", " + test.name());
    }

    public void begin(String name, String about) {
        floors.clear();
        shown = "";
        if (format != Format.TABLE) return;
        rows.println();
        rows.println(name + ": " + about);
        rows.println(HEAD.formatted((Object[]) NAMES.split("\\|")).stripTrailing());
    }

    public void row(Result result) {
        kept.add(result);
        if (result.isFloor()) floors.add(result);
        switch (format) {
            case CSV -> rows.print(Results.shortCsv(List.of(result), false));
            case JSONL -> rows.println(Results.json(result));
            case TABLE -> {
                // of a floor's sizes the table shows the first
                boolean again = result.isFloor() && shown.equals(result.benchmark() + result.variant());
                if (result.isFloor()) shown = result.benchmark() + result.variant();
                if (!again) rows.println(line(result));
            }
            case NONE -> {}
        }
        rows.flush();
    }

    private String line(Result result) {
        Result.Time time = result.time();
        Double floor = result.role() == Result.Role.OWN && result.isFigure()
                ? result.floor(floors).map(f -> f.time().median()).orElse(null)
                : null;
        String access =
                result.isFloor() ? "floor" : result.role() == Result.Role.PEER ? result.source() : result.access();
        var cells = List.of(
                result.benchmark(),
                result.variant(),
                access,
                count(result.pairs()),
                count(result.bytes()),
                Table.number(time.median()),
                Table.number(time.low()) + " to " + Table.number(time.high()),
                Table.number(time.min()),
                Table.number(time.p99()),
                result.tails() == null ? "-" : Table.number(result.tails().p999()),
                result.megabytesPerSecond() == 0 ? "-" : number("%.1f", result.megabytesPerSecond()),
                floor == null ? "" : number("%.2f", time.median() / floor),
                result.warmAfter() == 0 ? "" : number("%.2f", result.warmAfter()),
                String.join("; ", result.marks()));
        return HEAD.formatted(cells.toArray()).stripTrailing();
    }

    private static String count(long n) {
        return n == 0 ? "-" : Long.toString(n);
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }

    public void note(String line) {
        if (format == Format.NONE) return;
        rows.println("# " + line);
        rows.flush();
    }

    /// Prints the rows that were not at rest. Returns whether there are any.
    public boolean notAtRest(List<Result> results) {
        List<Result> rows = results.stream().filter(result -> !result.atRest()).toList();
        for (Result row : rows) {
            note(String.join(" ", "NOT AT REST:", row.benchmark(), row.variant(), row.access())
                            .strip()
                    + (row.bytes() == 0 ? "" : ", " + row.bytes() + " bytes"));
        }
        long unconfirmed =
                results.stream().filter(result -> !result.isConfirmed()).count();
        if (unconfirmed > 0) {
            note(unconfirmed + " of " + results.size()
                    + " rows are not confirmed: their two fastest launches differ by more than 10 %");
        }
        if (rows.isEmpty()) return false;
        note(rows.size() + " of " + results.size()
                + " rows were not at rest when their time was over and are not figures;"
                + " run it again on a quiet machine");
        return true;
    }

    public List<Result> results() {
        return kept;
    }
}
