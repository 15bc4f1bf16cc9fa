// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.collective;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jshmem.microbench.Pgas;
import org.jshmem.report.Jobs;
import org.jshmem.report.Result;
import org.jshmem.report.Results;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class ChosenAlgorithmTest {
    /// One PE in a JVM of its own, since an environment cannot be changed.
    private static List<Result> rows(Path folder, Map<String, String> environment, String... tests) throws Exception {
        Path into = folder.resolve("rows.jsonl");
        Files.deleteIfExists(into);
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-modules=jdk.incubator.vector",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Pgas.class.getName()));
        command.addAll(List.of(tests));
        command.addAll(List.of("--check", "--no-progress", "--launch-into", into.toString()));
        var job = Jobs.run(command, environment, Duration.ofMinutes(4));
        assertEquals(0, job.status(), job.lines().toString());
        return Results.read(into);
    }

    @Test
    void rowsAreCalledByTheAlgorithmAndTheAccessModeThatTheEnvironmentNames(@TempDir Path folder) throws Exception {
        var named = Map.of("SHMEM_BROADCAST_ALGORITHM", "binomial", "SHMEM_BROADCAST_ACCESS", "putget");
        List<Result> rows = rows(folder, named, "broadcast", "barrier");
        for (Result row : rows) {
            boolean broadcast = row.benchmark().equals("broadcast");
            assertEquals(broadcast ? "binomial" : "auto", row.variant(), row.key());
            assertEquals(broadcast ? "putget" : "auto", row.access(), row.key());
        }
        assertTrue(rows.stream().anyMatch(row -> row.benchmark().equals("broadcast")), rows.toString());
        assertTrue(rows.stream().anyMatch(row -> row.benchmark().equals("barrier")), rows.toString());
    }
}
