// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

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
                Map.entry("org.jshmem", Set.of()),
                Map.entry("org.jshmem.transport", Set.of("org.jshmem")),
                Map.entry("org.jshmem.collective", Set.of("org.jshmem", "org.jshmem.transport")),
                Map.entry("org.jshmem.runtime", Set.of("org.jshmem", "org.jshmem.transport", "org.jshmem.collective")),
                Map.entry("org.jshmem.rehearsal", Set.of("org.jshmem")),
                Map.entry("org.jshmem.compat", Set.of("org.jshmem")));
        assertEquals(List.of(), Imports.violations(Path.of("src/main/java"), allowed));
    }
}
