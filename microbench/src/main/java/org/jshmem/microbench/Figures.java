// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/// Which plots the rows of a run make: the counterparts of the figures of Namashivayam et al. (2014), where the rows
/// for them were measured, and one for each further test with sizes.
final class Figures {
    private static final double SMALL = 4096;
    private static final String STREAM = "stream-";

    /// Rows and where they come from.
    ///
    /// @param label in legends; empty for the run itself when nothing is compared
    /// @param rows what was measured there
    record Source(String label, List<Row> rows) {}

    private final List<Source> sources;
    private final List<Figure> figures = new ArrayList<>();

    private Figures(List<Source> sources) {
        this.sources = sources;
    }

    static List<Figure> of(List<Source> sources) {
        var all = new Figures(sources);
        all.latencies();
        all.bandwidths();
        all.stream();
        all.reductions();
        all.collectives();
        all.overPes();
        all.cacheStates();
        return all.figures;
    }

    private void add(Curves.Head head, Predicate<Row> which, Function<Row, String> key, ToDoubleFunction<Row> value) {
        new Curves(sources).of(head, which, key, value).ifPresent(figures::add);
    }

    private void latencies() {
        String note = "Solid: loads and stores through ptr; dashed: put and get calls; grey: a copy of as many bytes.";
        latency("putget", "Latency of a put and a get of the same bytes, one pair", "figure 3", note);
        latency("putput", "Latency of puts in turn (put-put), one pair, one way", "", note);
        latency("getget", "Latency of gets in turn (get-get), one pair, one way", "", note);
        latency("putsignal", "Latency of data with a signal behind it, one pair, one way", "", note);
    }

    private void latency(String test, String title, String paper, String note) {
        add(
                new Curves.Head("latency-" + test, title, paper, note, "bytes", "ns, median"),
                row -> row.benchmark().equals(test) && (row.isFloor() || row.pairs() == 1),
                row -> row.isFloor() ? "" : row.algorithm(),
                Row::medianNanos);
    }

    private void bandwidths() {
        bandwidth("put", "few", "Bandwidth of puts, 1 and 2 pairs", "figure 4", pairs -> pairs <= 2);
        bandwidth("get", "few", "Bandwidth of gets, 1 and 2 pairs", "figure 4", pairs -> pairs <= 2);
        bandwidth("put", "many", "Bandwidth of puts, 8 pairs and more", "figure 5", pairs -> pairs > 2);
        bandwidth("get", "many", "Bandwidth of gets, 8 pairs and more", "figure 5", pairs -> pairs > 2);
        bandwidth("bidir-put", "all", "Bandwidth of puts both ways at once", "", pairs -> true);
        bandwidth("bidir-get", "all", "Bandwidth of gets both ways at once", "", pairs -> true);
        bandwidth("random-put", "all", "Bandwidth of puts to random PEs", "", pairs -> true);
        bandwidth("random-get", "all", "Bandwidth of gets from random PEs", "", pairs -> true);
        bandwidth("rate", "all", "Bandwidth of small puts, 64 to a quiet", "", pairs -> true);
        strided("strided-put", "Bandwidth of strided puts, one pair");
        strided("strided-get", "Bandwidth of strided gets, one pair");
    }

    private void bandwidth(String test, String id, String title, String paper, Predicate<Integer> pairs) {
        add(
                new Curves.Head(
                        "bandwidth-" + test + "-" + id,
                        title,
                        paper,
                        "Solid: loads and stores through ptr; dashed: put and get calls; grey: a copy of as many bytes.",
                        "bytes",
                        "MB/s of one pair"),
                row -> row.benchmark().equals(test) && (row.isFloor() || pairs.test(row.pairs())),
                row -> row.isFloor() ? "" : row.pairs() + (row.pairs() == 1 ? " pair" : " pairs"),
                Row::megabytesPerSecond);
    }

    private void strided(String test, String title) {
        add(
                new Curves.Head(
                        test,
                        title,
                        "",
                        "8-byte elements, gaps not counted. Solid: loads and stores through ptr; dashed: calls.",
                        "bytes",
                        "MB/s"),
                row -> row.benchmark().equals(test) && (row.isFloor() || row.pairs() == 1),
                Row::algorithm,
                Row::megabytesPerSecond);
    }

