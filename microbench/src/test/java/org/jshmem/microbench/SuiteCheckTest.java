// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jshmem.Shmem;
import org.jshmem.report.Result;
import org.jshmem.report.Results;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Every test of the suite runs on real PEs, and what it computes is compared.
class SuiteCheckTest {
    static List<String> names() {
        return Tests.all().stream()
                .map(org.jshmem.microbench.Test::name)
                .filter(name -> !name.equals("startup")) // starts jobs
                .toList();
    }

    private static List<Result> run(Path folder, int npes, String... args) throws Exception {
        Path into = folder.resolve("results" + npes + ".jsonl");
        var all = new java.util.ArrayList<>(List.of(args));
        all.addAll(List.of("--check", "--no-progress", "-i", "2", "--launch-into", into.toString()));
        Shmem.runInProcess(npes, (sh, any) -> Pgas.run(sh, all.toArray(String[]::new)));
        return Results.read(into);
    }

    @ParameterizedTest
    @MethodSource("names")
    void runsOnOneToFourPesAndTwoLaunchesMergeToOneRowForEachKey(String name, @TempDir Path folder) throws Exception {
        boolean paired = Tests.named(name).orElseThrow().paired();
        for (int npes = 1; npes <= 4; npes++) {
            if (paired && npes % 2 != 0) continue;
            List<Result> first = run(folder, npes, name);
            List<String> keys = first.stream().map(Result::key).toList();
            assertTrue(npes < 2 || !keys.isEmpty() || name.equals("contexts"), name);
            assertEquals(keys.size(), keys.stream().distinct().count(), "rows that differ have keys that differ");
            List<Result> merged = Launches.merged(List.of(first, run(folder, npes, name)));
            assertEquals(keys, merged.stream().map(Result::key).toList(), "what was measured is no part of a key");
            for (Result row : merged) assertEquals(2, row.time().launches(), row::key);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 7, 511})
    void aWrongElementIsFoundAtAnySizeAndPlace(long wrong) throws Exception {
        Shmem.runInProcess(1, (sh, any) -> {
            var even = sh.longs(512);
            var odd = sh.longs(512);
            var results = new Destinations<>(even, even.local(), odd, odd.local(), Settings.ElementType.LONG, 0)
                    .expect(bytes -> k -> Destinations.sum(2, k));
            for (long k = 0; k < 512; k++) {
                even.set(k, (long) Destinations.sum(2, k));
                odd.set(k, (long) Destinations.sum(2, k));
            }
            results.check("reduce flat", 4096);
            odd.set(wrong, -1);
            String message = assertThrows(AssertionError.class, () -> results.check("reduce flat", 4096))
                    .getMessage();
            assertEquals(
                    "PE 0: reduce flat of 4096 bytes: element " + wrong + " of 512 is -1.0 instead of "
                            + Destinations.sum(2, wrong),
                    message);
            if (wrong > 0) results.check("reduce flat", 8 * wrong);
        });
    }

    @Test
    void threadsOfAContextTestAreTimedByThemselvesAndTheSlowestCounts() {
        var clocks = new AtomicLong[] {new AtomicLong(), new AtomicLong(), new AtomicLong()};
        try (var crew = new Contexts.Crew(
                3, t -> new Contexts.Member(() -> clocks[t].addAndGet(100L * (t + 1)), () -> clocks[t].set(-1)))) {
            assertEquals(300, crew.once());
            assertEquals(600, crew.once());
        }
        for (AtomicLong clock : clocks) assertEquals(-1, clock.get());
    }

    @Test
    void anAlgorithmThatTheLibraryDoesNotKnowIsRefusedBeforeAnythingStarts() {
        Shmem.runInProcess(1, (sh, any) -> {
            String message = assertThrows(Refusal.class, () -> Reductions.known(sh.world(), List.of("auto", "foo")))
                    .getMessage();
            assertTrue(message.startsWith("--algorithm foo: "), message);
            Reductions.known(sh.world(), List.of("rd", "auto"));
        });
    }

    @Test
    void csvOfATerminalIsReadBackAsAFile(@TempDir Path folder) throws Exception {
        var bytes = new java.io.ByteArrayOutputStream();
        var out = new Output("pgas", Output.Format.CSV, Osu.Columns.NONE, new java.io.PrintStream(bytes, true), null);
        out.header(ReportTest.where("host", 2, 2), List.of("a note"));
        Result row = ReportTest.result(2, "put", "contiguous", "putget", 1, 8, 5);
        out.row(row);
        out.note("done");
        Path file = folder.resolve("x.csv");
        Files.write(file, bytes.toByteArray());
        assertEquals(List.of(row), Results.read(file));
    }
}
