// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SignalsIT {
    private static final String SOURCE = """
            public class Sleeper {
                public static void main(String[] args) throws Exception {
                    System.out.println("up");
                    Thread.sleep(60_000);
                }
            }
            """;

    /// Sends a signal to a launcher whose PEs are all up and returns its status.
    private static int afterSignal(String signal, int npes, Path folder, String... options)
            throws IOException, InterruptedException {
        Path source = Files.writeString(folder.resolve("Sleeper.java"), SOURCE);
        var launch = Launch.oshrun("-np", npes, source).with(options);
        Process process = launch.builder().redirectErrorStream(true).start();
        var out = process.inputReader();
        for (int k = 0; k < npes; k++) assertEquals("up", out.readLine());
        new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                .start()
                .waitFor();
        long start = System.nanoTime();
        assertTrue(process.waitFor(10, TimeUnit.SECONDS), "the launcher did not end");
        while (!Leftovers.processesWith("jshmem-scratch-" + process.pid() + "-").isEmpty()) {
            assertTrue(System.nanoTime() - start < 10_000_000_000L, "PEs outlive their launcher");
            Thread.sleep(10);
        }
        if (!signal.equals("KILL")) assertEquals(Set.of(), Leftovers.files(process.pid()));
        return process.exitValue();
    }

    @ParameterizedTest
    @CsvSource({"HUP, 129", "INT, 130", "TERM, 143", "KILL, 137"})
    void aSignalToTheLauncherEndsEverything(String signal, int status, @TempDir Path folder) throws Exception {
        assertEquals(status, afterSignal(signal, 8, folder));
    }

    @Test
    void threadsEndWithTheirLauncherToo(@TempDir Path folder) throws Exception {
        assertEquals(143, afterSignal("TERM", 2, folder, "--threads"));
    }

    @Test
    void theNextJobSweepsWhatAKilledLauncherLeft(@TempDir Path folder) throws Exception {
        assertEquals(137, afterSignal("KILL", 1, folder));
        Thread.sleep(1100); // a lock's file is left alone for a second: its launcher may be about to lock it
        Path tmp = Path.of(System.getProperty("java.io.tmpdir"));
        assertEquals(130, afterSignal("INT", 1, folder));
        try (var left = Files.list(tmp)) {
            List<String> dead = left.map(p -> p.getFileName().toString())
                    .filter(n -> n.startsWith("jshmem-scratch-"))
                    .filter(n -> !Files.exists(Path.of("/proc", n.split("-")[2])))
                    .toList();
            assertEquals(List.of(), dead);
        }
    }
}
