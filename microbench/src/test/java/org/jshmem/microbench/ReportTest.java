// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jshmem.report.Figure;
import org.jshmem.report.Result;
import org.jshmem.report.Results;
import org.jshmem.report.Where;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
    static Where where(String machine, int cores, int npes) {
        boolean host = machine.equals("host");
        return new Where(
                machine,
                !host,
                host ? "a <cpu>" : machine,
                cores,
                npes,
                npes,
                1,
                host ? "shm" : "sim",
                "25",
                "abc",
                "now");
    }

    static Result result(int npes, String benchmark, String variant, String access, int pairs, long bytes, double ns) {
        return result(where("host", 2, npes), benchmark, variant, access, pairs, bytes, ns);
    }

    private static Result result(
            Where where, String benchmark, String variant, String access, int pairs, long bytes, double ns) {
        boolean floor = access.equals("floor");
        var time = new Result.Time("ns", 3, 100, ns / 2, ns, 0.9 * ns, 1.1 * ns, 2 * ns, 0.1, List.of(ns, ns, ns), "");
        return new Result(
                where,
                floor ? "C" : "jshmem",
                floor ? Result.Role.FLOOR : Result.Role.OWN,
                benchmark,
                variant,
                floor ? "" : access,
                pairs,
                bytes,
                Map.of(),
                time,
                null,
                null,
                bytes * 1e3 / ns,
                List.of());
    }

    private static List<Result> rows(Where where) {
        var rows = new ArrayList<Result>();
        for (long bytes = 1; bytes <= 1 << 20; bytes <<= 2) {
            rows.add(result(where, "put", "memcpy", "floor", 0, bytes, 2 + bytes / 60.0));
            for (int pairs : new int[] {1, 2, 8, 32}) {
                rows.add(result(where, "put", "contiguous", "putget", pairs, bytes, 5 + bytes / 50.0));
                rows.add(result(where, "put", "contiguous", "ptr", pairs, bytes, 3 + bytes / 55.0));
            }
            for (String algorithm : Reductions.USUAL) {
                rows.add(result(where, "reduce", algorithm, "putget", 0, bytes * 8, 900 + bytes));
                rows.add(result(where, "reduce", algorithm, "ptr", 0, bytes * 8, 700 + bytes));
            }
        }
        return rows;
    }

    private static List<Figure> figures(Figure.Run... runs) {
        return new Figures(List.of(runs))
                .sections().stream().flatMap(s -> s.figures().stream()).toList();
    }

    @Test
    void thePageHoldsItsPlotsAndNamesNothingOutsideItself(@TempDir Path folder) throws Exception {
        Where crowded = where("host", 2, 64);
        Reporting.open(folder, false, List.of(), null, null)
                .write(crowded, rows(crowded), "NOT ALONE: <others>", List.of());
        String html = Files.readString(folder.resolve("index.html"));
        for (String id :
                List.of("bandwidth-put-few", "bandwidth-put-many", "reduce-small", "reduce-ptr", "latency-put")) {
            assertTrue(html.contains("\"id\":\"" + id + "\""), id);
        }
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
        var run = new Figure.Run("64 PEs on host", rows(where("host", 2, 64)));
        var other = new Figure.Run("8 PEs on knc", rows(where("knc", 2, 8)));
        Figure small = figures(run, other).stream()
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
        var run = new Figure.Run(
                "",
                rows(where("host", 2, 2)).stream().filter(r -> r.pairs() < 2).toList());
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
        String text = new Findings(rows(where("host", 2, 2))).text();
        assertTrue(text.startsWith("Fastest sums: flat ptr 8 to 8M."), text);
        assertTrue(text.contains("put of 1M 21.0 us (1.20 x its floor)"), text);
    }

    @Test
    void streamIsDrawnAsBarsOfItsMedianPasses() {
        var rows = new ArrayList<Result>();
        for (String kernel : List.of("stream-copy", "stream-triad")) {
            rows.add(result(2, kernel, "C", "floor", 0, 1 << 20, 2e5));
            rows.add(result(2, kernel, "vector", "ptr", 0, 1 << 20, 2.1e5));
        }
        Figure bars = figures(new Figure.Run("", rows)).getFirst();
        assertEquals(List.of("copy", "triad"), bars.categories());
        assertEquals(
                List.of("C", "vector, ptr reduction"),
                bars.series().stream().map(Figure.Series::name).toList());
    }

    @Test
    void whatCannotBeReadIsRefusedByOptionAndFile(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("x.csv");
        String message = assertThrows(Refusal.class, () -> Reporting.open(null, false, List.of(file), null, null))
                .getMessage();
        assertEquals("--compare " + file + " cannot be read; name a file that --report or --record wrote", message);
        Files.writeString(file, "a,b\n1,2\n");
        message = assertThrows(Refusal.class, () -> Reporting.open(null, false, List.of(), null, file))
                .getMessage();
        assertEquals("--against " + file + ":2 is not a result: it has no where, benchmark or time", message);
    }

    @Test
    void othersAreNamedFromThreePercentOnAndTheHypervisorIsOneOfThem() {
        assertEquals("", Neighbours.note(0.02));
        assertEquals(
                "NOT ALONE: other programs and the hypervisor took 37 % of the cores while this ran; run it again on a"
                        + " quiet machine",
                Neighbours.note(0.37));
        String own = "7 (a name) S 1 1 1 0 -1 0 0 0 0 0 10 20 3 4 20 0";
        assertArrayEquals(
                new long[] {37, 10 + 20 + 5 + 6 + 7 + 8, 156}, Neighbours.ticks(own, "cpu  10 20 5 90 10 6 7 8 0 0"));
    }

    private static Result peer(String benchmark, String variant, long bytes, double ns) {
        Result r = result(2, benchmark, variant, "", benchmark.equals("reduce") ? 0 : 1, bytes, ns);
        return new Result(
                r.where(),
                "Open MPI (OpenSHMEM)",
                Result.Role.PEER,
                benchmark,
                variant,
                "",
                r.pairs(),
                bytes,
                Map.of(),
                r.time(),
                null,
                null,
                0,
                List.of());
    }

    @Test
    void aPeersOperationIsComparedWithTheSameOfOursByDefaultAndNotWithTheBest() {
        var rows = List.of(
                peer("atomics", "fetchAdd-own", 8, 16),
                result(2, "atomics", "fetch-own", "putget", 1, 8, 1),
                result(2, "atomics", "fetchAdd-own", "ptr", 1, 8, 2),
                result(2, "atomics", "fetchAdd-own", "putget", 1, 8, 4),
                peer("reduce", "sum", 8, 600),
                peer("reduce", "sum", 64, 100),
                result(2, "reduce", "flat", "ptr", 0, 8, 10),
                result(2, "reduce", "auto", "auto", 0, 8, 200),
                result(2, "reduce", "auto", "auto", 0, 64, 200));
        assertEquals(
                List.of(
                        "Open MPI (OpenSHMEM)'s atomics takes 4.00 times as long as ours.",
                        "Open MPI (OpenSHMEM)'s reduce takes 1.75 times as long as ours in the middle of 2 sizes, 0.50 to"
                                + " 3.00 times."),
                PeerRatios.of(rows).stream().map(PeerRatios::text).toList());
    }

    @Test
    void rowsThatWereNotAtRestAreInNoFinding() {
        var rows = new ArrayList<>(rows(where("host", 2, 2)));
        Result cold = result(2, "reduce", "flat", "ptr", 0, 8, 1)
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
