// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jshmem.contract.Imports;
import org.junit.jupiter.api.Test;

class ImportsTest {
    private static final List<String> KERNELS = List.of("cg", "ep", "ft", "is", "mg", "sp");

    @Test
    void kernelsImportTheDriverAndNotEachOther() {
        String nas = "org.jshmem.nas";
        String npb = nas + ".npb";
        Map<String, Set<String>> allowed = new HashMap<>();
        allowed.put(npb, Set.of("org.jshmem", "org.jshmem.rehearsal", "org.jshmem.report", "org.jshmem.start"));
        for (String kernel : KERNELS) allowed.put(nas + "." + kernel, Set.of("org.jshmem", npb));
        Set<String> programs = new HashSet<>(Set.of("org.jshmem", "org.jshmem.start"));
        for (String kernel : KERNELS) programs.add(nas + "." + kernel);
        allowed.put(nas, programs);
        assertEquals(List.of(), Imports.violations(Path.of("src/main/java"), allowed));
    }
}
