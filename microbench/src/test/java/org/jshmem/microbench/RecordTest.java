// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jshmem.report.Result;
import org.jshmem.report.Results;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.sim.Simulation;
import org.jshmem.sim.SimulationSpec;
import org.jshmem.sim.model.Machine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A simulated machine repeats itself, and so must the rows recorded of it.
class RecordTest {
    private static final int NPES = 8;

    /// The clock of a PE counts whole nanoseconds: at which fraction of one a row begins is no price.
    private static final double CLOCK = 0.5;

    private static final double SLACK = 0.002;
    private static final List<String> TESTS = List.of(
            "putget", "putput", "put", "atomics", "pingpong", "putsignal", "barrier", "--sizes", "8,4096,65536");
    private static final Path RECORD = Path.of("src/test/resources/org/jshmem/microbench/knc-8.csv");

    @Test
    void simulatedRowsEqualTheRecordedOnes(@TempDir Path directory) throws Exception {
        Path fresh = directory.resolve("fresh.csv");
        var args = new ArrayList<>(TESTS);
        args.addAll(List.of("--no-progress", "--format", "csv", "--record", fresh.toString()));
        long region = Settings.shape(NPES, 64 << 20, 0).regionBytes();
        var job = SimulationSpec.of(Machine.named("knc"), NPES, region);
        try (Simulation sim = new Simulation(job)) {
            sim.runProgram(() -> Pgas.main(args.toArray(String[]::new)));
            assertNull(sim.failure());
        }
        Map<String, Result> recorded = simulated(RECORD);
        Map<String, Result> now = simulated(fresh);
        assertEquals(List.copyOf(recorded.keySet()), List.copyOf(now.keySet()));
        now.forEach((key, row) -> {
            double then = recorded.get(key).time().median();
            assertEquals(
                    then,
                    row.time().median(),
                    Math.max(CLOCK, SLACK * then),
                    key + ": the prices of the simulated machine have changed; if they should have: bin/oshrun -np "
                            + NPES + " --machine knc pgas " + String.join(" ", TESTS) + " --record microbench/" + RECORD);
        });
    }

    /// The latest row of each kind.
    private static Map<String, Result> simulated(Path file) throws Exception {
        var rows = new LinkedHashMap<String, Result>();
        for (Result row : Results.read(file)) {
            if (!row.where().machine().equals("knc") || row.where().npes() != NPES) continue;
            rows.put(row.key(), row);
        }
        return rows;
    }
}
