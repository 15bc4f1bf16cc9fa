// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jshmem.report.Figure;
import org.jshmem.report.Figure.Plot;
import org.jshmem.report.Result;

/// Which plots the results of a run make: the counterparts of the figures of Namashivayam et al. (2014) and of Putigny
/// et al. (2014), where the results for them were measured, and one for each further test with sizes.
final class Figures {
    private static final double SMALL = 4096;
    private static final int MOST = 6;
    private static final String STREAM = "stream-";
    private static final String WAYS =
            "Solid: loads and stores through ptr; dashed: put and get calls; dotted grey: the machine's own copy."
                    + " Whiskers are 95 % intervals; hollow points are to be read with care.";

    /// What stands under one heading.
    record Section(String title, String text, List<Figure> figures) {}

    private final List<Figure.Run> runs;

    Figures(List<Figure.Run> runs) {
        this.runs = runs;
    }

    List<Section> sections() {
        return List.of(
                section(
                        "Latency",
                        "",
                        latency("put", "Put of n bytes, one pair"),
                        latency("get", "Get of n bytes, one pair"),
                        latency("put-nb", "putNbi and quiet, one pair"),
                        latency("get-nb", "getNbi and quiet, one pair"),
                        latency("putget", "Put and get back, one pair (the paper's figure 3)"),
                        latency("putput", "Puts in turn, one way"),
                        latency("getget", "Gets in turn, one way"),
                        latency("putsignal", "Data with a signal behind it, one way"),
                        latency("putsignal-nb", "Data with a signal behind it, non-blocking, one way")),
                section(
                        "Bandwidth",
                        "The rate at which one PE issues copies of the same buffer: an L1 or L2 rate for small ones,"
                                + " since no PE reads them meanwhile. Puts in turn and putsignal, above, are end to end.",
                        bandwidth("put", "Puts, 1 and 2 pairs (the paper's figure 4)", pairs -> pairs <= 2, "few"),
                        bandwidth("get", "Gets, 1 and 2 pairs (the paper's figure 4)", pairs -> pairs <= 2, "few"),
                        bandwidth("put", "Puts, more than 2 pairs (the paper's figure 5)", pairs -> pairs > 2, "many"),
                        bandwidth("get", "Gets, more than 2 pairs (the paper's figure 5)", pairs -> pairs > 2, "many"),
                        bandwidth("bidir-put", "Puts both ways at once", pairs -> true, "all"),
                        bandwidth("bidir-get", "Gets both ways at once", pairs -> true, "all"),
                        bandwidth("random-put", "Puts to random PEs", pairs -> true, "all"),
                        bandwidth("random-get", "Gets from random PEs", pairs -> true, "all"),
                        strided("strided-put", "Strided puts, one pair"),
                        strided("strided-get", "Strided gets, one pair")),
                section(
                        "Message rate",
                        "",
                        rate("put-rate", "Puts"),
                        rate("get-rate", "Gets"),
                        rate("put-nb-rate", "Non-blocking puts, 64 to a quiet"),
                        rate("get-nb-rate", "Non-blocking gets, 64 to a quiet")),
                section("Sums", "", reductions()),
                section("Other collectives", "Dotted grey: the bytes that arrive at one PE, copied.", collectives()),
                section(
                        "Waits, contexts, hot spots, halos",
                        "",
                        plain("waits", "A wait on many words, the last one written", "words", "log2"),
                        plain("contexts", "Puts of 8 bytes by threads with a context each", "threads", "log2"),
                        plain("hotspot", "All PEs to the last one", "bytes", "bytes"),
                        plain("halo2d", "Exchange with 4 neighbours", "bytes of a side", "bytes"),
                        plain("halo3d", "Exchange with 6 neighbours", "bytes of a face", "bytes"),
                        plain("allocation", "Allocate and free, all PEs", "bytes", "bytes")),
                section(
                        "Over the number of PEs",
                        "Sizes that several runs measured: this run and those it is compared with.",
                        overPes("barrier", "Barrier", "auto"),
                        overPes("reduce", "Sum of one element", "auto"),
                        streamOverPes()),
                section("Caches", "Counterparts of the figures of Putigny et al.", caches()),
                section("STREAM", "", stream()));
    }