    /// Bars for each kernel of STREAM, by how it was run.
    private void stream() {
        Map<String, Map<String, Double>> bars = new LinkedHashMap<>();
        var floors = new LinkedHashSet<String>();
        for (Source source : sources) {
            for (Row row : source.rows()) {
                if (!row.benchmark().startsWith(STREAM) || row.npes() != npes()) continue;
                String name = row.isFloor() ? row.algorithm() : row.algorithm() + ", " + row.access() + " reduction";
                if (!source.label().isEmpty()) name += ", " + source.label();
                if (row.isFloor()) floors.add(name);
                String kernel = row.benchmark().substring(STREAM.length());
                bars.computeIfAbsent(name, any -> new LinkedHashMap<>()).put(kernel, row.megabytesPerSecond() / 1000);
            }
        }
        if (bars.isEmpty()) return;
        var groups = new LinkedHashSet<String>();
        bars.values().forEach(values -> groups.addAll(values.keySet()));
        var list = new ArrayList<Figure.Bar>();
        bars.forEach((name, values) -> list.add(new Figure.Bar(
                name,
                floors.contains(name),
                groups.stream().map(g -> values.getOrDefault(g, 0.0)).toList())));
        figures.add(new Figure.Bars(
                "stream",
                "STREAM on " + npes() + (npes() == 1 ? " PE" : " PEs"),
                "figure 6",
                "The best pass of each kernel. Bytes are counted as McCalpin counts them.",
                "GB/s of all PEs together",
                List.copyOf(groups),
                list));
    }

    private int npes() {
        List<Row> own = sources.getFirst().rows();
        return own.isEmpty() ? 0 : own.getFirst().npes();
    }

    /// What was measured with several numbers of PEs: the run itself and those it is compared with.
    private void overPes() {
        overPes(
                "stream-pes",
                "STREAM over the number of PEs",
                "GB/s of all PEs together",
                row -> row.benchmark().startsWith(STREAM),
                row -> row.benchmark().substring(STREAM.length()) + ", " + row.algorithm(),
                row -> row.megabytesPerSecond() / 1000);
        overPes(
                "barrier-pes",
                "Barrier over the number of PEs",
                "us, median",
                row -> row.benchmark().equals("barrier"),
                row -> row.isFloor() ? row.algorithm() : "barrier",
                row -> row.medianNanos() / 1000);
    }

    private void overPes(
            String id,
            String title,
            String y,
            Predicate<Row> which,
            Function<Row, String> key,
            ToDoubleFunction<Row> value) {
        Map<String, TreeMap<Long, Double>> grouped = new LinkedHashMap<>();
        var floors = new LinkedHashSet<String>();
        for (Source source : sources) {
            for (Row row : source.rows()) {
                if (!which.test(row)) continue;
                String name = key.apply(row) + ", " + row.machine();
                grouped.computeIfAbsent(name, any -> new TreeMap<>()).put((long) row.npes(), value.applyAsDouble(row));
                if (row.isFloor()) floors.add(name);
            }
        }
        var lines = new ArrayList<Figure.Line>();
        grouped.forEach((name, points) -> {
            var style = floors.contains(name) ? Figure.Style.FLOOR : Figure.Style.SOLID;
            if (points.size() > 1) lines.add(Curves.line(name, lines.size(), style, points));
        });
        if (!lines.isEmpty()) figures.add(new Figure.Lines(id, title, "", "", "PEs", y, lines));
    }

    private void reductions() {
        Predicate<Row> reduce = row -> row.benchmark().equals("reduce");
        Predicate<Row> floor = Row::isFloor;
        Predicate<Row> putget = row -> row.access().equals("putget");
        Predicate<Row> ours = row -> row.access().equals("ptr") || row.access().equals("putget");
        String both = "Solid: loads and stores through ptr; dashed: put and get calls.";
        time("reduce-putget", "Sums by put and get", "figure 7", both, reduce.and(putget.or(floor)));
        time(
                "reduce-small",
                "Sums up to 4 KiB: put/get against ptr",
                "figure 8",
                both,
                reduce.and(ours).and(row -> row.bytes() <= SMALL));
        time(
                "reduce-large",
                "Sums from 4 KiB on: put/get against ptr",
                "figure 9",
                both,
                reduce.and(ours).and(row -> row.bytes() >= SMALL));
        time(
                "reduce-ptr",
                "Sums through ptr, by the library's own choice, and by peers",
                "figure 10",
                "auto is what the library chooses by itself; peers come from --compare.",
                reduce.and(putget.negate()));
    }

    private void collectives() {
        for (String test : List.of("broadcast", "collect", "fcollect", "alltoall")) {
            time(
                    test,
                    "Time of " + test,
                    "",
                    "Grey: the bytes that arrive at one PE, copied.",
                    row -> row.benchmark().equals(test));
        }
    }

    private void time(String id, String title, String paper, String note, Predicate<Row> which) {
        add(
                new Curves.Head(id, title, paper, note, "bytes of one PE", "us, median"),
                which,
                row -> row.isFloor() ? "" : row.algorithm(),
                row -> row.medianNanos() / 1000);
    }

    private void cacheStates() {
        for (String op : List.of("load", "store")) {
            add(
                    new Curves.Head(
                            "cache-" + op,
                            "One " + op + " to each line, by the state of the lines",
                            "",
                            "hit: the measuring PE holds the lines; miss: its partner does; invalid: nobody.",
                            "bytes",
                            "MB/s of whole lines"),
                    row -> row.benchmark().equals("cache") && row.algorithm().startsWith(op + "-"),
                    row -> row.algorithm().substring(op.length() + 1),
                    Row::megabytesPerSecond);
        }
    }
}
