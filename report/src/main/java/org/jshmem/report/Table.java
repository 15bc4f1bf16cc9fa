// SPDX-License-Identifier: Apache-2.0
package org.jshmem.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A table of a page, sortable by every column there.
///
/// @param title above it, and on its fold where it is folded
/// @param folded whether it opens on demand
/// @param columns their names
/// @param rows cells in the order of the columns
public record Table(String title, boolean folded, List<String> columns, List<List<String>> rows) {

    /// Results with all that is known of each; `all` has their floors.
    public static Table of(String title, boolean folded, List<Result> results, List<Result> all) {
        String unit = results.isEmpty() ? "ns" : results.getFirst().time().unit();
        boolean tails = results.stream().anyMatch(result -> result.tails() != null);
        boolean over = results.stream().anyMatch(result -> result.overPes() != null);
        var columns = new ArrayList<>(List.of(
                "variant",
                "access",
                "source",
                "pairs",
                "bytes",
                unit,
                "95 % interval",
                "n",
                "min",
                "p99",
                "x floor",
                "MB/s",
                "harness",
                "warm after s"));
        if (tails) columns.addAll(List.of("op p50", "op p99", "op p99.9", "op max"));
        if (over) columns.addAll(List.of("PE min", "PE avg", "PE max", "skew"));
        columns.add("read with care");
        var rows = new ArrayList<List<String>>();
        for (Result result : results) rows.add(row(result, all, tails, over));
        return new Table(title, folded, columns, rows);
    }

    private static List<String> row(Result result, List<Result> all, boolean tails, boolean over) {
        Result.Time time = result.time();
        var row = new ArrayList<String>();
        row.add(result.benchmark().equals(result.variant()) ? result.benchmark() : result.variant());
        row.add(result.isFloor() ? "floor" : result.access());
        row.add(result.source());
        row.add(result.pairs() == 0 ? "" : Integer.toString(result.pairs()));
        row.add(result.bytes() == 0 ? "" : Long.toString(result.bytes()));
        row.add(number(time.median()));
        row.add(number(time.low()) + " – " + number(time.high()));
        row.add(time.launches() + " x " + time.operations());
        row.add(number(time.min()));
        row.add(number(time.p99()));
        row.add(
                result.isFloor() || !result.atRest()
                        ? ""
                        : result.floor(all)
                                .map(floor -> String.format(
                                        Locale.ROOT,
                                        "%.2f",
                                        time.median() / floor.time().median()))
                                .orElse(""));
        row.add(
                result.megabytesPerSecond() == 0
                        ? ""
                        : String.format(Locale.ROOT, "%.1f", result.megabytesPerSecond()));
        row.add(number(time.overhead()));
        row.add(result.warmAfter() == 0 ? "" : String.format(Locale.ROOT, "%.2f", result.warmAfter()));
        if (tails) {
            Result.Tails t = result.tails();
            row.addAll(
                    t == null
                            ? List.of("", "", "", "")
                            : List.of(number(t.p50()), number(t.p99()), number(t.p999()), number(t.max())));
        }
        if (over) {
            Result.OverPes o = result.overPes();
            row.addAll(
                    o == null
                            ? List.of("", "", "", "")
                            : List.of(number(o.min()), number(o.avg()), number(o.max()), number(o.skew())));
        }
        row.add(String.join("; ", result.marks()));
        return row;
    }

    /// As many digits as mean something.
    public static String number(double value) {
        double size = Math.abs(value);
        return String.format(
                Locale.ROOT, size == 0 ? "%.0f" : size < 10 ? "%.3f" : size < 1000 ? "%.1f" : "%.0f", value);
    }
}
