// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Nothing that differs between hosts or runs may decide anything in the simulator.
class HostIndependenceTest {
    private static final Pattern FORBIDDEN =
            Pattern.compile("nanoTime\\(\\)|currentTimeMillis|identityHashCode|new HashMap|new HashSet|Math\\.random|"
                    + "new Random|parallelStream|availableProcessors");

    @Test
    void whatKeepsVirtualTimeReadsNoClockAndIteratesNoHash() throws IOException {
        List<String> found = new ArrayList<>();
        for (String part : List.of("kernel", "cost", "coherent", "mesh", "cluster", "machine")) {
            try (var files = Files.list(Path.of("src/main/java/org/jshmem/sim", part))) {
                for (Path file : files.sorted().toList()) {
                    for (String line : Files.readAllLines(file)) {
                        boolean isOfAHost = file.endsWith("CalibrationFile.java"); // a calibration is of one host
                        if (!isOfAHost && FORBIDDEN.matcher(line).find())
                            found.add(file.getFileName() + ": " + line.strip());
                    }
                }
            }
        }
        assertEquals(List.of(), found);
    }
}