    private static Section section(String title, String text, Figure... figures) {
        var there = new ArrayList<Figure>();
        for (Figure figure : figures) if (figure != null) there.add(figure);
        return new Section(title, text, there);
    }

    private static Predicate<Result> of(String test) {
        return result -> result.benchmark().equals(test);
    }

    private static Predicate<Result> pairs(Predicate<Integer> which) {
        return result -> result.role() != Result.Role.OWN || which.test(result.pairs());
    }

    private Figure latency(String test, String title) {
        return new Plot("latency-" + test, title)
                .note(WAYS)
                .of(of(test).and(pairs(count -> count == 1)))
                .times("ns, median", 1)
                .draw(runs);
    }

    private Figure bandwidth(String test, String title, Predicate<Integer> which, String id) {
        if (runs.stream()
                .flatMap(run -> run.results().stream())
                .noneMatch(of(test).and(result -> result.role() == Result.Role.OWN && which.test(result.pairs())))) {
            return null;
        }
        return new Plot("bandwidth-" + test + "-" + id, title)
                .note(WAYS)
                .of(of(test).and(pairs(which)))
                .lines(Figures::pairs, Figures::pairs)
                .rates("MB/s of one pair", 1)
                .draw(runs);
    }

    private static String pairs(Result result) {
        if (result.role() == Result.Role.PEER) return result.variant();
        return result.pairs() + (result.pairs() == 1 ? " pair" : " pairs");
    }

    private Figure strided(String test, String title) {
        return new Plot(test, title)
                .note("8-byte elements, gaps not counted. " + WAYS)
                .of(of(test).and(pairs(count -> count == 1)))
                .rates("MB/s", 1)
                .draw(runs);
    }

    private Figure rate(String test, String title) {
        return new Plot(test, title)
                .note("Time of one message; 1000 by it is millions of messages a second. " + WAYS)
                .of(of(test))
                .lines(Figures::pairs, Figures::pairs)
                .times("ns a message, median", 1)
                .draw(runs);
    }

    private Figure[] reductions() {
        Predicate<Result> reduce = of("reduce");
        Predicate<Result> putget = result -> result.access().equals("putget") || result.role() != Result.Role.OWN;
        String best = " Shown are the fastest; the button has all.";
        return new Figure[] {
            sums("reduce-small", "Sums up to 4 KiB (figure 8)", best, reduce.and(r -> r.bytes() <= SMALL), MOST),
            sums("reduce-large", "Sums from 4 KiB on (figure 9)", best, reduce.and(r -> r.bytes() >= SMALL), MOST),
            sums("reduce-putget", "Sums by put and get (figure 7)", best, reduce.and(putget), MOST),
            sums(
                    "reduce-ptr",
                    "Sums through ptr, auto, and peers (figure 10)",
                    " auto is what the library chooses.",
                    reduce.and(r -> !r.access().equals("putget")),
                    MOST)
        };
    }

    private Figure sums(String id, String title, String note, Predicate<Result> which, int most) {
        return new Plot(id, title)
                .note(WAYS + note)
                .of(which)
                .over("bytes of one PE", "bytes", Result::bytes)
                .times("us, median", 1000)
                .atMost(most)
                .draw(runs);
    }

    private Figure[] collectives() {
        return List.of("broadcast", "collect", "fcollect", "alltoall", "alltoalls", "inscan", "exscan").stream()
                .map(test -> new Plot(test, test)
                        .note(WAYS)
                        .of(of(test))
                        .over("bytes of one PE", "bytes", Result::bytes)
                        .times("us, median", 1000)
                        .draw(runs))
                .toArray(Figure[]::new);
    }

    private Figure plain(String test, String title, String axis, String scale) {
        return new Plot(test, title)
                .note("Whiskers are 95 % intervals; hollow points are to be read with care.")
                .of(of(test).and(result -> result.bytes() > 0))
                .over(axis, scale, Result::bytes)
                .times("ns, median", 1)
                .draw(runs);
    }

