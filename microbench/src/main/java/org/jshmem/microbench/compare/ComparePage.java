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
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
    /// @param own the benchmark of this library's row
    /// @param variant its variant
    /// @param peer the benchmark of the peer's row and of C's row
    /// @param bytes the bytes of these rows; 0 for any
    private record Line(String label, String own, String variant, String peer, long bytes) {
        /// The row of one side among those of a number of PEs; null if there is none.
        Row of(Result.Role side, List<Row> its) {
            for (Row row : its) {
                Result r = row.first;
                boolean mine = r.role() == Result.Role.OWN;
                boolean same = mine
                        ? r.benchmark().equals(own)
                                && r.variant().equals(variant)
                                && !r.access().equals("ptr")
                        : r.benchmark().equals(peer);
                if (r.role() == side && same && (bytes == 0 || r.bytes() == bytes)) return row;
            }
            return null;
        }
    }

    private static final List<Line> WARM = List.of(
            new Line("`p` of one long", "calls", "p", "p", 0),
            new Line("put of 4 KiB", "put", "contiguous", "put", 4096),
            new Line("get of 4 KiB", "get", "contiguous", "get", 4096),
            new Line("fetch-and-add", "atomics", "fetchAdd-own", "atomics", 0),
            new Line("barrier", "barrier", "auto", "barrier", 0),
            new Line("sum of 1 double", "reduce", "auto", "reduce", 8),
            new Line("sum of 1,024 doubles", "reduce", "auto", "reduce", 8192),
            new Line("sum of 1,048,576 doubles", "reduce", "auto", "reduce", 8 << 20),
            new Line("broadcast of 4 KiB and a sync", "broadcast", "auto", "broadcast", 4096));
    private static final List<Line> COLD = List.of(
            new Line("start and end of a job", "start", "start", "start", 0),
            new Line("first 10,000 barriers", "first-barriers", "first-barriers", "first-barriers", 0),
            new Line("first 10,000 sums and barriers", "first-sums", "first-sums", "first-sums", 0),
            new Line("first 100,000 `p` and a quiet", "first-puts", "first-puts", "first-puts", 0));

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

    String text() {
        var each = new StringJoiner(", ");
        rounds.forEach((npes, count) -> each.add(count + " on " + npes + " PEs"));
        var text = new StringBuilder("""
                <!-- SPDX-License-Identifier: Apache-2.0 -->
                # jshmem, Open MPI's OpenSHMEM and C, %s

                This page compares three ways to do the same operation on the same machine on the same day.
                `bench/compare` measures all sides in turn and writes this page.

                | | |
                |-|-|
                | machine | %s, %d cores |
                | jshmem | commit %s, JDK %s |
                | peer | %s, its defaults, `oshcc -O3 -march=native` |
                | C | gcc `-O3 -march=native`, no library, `microbench/src/main/c/floors.c` |
                | rounds | %s; all sides in each, one after the other |

                A figure is the median over the rounds; its range goes from the fastest to the slowest round.
                *Warm* is the time of one operation in a program that has called it until its compilers rest.
                *Cold* is the time of all first calls of a program, which a user waits for.
                The last column divides the peer's time by the time of jshmem; below 1.00 the peer is faster.
                With more PEs than cores, one thread per core runs the PEs of jshmem by turns, and the PEs of the peer are processes.
                """.formatted(
                where.date().substring(0, 10), where.cpu(), where.cores(), where.commit(), where.jdk(), version, each));
        rows.forEach((npes, its) -> {
            text.append("\n## ").append(npes).append(" PEs\n\n");
            table(text, "warm, one operation", WARM, its);
            text.append('\n');
            table(text, "cold", COLD, its);
        });
        return text.append("""

                ## What is compared with what

                Each side runs its default algorithm.
                The peer's sums alternate between two work arrays, so that no barrier is in their time.
                A broadcast is followed by a sync on both sides, without which the root would run ahead.
                The C barrier counts in one shared word.
                C without a library has no sums and no broadcasts to compare.
                A row is *not at rest* where its compilers worked in half of the rounds or more.
                """).toString();
    }

    private static void table(StringBuilder text, String title, List<Line> lines, List<Row> its) {
        text.append("| " + title + " | jshmem | range | Open MPI | range | C | Open MPI / jshmem |\n");
        text.append("|-|-:|-:|-:|-:|-:|-:|\n");
        for (Line line : lines) {
            Row own = line.of(Result.Role.OWN, its);
            Row peer = line.of(Result.Role.PEER, its);
            if (own == null && peer == null) continue;
            String floor = median(line.of(Result.Role.FLOOR, its));
            boolean both = own != null && peer != null && own.rested && peer.rested;
            String ratio = both ? String.format(Locale.ROOT, "%.2f", peer.median() / own.median()) : "";
            cells(text, line.label, median(own), range(own), median(peer), range(peer), floor, ratio);
        }
    }

    private static void cells(StringBuilder text, String... cells) {
        text.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }

    private static String median(Row r) {
        return r == null ? "" : r.rested || r.first.isFloor() ? time(r.median()) : "*not at rest*";
    }

    private static String range(Row r) {
        if (r == null || !r.rested) return "";
        var all = Arrays.stream(r.medians).summaryStatistics();
        return time(all.getMin()) + " to " + time(all.getMax());
    }

    /// The short table: 2 PEs, every line, medians without ranges.
    String summary() {
        List<Row> its = rows.getOrDefault(PES_OF_SUMMARY, rows.firstEntry().getValue());
        var text = new StringBuilder("| " + its.getFirst().first.where().npes()
                + " PEs | jshmem | Open MPI | C without a library |\n|-|-:|-:|-:|\n");
        for (Line line : Stream.of(WARM, COLD).flatMap(List::stream).toList()) {
            Row own = line.of(Result.Role.OWN, its);
            if (own == null || !own.rested) continue;
            Row peer = line.of(Result.Role.PEER, its);
            String theirs = peer == null ? "" : time(peer.median());
            cells(text, line.label, median(own), theirs, median(line.of(Result.Role.FLOOR, its)));
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
