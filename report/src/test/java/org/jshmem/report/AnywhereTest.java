// SPDX-License-Identifier: Apache-2.0
package org.jshmem.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What bench/anywhere refuses before it measures anything.
class AnywhereTest {
    private static final String SCRIPT =
            Path.of("../bench/anywhere").toAbsolutePath().normalize().toString();

    private static void assertRefused(String text, String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals("anywhere: " + text + "\n", printed);
        assertEquals(2, process.waitFor());
    }

    @Test
    void oneCoreAndFilesThatExistOrCannotBeWrittenAreRefused(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("r.jsonl");
        assertRefused(
                "1 core is allowed here and the benchmarks need 2; run it without taskset, or on a machine with more cores",
                "taskset",
                "-c",
                "0",
                SCRIPT,
                file.toString());
        assertEquals(false, Files.exists(file));
        assertRefused("needs one FILE for the results, such as results.jsonl", SCRIPT);
        Files.createFile(file);
        assertRefused(file + " exists; name a new file, because a file has rows of one build", SCRIPT, file + "");
        Path none = folder.resolve("none/r.jsonl");
        assertRefused(none + " cannot be written; name a file that can", SCRIPT, none.toString());
    }
}
