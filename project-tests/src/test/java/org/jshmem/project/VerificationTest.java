// SPDX-License-Identifier: Apache-2.0
package org.jshmem.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The page of verification is whole: its tests and those of CONTRIBUTING.md exist, and no contract is left out.
class VerificationTest {
    private static final Path ROOT = Path.of("..");
    private static final Path CONTRACTS = ROOT.resolve("shmem-api/src/test/java/org/jshmem/contract");
    private static final Pattern TEST = Pattern.compile("`([A-Z]\\w*(?:Test|IT|Contract))\\b");
    private static final String PAGE = read(ROOT.resolve("docs/internals/verification.md"));

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Set<String> named(String text) {
        return TEST.matcher(text).results().map(name -> name.group(1)).collect(Collectors.toCollection(TreeSet::new));
    }

    /// The names of the classes below a folder whose files `wanted` accepts.
    private static Set<String> classes(Path folder, Predicate<Path> wanted) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(wanted)
                    .map(file -> file.getFileName().toString().replace(".java", ""))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    @Test
    void eachNamedTestExists() throws IOException {
        Set<String> absent = named(PAGE + read(ROOT.resolve("CONTRIBUTING.md")));
        assertTrue(absent.size() > 50, absent::toString);
        absent.removeAll(classes(ROOT, file -> file.toString().contains("/src/test/java/")));
        assertEquals(Set.of(), absent);
    }

    @Test
    void eachContractHasARow() throws IOException {
        Set<String> contracts = classes(CONTRACTS, file -> file.toString().endsWith("Contract.java"));
        contracts.remove("ApiContract"); // what the others extend
        contracts.removeAll(named(PAGE));
        assertEquals(Set.of(), contracts);
    }
}
