// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.commons.support.AnnotationSupport.isAnnotated;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.platform.commons.annotation.Testable;

/// Keeps docs/reference/openshmem.md and coverage.txt true: every family has a call on the first page and
/// a test on the second, and all of them exist.
class CoveragePageTest {
    static final int FAMILIES = 87;
    private static final Pattern NAME = Pattern.compile("`(\\w+)\\.(\\w+)`");

    private static List<String[]> calls() throws Exception {
        return rows("../docs/reference/openshmem.md");
    }

    private static List<String[]> tests() throws Exception {
        return rows("src/test/resources/coverage.txt");
    }

    private static List<String[]> rows(String page) throws Exception {
        return Files.readAllLines(Path.of(page)).stream()
                .filter(line -> line.matches("\\| \\d+ \\|.*"))
                .map(line -> line.split("\\|", -1))
                .toList();
    }

    private static List<String[]> names(String cell) {
        return NAME.matcher(cell)
                .results()
                .map(m -> new String[] {m.group(1), m.group(2)})
                .toList();
    }

    private static Class<?> first(String... candidates) throws ClassNotFoundException {
        for (String name : candidates) {
            try {
                return Class.forName(name, false, CoveragePageTest.class.getClassLoader());
            } catch (ClassNotFoundException e) {
                // the next one, then
            }
        }
        throw new ClassNotFoundException(String.join(" or ", candidates));
    }

    @Test
    void everyFamilyHasItsRowOnBothPages() throws Exception {
        List<String[]> rows = calls();
        List<String[]> tests = tests();
        assertEquals(FAMILIES, rows.size());
        assertEquals(FAMILIES, tests.size());
        for (int i = 0; i < FAMILIES; i++) {
            assertEquals(6, rows.get(i).length, rows.get(i)[1]);
            assertEquals(5, tests.get(i).length, tests.get(i)[1]);
            assertEquals(rows.get(i)[1] + rows.get(i)[2], tests.get(i)[1] + tests.get(i)[2]);
            assertEquals(i + 1, Integer.parseInt(rows.get(i)[1].strip()));
            assertFalse(rows.get(i)[2].isBlank());
        }
    }

    @Test
    void everyCallThatIsNamedExists() throws Exception {
        for (String[] row : calls()) {
            List<String[]> calls = names(row[3]);
            assertFalse(calls.isEmpty(), "row" + row[1] + "names no call");
            for (String[] call : calls) {
                Class<?> type = first("org.jshmem." + call[0], "org.jshmem.compat." + call[0]);
                assertTrue(
                        Stream.of(type.getMethods()).anyMatch(m -> m.getName().equals(call[1])),
                        "row" + row[1] + "names " + String.join(".", call));
            }
        }
    }

    @Test
    void everyTestThatIsNamedExists() throws Exception {
        for (String[] row : tests()) {
            assertTestsExist(row[3], row[1]);
        }
    }

    /// Asserts that a cell names tests that exist.
    static void assertTestsExist(String cell, String row) throws ClassNotFoundException {
        List<String[]> tests = names(cell);
        assertFalse(tests.isEmpty(), "row" + row + "names no test");
        for (String[] test : tests) {
            Class<?> type = first(
                    "org.jshmem.contract." + test[0] + "Contract",
                    "org.jshmem.runtime." + test[0] + "Test",
                    "org.jshmem.runtime.settings." + test[0] + "Test");
            assertTrue(
                    Stream.of(type.getDeclaredMethods())
                            .anyMatch(m -> m.getName().equals(test[1]) && isAnnotated(m, Testable.class)),
                    "row" + row + "names " + String.join(".", test));
        }
    }
}
