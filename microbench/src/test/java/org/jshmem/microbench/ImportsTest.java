// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jshmem.contract.Imports;
import org.junit.jupiter.api.Test;

class ImportsTest {
    @Test
    void packagesImportOnlyWhatTheDagAllows() {
        var allowed = Map.<String, Set<String>>ofEntries(
                Map.entry(
                        "org.jshmem.microbench",
                        Set.of(
                                "org.jshmem",
                                "org.jshmem.calibration",
                                "org.jshmem.collective",
                                "org.jshmem.rehearsal",
                                "org.jshmem.report",
                                "org.jshmem.start")),
                Map.entry(
                        "org.jshmem.microbench.jmh",
                        Set.of(
                                "org.jshmem",
                                "org.jshmem.transport",
                                "org.jshmem.collective",
                                "org.jshmem.runtime",
                                "org.jshmem.shm",
                                "org.jshmem.trace")));
        assertEquals(List.of(), Imports.violations(Path.of("src/main/java"), allowed));
    }
}
