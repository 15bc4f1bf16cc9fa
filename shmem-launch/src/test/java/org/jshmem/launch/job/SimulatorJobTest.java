// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A simulated job is stopped; a shell stands for the simulator.
class SimulatorJobTest {
    /// As the PEs of a job of processes, it has a grace, and none after a second stop.
    @ParameterizedTest
    @CsvSource({"sleep 0.5; touch hook; exit 7, 1, true, 4.5", ":, 2, false, 4.5", ":, 1, false, 60"})
    void hooksOfAStoppedSimulatorRun(String trap, int stops, boolean hook, double most, @TempDir Path folder)
            throws Exception {
        String script = "trap '%s' TERM; touch up; while :; do sleep 0.05; done".formatted(trap);
        var builder = new ProcessBuilder("sh", "-c", script).directory(folder.toFile());
        var job = new SimulatorJob(builder, folder.resolve("ended"));
        var status = CompletableFuture.supplyAsync(() -> {
            try {
                return job.run();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        while (!Files.exists(folder.resolve("up"))) Thread.sleep(5);
        long start = System.nanoTime();
        for (int k = 0; k < stops; k++) {
            job.stop(143);
            Thread.sleep(300);
        }
        assertEquals(143, status.get());
        double seconds = (System.nanoTime() - start) / 1e9;
        assertTrue(seconds < most, seconds + " s");
        assertEquals(hook, Files.exists(folder.resolve("hook")));
    }
}
