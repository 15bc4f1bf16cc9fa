// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jshmem.contract.Pages;
import org.junit.jupiter.api.Test;

/// docs/from-c.md has the one table of what differs from C, made from differences.txt, where each row names the
/// families of coverage.txt or the tests that hold it. `-Ddocs.update` writes the page's table.
class DifferencesTest {
    private static final Path PAGE = Path.of("../docs/from-c.md");
    private static final Pattern EVIDENCE = Pattern.compile("(\\d+|`\\w+\\.\\w+`)( (\\d+|`\\w+\\.\\w+`))*");

    private static List<String[]> differences() throws Exception {
        return Files.readAllLines(Path.of("src/test/resources/differences.txt")).stream()
                .filter(line -> line.startsWith("| ") && !line.startsWith("| in C"))
                .map(line -> line.split("\\|", -1))
                .toList();
    }

    @Test
    void thePageShowsTheDifferences() throws Exception {
        String table = differences().stream()
                .map(row -> "| %s | %s | %s |\n".formatted(row[1].strip(), row[2].strip(), row[3].strip()))
                .collect(Collectors.joining("", "| in C | in Java | by the C names |\n|-|-|-|\n", ""));
        Pages.assertSections(PAGE, Map.of("differences", table));
    }

    @Test
    void eachDifferenceNamesWhatHoldsIt() throws Exception {
        for (String[] row : differences()) {
            assertEquals(6, row.length, row[1]);
            String evidence = row[4].strip();
            assertTrue(EVIDENCE.matcher(evidence).matches(), row[1] + ": " + evidence);
            assertFalse(row[1].isBlank() || row[2].isBlank(), evidence);
            for (String each : evidence.split(" ")) {
                if (each.startsWith("`")) CoveragePageTest.assertTestsExist(each, row[1]);
                else assertTrue(Integer.parseInt(each) <= CoveragePageTest.FAMILIES, row[1] + ": " + each);
            }
        }
    }
}
