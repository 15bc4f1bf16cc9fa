// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jshmem.report.Result;
import org.jshmem.report.Results;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.sim.JobSpec;
import org.jshmem.sim.Simulation;
import org.jshmem.sim.machine.MachineFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A simulated machine repeats itself, and so must the rows recorded of it in `knc.csv`: benchmark, variant, access,
/// pairs, bytes, nanoseconds.
class RecordTest {
    private static final int NPES = 8;

    /// The clock of a PE counts whole nanoseconds: at which fraction of one a row begins is no cost.
    private static final double CLOCK = 0.5;

    private static final double SLACK = 0.002;
    private static final String BENCHMARKS =
            "putget put atomics pingpong putsignal barrier calls get reduce broadcast --sizes 8,4096,65536 --jsonl ";
    private static final Path RECORD = Path.of("src/test/resources/org/jshmem/microbench/knc.csv");

    @Test
    void simulatedRowsEqualTheRecordedOnes(@TempDir Path directory) throws Exception {
        Path fresh = directory.resolve("fresh.jsonl");
        String[] args = (BENCHMARKS + fresh).split(" ");
        long region = Settings.shape(NPES, 64 << 20, 0).regionBytes();
        var job = JobSpec.of(MachineFiles.named("knc"), NPES, region);
        try (Simulation sim = new Simulation(job)) {
            sim.runProgram(_ -> Pgas.main(args));
            assertNull(sim.failure());
        }
        Map<String, Double> recorded = new LinkedHashMap<>();
        for (String line : Files.readAllLines(RECORD)) {
            int comma = line.lastIndexOf(',');
            recorded.put(line.substring(0, comma), Double.parseDouble(line.substring(comma + 1)));
        }
        Map<String, Double> now = new LinkedHashMap<>();
        for (Result row : Results.read(fresh))
            now.put(row.row().key(), row.score().median());
        assertEquals(List.copyOf(recorded.keySet()), List.copyOf(now.keySet()));
        now.forEach((key, nanos) -> {
            double then = recorded.get(key);
            assertEquals(
                    then,
                    nanos,
                    Math.max(CLOCK, SLACK * then),
                    key + ": the costs of the simulated machine have changed; if they should have, write these rows: "
                            + now);
        });
    }
}
