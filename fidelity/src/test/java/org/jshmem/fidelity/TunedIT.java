// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jshmem.calibration.CalibrationFile;
import org.jshmem.calibration.Calibrations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whose prices reach the PEs, and what is said of them; here, since this module is behind launcher and simulator.
class TunedIT {
    @TempDir
    private Path folder;

    private List<String> told(String asked, String... arguments) throws Exception {
        Path oshrun = Path.of(System.getProperty("jshmem.root", ".."), "bin", "oshrun");
        Path file = Files.writeString(
                folder.resolve("made.json"), Calibrations.round().json());
        List<String> command = new ArrayList<>(List.of(oshrun.toString()));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(Map.of(CalibrationFile.VARIABLE, file.toString(), "SHMEM_INFO", "1", asked, "1"));
        Process process = builder.start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), text);
        return text.lines()
                .dropWhile(line -> !line.startsWith("Tuned by"))
                .takeWhile(line -> !line.startsWith("Hello"))
                .toList();
    }

    @Test
    void aSimulatedMachineHasItsOwn() throws Exception {
        List<String> lines = told("JSHMEM_TUNED", "-np", "60", "--machine", "knc", "hello");
        assertEquals("Tuned by the prices of the machine for 60 PEs:", lines.getFirst());
        assertTrue(
                lines.contains("  broadcast: from 80 bytes a tree of radix 4; predicted: 10.99 us in a tree of radix 2,"
                        + " 8.75 of 4, 10.16 of 8, 33.25 flat, 23.15 scattered"),
                lines::toString);
    }

    @Test
    void aCalibratedHostAndItsSimulationHaveTheCalibrations() throws Exception {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "a PE has no core for itself");
        List<String> real = told("JSHMEM_TUNED", "-np", "2", "hello");
        assertEquals("Tuned by the calibration of this host for 2 PEs:", real.getFirst());
        assertEquals("  reduce: from 80 bytes rsag instead of rd: 0.21 us predicted against 0.26", real.get(1));
        assertTrue(real.getLast().startsWith("  broadcast: from 1 bytes flat; predicted: 0.40 us"), real::toString);
        assertEquals(real, told("JSHMEM_TUNED", "-np", "2", "--machine", "calibrated", "hello"));
    }

    @Test
    void whoDoesNotAskGetsNone() throws Exception {
        assertEquals(List.of(), told("JSHMEM_OTHER", "-np", "2", "hello"));
        assertEquals(List.of(), told("JSHMEM_OTHER", "-np", "2", "--machine", "knc", "hello"));
    }
}
