// SPDX-License-Identifier: Apache-2.0
package org.jshmem.gcmc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The application as users start it.
@Timeout(900)
class GcmcIT {
    private static final Path OSHRUN = Path.of(System.getProperty("jshmem.root", ".."), "bin", "oshrun");

    @TempDir
    Path folder;

    @Test
    void processesThreadsAndSimulatorEndWithTheSameEnergy() throws Exception {
        String processes = lastEnergy("-np", "3");
        assertEquals(processes, lastEnergy("-np", "4", "--threads"));
        assertEquals(processes, lastEnergy("-np", "5", "--machine", "knc"));
    }

    @Test
    void aWrongArgumentIsRefusedInOneLine() throws Exception {
        for (String how : List.of("--threads", "--machine=knc")) {
            assertRefused(
                    "gcmc: --side=-1.0 is not positive and finite; 'oshrun gcmc --help' lists all options\n",
                    how,
                    "gcmc",
                    "--side=-1");
        }
    }

    private static void assertRefused(String expected, String... what) throws Exception {
        List<String> command = new ArrayList<>(List.of(OSHRUN.toString(), "-np", "2"));
        command.addAll(Arrays.asList(what));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(expected, text);
        assertEquals(2, process.waitFor());
    }

    private String lastEnergy(String... how) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(OSHRUN.toString(), "--timeout", "120s"));
        command.addAll(Arrays.asList(how));
        command.addAll(List.of("org.jshmem.gcmc.Gcmc", "--start", "40", "--side", "8", "--steps", "100"));
        Path output = Files.createTempFile(folder, "output", ".txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        if (!process.waitFor(600, TimeUnit.SECONDS)) {
            process.destroy();
            process.waitFor(10, TimeUnit.SECONDS);
        }
        String text = Files.readString(output, StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), text);
        return text.lines()
                .filter(line -> line.contains("last energy"))
                .findFirst()
                .orElseThrow();
    }
}