    private Figure overPes(String test, String title, String variant) {
        long least = runs.stream()
                .flatMap(run -> run.results().stream())
                .filter(of(test))
                .mapToLong(Result::bytes)
                .min()
                .orElse(0);
        var flat = new Figure.Run(
                "", runs.stream().flatMap(run -> run.results().stream()).toList());
        Predicate<Result> which = of(test).and(result -> result.bytes() == least)
                .and(result ->
                        result.role() != Result.Role.OWN || result.variant().equals(variant));
        if (flat.results().stream()
                        .filter(which)
                        .map(result -> result.where().npes())
                        .distinct()
                        .count()
                < 2) return null;
        return new Plot(test + "-pes", title)
                .of(which)
                .lines(
                        result -> result.where().machine(),
                        result -> result.where().machine())
                .over("PEs", "log2", result -> result.where().npes())
                .times("us, median", 1000)
                .draw(List.of(flat));
    }

    private Figure streamOverPes() {
        var flat = new Figure.Run(
                "", runs.stream().flatMap(run -> run.results().stream()).toList());
        Predicate<Result> which = result -> result.benchmark().startsWith(STREAM);
        if (flat.results().stream()
                        .filter(which)
                        .map(result -> result.where().npes())
                        .distinct()
                        .count()
                < 2) return null;
        return new Plot("stream-pes", "STREAM")
                .of(which)
                .lines(
                        r -> r.benchmark().substring(STREAM.length()) + ", "
                                + r.where().machine(),
                        Result::benchmark)
                .over("PEs", "log2", result -> result.where().npes())
                .rates("GB/s of all PEs together", 1000)
                .draw(List.of(flat));
    }

    private Figure[] caches() {
        var figures = new ArrayList<Figure>();
        for (String op : List.of("load", "store")) {
            figures.add(new Plot("cache-" + op, "One " + op + " to each line, by the state of the lines")
                    .note("hit: the measuring PE holds the lines; miss: its partner does; invalid: no PE.")
                    .of(of("cache-" + op))
                    .rates("MB/s of whole lines", 1)
                    .draw(runs));
        }
        figures.add(new Plot("cache-pattern", "Reading lines by access pattern")
                .of(of("cache-pattern"))
                .times("ns a line, median", 1)
                .draw(runs));
        figures.add(new Plot("cache-copies", "Copies by several PEs at once")
                .note("One PE's share; the table has the parallel efficiency.")
                .of(of("cache-copies"))
                .rates("MB/s of one PE", 1)
                .draw(runs));
        figures.add(new Plot("cache-lines", "Lines to the partner and back, one way")
                .of(of("cache-lines"))
                .times("ns, median", 1)
                .draw(runs));
        return figures.toArray(Figure[]::new);
    }

    /// Bars for each kernel of STREAM, by how it was run.
    private Figure stream() {
        Map<String, List<Result>> bars = new LinkedHashMap<>();
        var kernels = new LinkedHashSet<String>();
        int npes = 0;
        for (Figure.Run run : runs) {
            for (Result result : run.results()) {
                if (!result.benchmark().startsWith(STREAM)) continue;
                if (npes == 0) npes = result.where().npes();
                if (result.where().npes() != npes) continue;
                String name = result.isFloor() ? "C" : result.variant() + ", " + result.access() + " reduction";
                if (!run.label().isEmpty()) name += ", " + run.label();
                bars.computeIfAbsent(name, any -> new ArrayList<>()).add(result);
                kernels.add(result.benchmark().substring(STREAM.length()));
            }
        }
        if (bars.isEmpty()) return null;
        var order = List.copyOf(kernels);
        var series = new ArrayList<Figure.Series>();
        bars.forEach((name, results) -> {
            boolean floor = results.getFirst().isFloor();
            var points = results.stream()
                    .map(result -> new Figure.Point(
                            order.indexOf(result.benchmark().substring(STREAM.length())),
                            result.megabytesPerSecond() / 1000,
                            result.megabytesPerSecond() / 1000,
                            result.megabytesPerSecond() / 1000,
                            result.time().operations() + " passes",
                            ""))
                    .toList();
            series.add(new Figure.Series(
                    name,
                    floor ? Figure.FLOOR : name,
                    floor ? Figure.FLOOR : results.getFirst().access(),
                    "",
                    true,
                    points));
        });
        return Figure.bars(
                "stream",
                "STREAM on " + npes + (npes == 1 ? " PE" : " PEs") + " (the paper's figure 6)",
                "The median pass of each kernel. Bytes are counted as McCalpin counts them.",
                "GB/s of all PEs together",
                order,
                series.stream().filter(Objects::nonNull).toList());
    }
}
