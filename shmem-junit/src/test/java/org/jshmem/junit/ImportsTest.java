// SPDX-License-Identifier: Apache-2.0
package org.jshmem.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jshmem.contract.Imports;
import org.junit.jupiter.api.Test;

class ImportsTest {
    @Test
    void theModuleNamesNoMachine() {
        var allowed = Map.<String, Set<String>>of(
                "org.jshmem.junit",
                Set.of(
                        "org.jshmem",
                        "org.jshmem.runtime",
                        "org.jshmem.runtime.settings",
                        "org.jshmem.start",
                        "org.jshmem.transport"));
        assertEquals(List.of(), Imports.violations(Path.of("src/main/java"), allowed));
    }
}
