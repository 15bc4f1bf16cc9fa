// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.compare;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jshmem.rehearsal.InvalidArguments;
import org.jshmem.report.Result;
import org.jshmem.report.Statistics;
import org.jshmem.report.Where;

/// Text of the page of a comparison, and of the table that the README shows.
final class ComparePage {
    private static final String BEGIN = "<!-- performance -->\n";
    private static final String END = "<!-- end of performance -->";
    private static final int PES_OF_SUMMARY = 2;

    /// One line of the tables.
    ///
    /// @param label its first cell
    /// @param own the condition on a row of this library
    /// @param peer the benchmark of the peer's row and of C's row
    /// @param bytes the bytes of these rows; 0 for any
    private record Line(String label, Predicate<Result> own, String peer, long bytes) {
        boolean others(Result r) {
            return r.benchmark().equals(peer) && (bytes == 0 || r.bytes() == bytes);
        }
    }

    private static final List<Line> WARM = List.of(
            new Line("`p` of one long", own("calls", "p", 0), "p", 0),
            new Line("put of 4 KiB", own("put", "contiguous", 4096), "put", 4096),
            new Line("get of 4 KiB", own("get", "contiguous", 4096), "get", 4096),
            new Line("fetch-and-add", own("atomics", "fetchAdd-own", 0), "atomics", 0),
            new Line("barrier", own("barrier", "auto", 0), "barrier", 0),
            new Line("sum of 1 double", own("reduce", "auto", 8), "reduce", 8),
            new Line("sum of 1,024 doubles", own("reduce", "auto", 8192), "reduce", 8192),
            new Line("sum of 1,048,576 doubles", own("reduce", "auto", 8 << 20), "reduce", 8 << 20),
            new Line("broadcast of 4 KiB and a sync", own("broadcast", "auto", 4096), "broadcast", 4096));

    private static final List<Line> COLD = List.of(
            new Line("start and end of a job", own("start", "start", 0), "start", 0),
            new Line("first 10,000 barriers", own("first-barriers", "first-barriers", 0), "first-barriers", 0),
            new Line("first 10,000 sums and barriers", own("first-sums", "first-sums", 0), "first-sums", 0),
            new Line("first 100,000 `p` and a quiet", own("first-puts", "first-puts", 0), "first-puts", 0));

    /// All rounds of one row, those with a mark too, on every side alike.
    private record Row(Result first, double[] medians, boolean rested) {
        static Row of(List<Result> rounds) {
            double[] medians =
                    rounds.stream().mapToDouble(r -> r.time().median()).toArray();
            long rested = rounds.stream().filter(Result::atRest).count();
            return new Row(rounds.getFirst(), medians, 2 * rested > rounds.size());
        }

        double median() {
            return Statistics.median(medians);
        }
    }

    private final TreeMap<Integer, List<Row>> rows = new TreeMap<>();
    private final String version;
    private final Where where;
    private final TreeMap<Integer, Integer> rounds = new TreeMap<>(); // by number of PEs

    ComparePage(List<Result> all, String version) {
        this.version = version;
        Map<String, List<Result>> same = all.stream()
                .collect(Collectors.groupingBy(
                        r -> r.where().npes() + " " + r.role() + " " + r.key(),
                        LinkedHashMap::new,
                        Collectors.toList()));
        for (List<Result> its : same.values()) {
            int npes = its.getFirst().where().npes();
            rounds.merge(npes, its.size(), Math::max);
            rows.computeIfAbsent(npes, any -> new ArrayList<>()).add(Row.of(its));
        }
        where = all.stream()
                .filter(r -> r.role() != Result.Role.PEER)
                .reduce((first, last) -> last)
                .orElse(all.getLast())
                .where();
    }

    private static Predicate<Result> own(String benchmark, String variant, long bytes) {
        return r -> r.role() == Result.Role.OWN
                && r.benchmark().equals(benchmark)
                && r.variant().equals(variant)
                && !r.access().equals("ptr")
                && (bytes == 0 || r.bytes() == bytes);
    }

