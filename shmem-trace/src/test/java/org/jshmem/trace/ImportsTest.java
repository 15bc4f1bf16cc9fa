// SPDX-License-Identifier: Apache-2.0
package org.jshmem.trace;

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
        var allowed = Map.<String, Set<String>>of(
                "org.jshmem.trace",
                Set.of("org.jshmem", "org.jshmem.transport", "org.jshmem.runtime.settings", "org.jshmem.start"));
        assertEquals(List.of(), Imports.violations(Path.of("src/main/java"), allowed));
    }
}
