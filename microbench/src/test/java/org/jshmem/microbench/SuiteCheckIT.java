// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jshmem.Shmem;
import org.jshmem.contract.Samples;
import org.jshmem.microbench.pgas.Collectives;
import org.jshmem.microbench.pgas.MeasuredCollective;
import org.jshmem.microbench.runner.SuiteOptions;
import org.jshmem.rehearsal.InvalidArguments;
import org.jshmem.report.Result;
import org.jshmem.report.Results;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Every benchmark of the suite runs on real PEs, in a job of one to four.
@Tag(Samples.TAG)
public class SuiteCheckIT {
    static List<String> names() {
        return Pgas.names();
    }

    /// The rows of short runs of these benchmarks.
    public static List<Result> run(Path folder, int npes, String... args) throws Exception {
        Path file = folder.resolve("results" + npes + String.join("", args) + ".jsonl");
        var all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--check", "-i", "2", "--jsonl", file.toString()));
        try {
            Shmem.runInProcess(npes, (sh, any) -> Pgas.run(sh, all.toArray(String[]::new)));
        } catch (IllegalStateException e) {
            assertEquals("the job was ended by globalExit(4) of PE 0", e.getMessage()); // two samples are unstable
        }
        return Results.read(file);
    }

    @ParameterizedTest
    @MethodSource("names")
    void runsOnOneToFourPesWithOneRowForEachKey(String name, @TempDir Path folder) throws Exception {
        boolean paired = Pgas.chosen(List.of(name), 2).getFirst().paired();
        for (int npes : Samples.of(List.of(2, 3), List.of(1, 2, 3, 4))) {
            if (paired && npes % 2 != 0) continue;
            List<String> keys =
                    run(folder, npes, name).stream().map(Result::key).toList();
            assertTrue(npes < 2 || !keys.isEmpty(), name);
            assertEquals(keys.size(), keys.stream().distinct().count(), "rows that differ have keys that differ");
        }
    }

    @Test
    void eachAlgorithmOfACollectiveHasItsRows(@TempDir Path folder) throws Exception {
        List<Result> rows = run(folder, 2, "reduce", "--algorithm", "rd,auto", "--sizes", "4", "--access", "putget");
        assertEquals(
                List.of("reduce,rd,putget,0,32", "reduce,auto,auto,0,32"),
                rows.stream().map(r -> r.row().key()).toList());
        List<Result> meetings = run(folder, 2, "barrier", "sync", "--algorithm", "linear,auto");
        assertEquals(
                List.of("linear", "linear, last PE 10 us late", "auto", "last PE 10 us late", "linear", "auto"),
                meetings.stream().map(r -> r.row().variant()).toList());
    }

    @Test
    void eachCallIsTimedByItself(@TempDir Path folder) throws Exception {
        List<Result> rows = run(folder, 2, "calls", "pingpong", "--latency", "--access", "putget");
        String variants = rows.stream()
                .map(r -> r.row().variant().replace(", each call", ""))
                .collect(Collectors.joining(" "));
        assertEquals("p p-quiet g quiet fence fetchAdd put-segment p-waitUntil", variants);
        assertEquals("2", rows.getFirst().extra().get("calls"), "of PE 0 alone");
        assertEquals("4", rows.getLast().extra().get("calls"), "of both PEs");
    }

    @Test
    void callsAreTimedFromTheFirstOne(@TempDir Path folder) throws Exception {
        Result row =
                run(folder, 2, "barrier", "--warm-up", "--algorithm", "auto").getFirst();
        assertEquals("auto, from the first call", row.row().variant());
        String all = row.extra().get("ms of the first 1000");
        assertEquals(all, row.extra().get("ms to speed"), "a single batch is the final time too");
        assertEquals(
                row.score().median(), 1e3 * Double.parseDouble(all), row.score().median() / 100);
    }

    @ParameterizedTest
    @ValueSource(strings = {"put", "get", "put-nbi", "bidir-put", "putsignal"})
    void freshDataOfPairsArrive(String name, @TempDir Path folder) throws Exception {
        List<Result> rows = run(folder, 4, name, "--fresh-data", "--sizes", "8,4k");
        assertTrue(rows.stream().anyMatch(r -> r.row().variant().matches(".*(fresh data|written and read)")), name);
    }

    @ParameterizedTest
    @EnumSource(MeasuredCollective.class)
    void freshDataOfCollectivesArrive(MeasuredCollective collective, @TempDir Path folder) throws Exception {
        String name = new Collectives(collective).name();
        for (String type : name.startsWith("reduce") ? List.of("int", "long", "float", "double") : List.of("double")) {
            List<Result> rows = run(folder, 3, name, "--fresh-data", "--sizes", "16,64", "--type", type);
            assertEquals(
                    2,
                    rows.stream()
                            .filter(r -> r.row().variant().equals("auto, fresh data"))
                            .count(),
                    name);
        }
    }

    /// C alone, and each library for C that this machine can compile for.
    @Test
    @Tag("long")
    void programsInCHaveRowsOfTheirOwn(@TempDir Path folder) throws Exception {
        assumeTrue(has("gcc"), "needs gcc");
        Set<String> sources = run(folder, 2, "put", "--reference", "--sizes", "8", "--access", "putget").stream()
                .map(Result::source)
                .collect(Collectors.toSet());
        assertTrue(sources.containsAll(Set.of("C", Result.OWN)), sources::toString);
        if (has("oshcc")) assertTrue(sources.stream().anyMatch(s -> s.contains("OpenSHMEM")), sources::toString);
        if (has("mpicc")) assertTrue(sources.stream().anyMatch(s -> s.endsWith("(MPI)")), sources::toString);
    }

    private static boolean has(String program) {
        return Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    @Test
    void theFastestAndTheSlowestPeAreNamed(@TempDir Path folder) throws Exception {
        Result row = run(folder, 3, "barrier", "--per-pe").getFirst();
        assertTrue(row.extra().get("slowest PE").matches("[012] \\([0-9.]+ ns\\)"), row::toString);
        assertTrue(row.extra().containsKey("fastest PE"), row::toString);
    }

    @Test
    void anAlgorithmThatTheLibraryDoesNotKnowIsRefusedBeforeAnythingStarts() {
        Shmem.runInProcess(1, (sh, any) -> {
            SuiteOptions wrong = SuiteOptions.parse(new String[] {"--algorithm", "auto,foo"}, new StringBuilder());
            for (var one : Pgas.chosen(List.of("reduce", "barrier"), 1)) {
                String message = assertThrows(InvalidArguments.class, () -> Collectives.check(one, wrong, sh.world()))
                        .getMessage();
                assertTrue(message.startsWith("--algorithm foo: "), message);
            }
        });
    }
}
