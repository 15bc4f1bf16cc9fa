// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.jshmem.Shmem;
import org.jshmem.contract.Samples;
import org.jshmem.microbench.collective.ReductionModes;
import org.jshmem.microbench.launch.Launches;
import org.jshmem.rehearsal.InvalidArguments;
import org.jshmem.report.Result;
import org.jshmem.report.Results;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every test of the suite runs on real PEs, and what it computes is compared.
@Tag(Samples.TAG)
class SuiteCheckIT {
    static List<String> names() {
        return Tests.all().stream()
                .map(org.jshmem.microbench.harness.Test::name)
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
        for (int npes : Samples.of(List.of(2, 3), List.of(1, 2, 3, 4))) {
            if (paired && npes % 2 != 0) continue;
            List<Result> first = run(folder, npes, name);
            List<String> keys = first.stream().map(Result::key).toList();
            assertTrue(npes < 2 || !keys.isEmpty() || name.equals("contexts"), name);
            assertEquals(keys.size(), keys.stream().distinct().count(), "rows that differ have keys that differ");
            List<Result> both = new java.util.ArrayList<>(first);
            both.addAll(run(folder, npes, name));
            List<Result> merged = Launches.merged(both);
            assertEquals(keys, merged.stream().map(Result::key).toList(), "what was measured is no part of a key");
            for (Result row : merged) assertEquals(2, row.time().launches(), row::key);
        }
    }

    @Test
    void anAlgorithmThatTheLibraryDoesNotKnowIsRefusedBeforeAnythingStarts() {
        Shmem.runInProcess(1, (sh, any) -> {
            String message = assertThrows(
                            InvalidArguments.class, () -> ReductionModes.known(sh.world(), List.of("auto", "foo")))
                    .getMessage();
            assertTrue(message.startsWith("--algorithm foo: "), message);
            ReductionModes.known(sh.world(), List.of("rd", "auto"));
        });
    }
}
