// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

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
                        "org.jshmem.shm",
                        Set.of(
                                "org.jshmem",
                                "org.jshmem.transport",
                                "org.jshmem.runtime.settings",
                                "org.jshmem.start")),
                Map.entry(
                        "org.jshmem.pmix",
                        Set.of("org.jshmem", "org.jshmem.transport", "org.jshmem.runtime.settings", "org.jshmem.shm")));
        assertEquals(List.of(), Imports.violations(Path.of("src/main/java"), allowed));
    }
}
