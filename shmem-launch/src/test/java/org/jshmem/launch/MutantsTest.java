// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// Each fault of `bench/mutants.txt` names the text that it changes. Where this test fails, that text has changed: the
/// fault has to name the new one.
class MutantsTest {
    @Test
    void everyFaultHasItsPlaceInTheCode() throws IOException, InterruptedException {
        var java = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "../bench/Mutants.java",
                        "..",
                        "--fit")
                .redirectErrorStream(true)
                .start();
        String said = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, java.waitFor(), said);
    }
}