    /// The text of the whole page.
    String text() {
        var text = new StringBuilder("<!-- SPDX-License-Identifier: Apache-2.0 -->\n");
        text.append("# jshmem, Open MPI's OpenSHMEM and C, ")
                .append(where.date(), 0, 10)
                .append("\n\n");
        text.append("This page compares three ways to do the same operation on the same machine on the same day.\n");
        text.append("`bench/compare` measures all sides in turn and writes this page.\n\n");
        text.append("| | |\n|-|-|\n");
        fact(text, "machine", where.cpu() + ", " + where.cores() + " cores");
        fact(text, "jshmem", "commit " + where.commit() + ", JDK " + where.jdk());
        fact(text, "peer", version + ", its defaults, `oshcc -O3 -march=native`");
        fact(text, "C", "gcc `-O3 -march=native`, no library, `microbench/src/main/c/floors.c`");
        var each = new StringJoiner(", ");
        rounds.forEach((npes, count) -> each.add(count + " on " + npes + " PEs"));
        fact(text, "rounds", each + "; all sides in each, one after the other");
        text.append("""

                A figure is the median over the rounds; its range goes from the fastest to the slowest round.
                *Warm* is the time of one operation in a program that has called it until its compilers rest.
                *Cold* is the time of all first calls of a program, which a user waits for.
                The last column divides the peer's time by the time of jshmem; below 1.00 the peer is faster.
                With more PEs than cores, one thread per core runs the PEs of jshmem by turns, and the PEs of the peer are processes.
                """);
        rows.forEach((npes, its) -> {
            text.append("\n## ").append(npes).append(" PEs\n\n");
            table(text, "warm, one operation", WARM, its);
            text.append('\n');
            table(text, "cold", COLD, its);
        });
        text.append("""

                ## What is compared with what

                Each side runs its default algorithm.
                The peer's sums alternate between two work arrays, so that no barrier is in their time.
                A broadcast is followed by a sync on both sides, without which the root would run ahead.
                The C barrier counts in one shared word.
                C without a library has no sums and no broadcasts to compare.
                A row is *not at rest* where its compilers worked in half of the rounds or more.
                """);
        return text.toString();
    }

    private static void fact(StringBuilder text, String what, String value) {
        text.append("| ").append(what).append(" | ").append(value).append(" |\n");
    }

    private static void table(StringBuilder text, String title, List<Line> lines, List<Row> its) {
        text.append("| ").append(title).append(" | jshmem | range | Open MPI | range | C | Open MPI / jshmem |\n");
        text.append("|-|-:|-:|-:|-:|-:|-:|\n");
        for (Line line : lines) {
            Row own = find(its, line.own);
            Row peer = find(its, r -> r.role() == Result.Role.PEER && line.others(r));
            Row floor = find(its, r -> r.role() == Result.Role.FLOOR && line.others(r));
            if (own == null && peer == null) continue;
            text.append("| ").append(line.label);
            cell(text, own);
            cell(text, peer);
            text.append(" | ").append(floor == null ? "" : time(floor.median()));
            text.append(" | ").append(ratio(own, peer)).append(" |\n");
        }
    }

    private static void cell(StringBuilder text, Row r) {
        if (r == null) text.append(" | | ");
        else if (!r.rested) text.append(" | *not at rest* | ");
        else {
            double low = Arrays.stream(r.medians).min().orElseThrow();
            double high = Arrays.stream(r.medians).max().orElseThrow();
            text.append(" | ")
                    .append(time(r.median()))
                    .append(" | ")
                    .append(time(low))
                    .append(" to ")
                    .append(time(high));
        }
    }

    private static String ratio(Row own, Row peer) {
        if (own == null || peer == null || !own.rested || !peer.rested) return "";
        return String.format(Locale.ROOT, "%.2f", peer.median() / own.median());
    }

    private static Row find(List<Row> its, Predicate<Result> which) {
        return its.stream().filter(r -> which.test(r.first)).findFirst().orElse(null);
    }

    /// The short table: 2 PEs, every line, medians without ranges.
    String summary() {
        List<Row> its = rows.getOrDefault(PES_OF_SUMMARY, rows.firstEntry().getValue());
        var text = new StringBuilder("| " + its.getFirst().first.where().npes()
                + " PEs | jshmem | Open MPI | C without a library |\n|-|-:|-:|-:|\n");
        for (List<Line> lines : List.of(WARM, COLD)) {
            for (Line line : lines) {
                Row own = find(its, line.own);
                Row peer = find(its, r -> r.role() == Result.Role.PEER && line.others(r));
                Row floor = find(its, r -> r.role() == Result.Role.FLOOR && line.others(r));
                if (own == null || !own.rested) continue;
                text.append("| ").append(line.label).append(" | ").append(time(own.median()));
                text.append(" | ").append(peer == null ? "" : time(peer.median()));
                text.append(" | ")
                        .append(floor == null ? "" : time(floor.median()))
                        .append(" |\n");
            }
        }
        return text.toString();
    }

    /// The text of a file with `table` between its marks.
    static String replaced(String file, String table, Path name) {
        int begin = file.indexOf(BEGIN);
        int end = file.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new InvalidArguments(name + " has no lines '" + BEGIN.strip() + "' and '" + END + "' for the table");
        }
        return file.substring(0, begin + BEGIN.length()) + table + file.substring(end);
    }

    /// A time with three digits and a unit.
    static String time(double nanos) {
        String[] units = {"ns", "us", "ms", "s"};
        double value = nanos;
        int unit = 0;
        while (value >= 1000 && unit + 1 < units.length) {
            value /= 1000;
            unit++;
        }
        return String.format(
                Locale.ROOT, value < 10 ? "%.2f %s" : value < 100 ? "%.1f %s" : "%.0f %s", value, units[unit]);
    }
}
