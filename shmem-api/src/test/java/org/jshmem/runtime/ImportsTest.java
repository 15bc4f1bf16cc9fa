// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.HashSet;
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
                Map.entry("org.jshmem.collective", below("org.jshmem", "org.jshmem.transport", "org.jshmem.start")),
                Map.entry("org.jshmem.collective.broadcast", below("org.jshmem", "org.jshmem.transport")),
                Map.entry("org.jshmem.collective.diagnose", below("org.jshmem", "org.jshmem.transport")),
                Map.entry("org.jshmem.collective.exchange", below("org.jshmem", "org.jshmem.transport")),
                Map.entry("org.jshmem.collective.gather", below("org.jshmem", "org.jshmem.transport")),
                Map.entry("org.jshmem.collective.message", below("org.jshmem", "org.jshmem.transport")),
                Map.entry("org.jshmem.collective.reduce", below("org.jshmem", "org.jshmem.transport")),
                Map.entry("org.jshmem.collective.sync", below("org.jshmem", "org.jshmem.transport")),
                Map.entry("org.jshmem.runtime", below("org.jshmem", "org.jshmem.transport", "org.jshmem.start")),
                Map.entry("org.jshmem.start", Set.of()),
                Map.entry("org.jshmem.calibration", Set.of()),
                Map.entry("org.jshmem.rehearsal", Set.of("org.jshmem")),
                Map.entry("org.jshmem.compat", Set.of("org.jshmem")));
        assertEquals(List.of(), Imports.violations(Path.of("src/main/java"), allowed));
        assertEquals(List.of(), Imports.violations(Path.of("src/main/templates"), allowed));
        assertEquals(
                List.of(),
                Imports.violations(Path.of("src/main/codegen"), Map.of("org.jshmem.codegen", Set.<String>of())));
    }

    /// These, the packages of the collectives, which know each other, and the prices they choose by.
    private static Set<String> below(String... packages) {
        Set<String> all = new HashSet<>(Set.of(packages));
        all.add("org.jshmem.calibration");
        for (String part :
                new String[] {"", ".broadcast", ".diagnose", ".exchange", ".gather", ".message", ".reduce", ".sync"}) {
            all.add("org.jshmem.collective" + part);
        }
        return all;
    }
}
