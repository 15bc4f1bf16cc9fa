// SPDX-License-Identifier: Apache-2.0
package org.jshmem.project;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The verdicts of `bench/ab`: its last step, on starts of which the old build always takes 100.
class VerdictTest {
    @TempDir
    Path folder;

    /// A whole interval at or below the bound, or above it; one on both sides; less than five starts. After fifteen
    /// the median decides, and the interval leaves out three figures at each end.
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            1.05; 101 105 103 102 104; row holds | ns | 100 | 103 | 1.03 | 1.01 to 1.05, 5 | 1.05 | holds |
            1.05; 106 110 108 107 109; row missed | ns | 100 | 108 | 1.08 | 1.06 to 1.1, 5 | 1.05 | missed |
            +20; 123 127 125 124 126; row missed | ns | 100 | 125 | 25 | 23 to 27, 5 | +20 | missed |
            1.05; 101 106 104 103 105; row open | ns | 100 | 104 | 1.04 | 1.01 to 1.06, 5 | 1.05 | open |
            1.05; 101 101 101 101; row open | ns | 100 | 101 | 1.01 | 1.01 to 1.01, 4 | 1.05 | open |
            1.05; 104 104 104 104 104 104 104 104 104 109 109 109 109 109 109; row open-holds | ns | 100 | 104 | 1.04 | 1.04 to 1.09, 15 | 1.05 | open, by its median holds |
            1.05; 104 104 104 104 104 104 109 109 109 109 109 109 109 109 109; row open-missed | ns | 100 | 109 | 1.09 | 1.04 to 1.09, 15 | 1.05 | open, by its median missed |
            1.05; ''; row none | ns | - | - | - | - | 1.05 | no figure |
            """)
    void theTableHasTheVerdict(String bound, String figures, String row) throws Exception {
        List<String> lines = new ArrayList<>();
        int start = 0;
        for (String figure : figures.split(" ")) {
            if (figure.isEmpty()) continue;
            start++;
            lines.add("row old " + start + " 100");
            lines.add("row new " + start + " " + figure);
        }
        Path file = Files.write(folder.resolve("figures"), lines);
        Process awk = new ProcessBuilder(
                        "awk", "-v", "least=5", "-v", "most=15", "-f", "../bench/verdict.awk", file.toString(), "-")
                .redirectErrorStream(true)
                .start();
        try (var rows = awk.outputWriter()) {
            rows.write("row ns " + bound + "\n");
        }
        assertEquals(row, new String(awk.getInputStream().readAllBytes()).strip());
    }
}
