// SPDX-License-Identifier: Apache-2.0
package org.jshmem.gcmc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jshmem.contract.Imports;
import org.junit.jupiter.api.Test;

class ImportsTest {
    @Test
    void theApplicationImportsTheContractAlone() {
        var allowed = Map.<String, Set<String>>of(
                "org.jshmem.gcmc",
                Set.of("org.jshmem", "org.jshmem.rehearsal", "org.jshmem.report", "org.jshmem.start"));
        assertEquals(List.of(), Imports.violations(Path.of("src/main/java"), allowed));
    }
}
