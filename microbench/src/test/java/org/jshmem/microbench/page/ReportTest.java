// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.microbench.Rows;
import org.jshmem.microbench.collective.ReductionModes;
import org.jshmem.microbench.harness.Sinks;
import org.jshmem.rehearsal.InvalidArguments;
import org.jshmem.report.Figure;
import org.jshmem.report.Result;
import org.jshmem.report.Results;
import org.jshmem.report.Where;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
    private static List<Result> rows(Where where) {
        var rows = new ArrayList<Result>();
        for (long bytes = 1; bytes <= 1 << 20; bytes <<= 2) {
            rows.add(Rows.result(where, "put", "memcpy", "floor", 0, bytes, 2 + bytes / 60.0));
            for (int pairs : new int[] {1, 2, 8, 32}) {
                rows.add(Rows.result(where, "put", "contiguous", "putget", pairs, bytes, 5 + bytes / 50.0));
                rows.add(Rows.result(where, "put", "contiguous", "ptr", pairs, bytes, 3 + bytes / 55.0));
            }
            for (String algorithm : ReductionModes.USUAL) {
                rows.add(Rows.result(where, "reduce", algorithm, "putget", 0, bytes * 8, 900 + bytes));
                rows.add(Rows.result(where, "reduce", algorithm, "ptr", 0, bytes * 8, 700 + bytes));
            }
        }
        return rows;
    }

    private static Sinks sinks(String option, Path path) {
        var sinks = new Sinks();
        assertTrue(sinks.read(sinks, new String[] {option, path.toString()}, new StringBuilder()));
        return sinks;
    }

    private static List<Figure> figures(List<Result> results) {
        return Figure.of(Reporting.description(), List.of(results));
    }

    @Test
    void thePageHoldsItsPlotsAndNamesNothingOutsideItself(@TempDir Path folder) throws Exception {
        Where crowded = Rows.where("host", 2, 64);
        Reporting.open(sinks("--report", folder)).write(crowded, rows(crowded), "NOT ALONE: <others>", List.of());
        String html = Files.readString(folder.resolve("index.html"));
        List<String> ids = figures(rows(crowded)).stream().map(Figure::id).toList();
        assertTrue(
                ids.containsAll(List.of(
                        "bandwidth-put-few", "bandwidth-put-many", "reduce-small", "reduce-ptr", "latency-put")),
                ids.toString());
        assertFalse(html.contains("<link") || html.contains(" src=\"http"), "self-contained");
        assertTrue(html.contains("OVERSUBSCRIBED: 64 PEs take turns on 2 cores"));
        assertTrue(html.contains("NOT ALONE: &lt;others&gt;"));
        assertTrue(Files.size(folder.resolve("index.html")) < 2 << 20);
        for (String name : List.of("results.csv", "results.jsonl")) {
            assertEquals(rows(crowded), Results.read(folder.resolve(name)), name);
        }
    }

    @Test
    void aFewLinesAreShownAndOneAlgorithmHasOneColourInAllRuns() {
        var run = rows(Rows.where("host", 2, 64));
        var other = rows(Rows.where("knc", 2, 8));
        Figure small = Figure.of(Reporting.description(), List.of(run, other)).stream()
                .filter(f -> f.id().equals("reduce-small"))
                .findFirst()
                .orElseThrow();
        long shown = small.series().stream().filter(Figure.Series::shown).count();
        assertTrue(
                shown <= 12 && small.series().size() == 36,
                shown + " of " + small.series().size());
        for (Figure.Series series : small.series()) {
            assertEquals(series.name().split(", ")[0], series.colour());
            assertTrue(series.name().endsWith("PEs on host") || series.name().endsWith("PEs on knc"), series.name());
        }
    }

    @Test
    void figuresOfPairsNameOnlyPairsThatThereWere() {
        var run = rows(Rows.where("host", 2, 2)).stream()
                .filter(r -> r.pairs() < 2)
                .toList();
        assertTrue(figures(run).stream().noneMatch(f -> f.id().equals("bandwidth-put-many")));
        Figure few = figures(run).stream()
                .filter(f -> f.id().equals("bandwidth-put-few"))
                .findFirst()
                .orElseThrow();
        assertEquals(
                List.of("C memcpy", "1 pair, putget", "1 pair, ptr"),
                few.series().stream().map(Figure.Series::name).toList());
    }

    @Test
    void thePageBeginsWithWhatWasFound() {
        String text = new Findings(rows(Rows.where("host", 2, 2))).text();
        assertTrue(text.startsWith("Against the machine's own speed: "), text);
        assertTrue(text.contains("put of 1M 21.0 us (1.20 x its floor)"), text);
    }

    @Test
    void streamIsDrawnAsBarsOfItsMedianPasses() {
        var rows = new ArrayList<Result>();
        for (String kernel : List.of("stream-copy", "stream-triad")) {
            rows.add(Rows.result(2, kernel, "C", "floor", 0, 1 << 20, 2e5));
            rows.add(Rows.result(2, kernel, "vector", "ptr", 0, 1 << 20, 2.1e5));
        }
        Figure bars = figures(rows).getFirst();
        assertEquals(List.of("copy", "triad"), bars.categories());
        assertEquals(
                List.of("C", "vector, ptr reduction"),
                bars.series().stream().map(Figure.Series::name).toList());
    }

    @Test
    void whatCannotBeReadIsRefusedByOptionAndFile(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("x.csv");
        String message = assertThrows(InvalidArguments.class, () -> Reporting.open(sinks("--compare", file)))
                .getMessage();
        assertEquals("--compare " + file + " cannot be read; name a file that --report or --record wrote", message);
        Files.writeString(file, "a,b\n1,2\n");
        message = assertThrows(InvalidArguments.class, () -> Reporting.open(sinks("--against", file)))
                .getMessage();
        assertEquals("--against " + file + ":2 is not a result: it has no where, benchmark or time", message);
    }

    @Test
    void rowsThatWereNotAtRestAreInNoFinding() {
        var rows = new ArrayList<>(rows(Rows.where("host", 2, 2)));
        Result cold = Rows.result(2, "reduce", "flat", "ptr", 0, 8, 1)
                .change()
                .marks(List.of(Result.NOT_AT_REST + " after 10.0 s: compilers at work, 46 % of a core"))
                .made();
        rows.add(cold);
        assertEquals(
                700 + 1, Contest.of(rows).getFirst().fastest().get(8L).time().median());
        assertTrue(
                new Findings(rows).text().contains("1 of " + rows.size() + " rows were not at rest"),
                new Findings(rows).text());
    }
}
