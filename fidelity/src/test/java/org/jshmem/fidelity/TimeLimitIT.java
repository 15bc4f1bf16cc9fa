// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The report of a simulated job that `--time-limit` ends, through the launcher; here, since this module is behind
/// launcher and simulator.
class TimeLimitIT {
    private static final String PROGRAM = """
            import org.jshmem.Shmem;

            public class Spin {
                public static void main(String[] args) {
                    Shmem.run(args, (sh, a) -> {
                        if (sh.myPe() == 1) while (true) Thread.onSpinWait();
                        sh.barrierAll();
                    });
                }
            }
            """;
    private static final Pattern RUNS = Pattern.compile("(?m)^  PE 1 runs at Spin.java:6, t=");
    private static final Pattern WAITS = Pattern.compile("(?m)^  PE 2 waits .* at Spin.java:5 ");
    private static final String END =
            "oshrun: the job is ended (status 124): it took longer than --time-limit allows\n";

    @TempDir
    Path folder;

    @Test
    void aSimulatedJobReportsWhereItsPesAre() throws IOException, InterruptedException {
        Files.writeString(folder.resolve("Spin.java"), PROGRAM);
        String report = limited("5s");
        if (!RUNS.matcher(report).find()) report = limited("60s"); // where five seconds are too few to start
        assertTrue(RUNS.matcher(report).find(), report);
        assertTrue(WAITS.matcher(report).find(), report);
        assertTrue(report.endsWith(END), report);
    }

    private String limited(String time) throws IOException, InterruptedException {
        Path oshrun = Path.of(System.getProperty("jshmem.root", ".."), "bin", "oshrun");
        Process process = new ProcessBuilder(
                        oshrun.toString(), "-np", "4", "--machine", "knc", "--time-limit", time, "Spin.java")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(124, process.waitFor(), text);
        return text;
    }
}
