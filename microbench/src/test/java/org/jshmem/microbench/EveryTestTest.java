// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jshmem.Shmem;
import org.jshmem.report.Result;
import org.jshmem.report.Results;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Every test by its name on this host, on each number of PEs that it is for: it ends, and every row has a time.
@Tag("long")
class EveryTestTest {
    static Stream<Arguments> all() {
        return Tests.all().stream()
                .flatMap(test -> IntStream.rangeClosed(1, 4)
                        .filter(npes -> !test.paired() || npes % 2 == 0)
                        .mapToObj(npes -> Arguments.of(test.name(), npes)));
    }

    @ParameterizedTest
    @MethodSource("all")
    void itRunsAndMeasures(String name, int npes, @TempDir Path folder) throws Exception {
        Path rows = folder.resolve("rows.jsonl");
        String[] arguments = {
            name, "--quick", "-i", "2", "--no-floors", "--no-progress", "--launch-into", rows.toString()
        };
        Shmem.runInProcess(npes, (sh, a) -> Pgas.run(sh, arguments));
        List<Result> measured = Results.read(rows);
        if (npes > 1) assertFalse(measured.isEmpty(), "no row");
        for (Result row : measured)
            assertTrue(row.time().median() > 0 && row.time().min() >= 0, row.toString());
    }
}
