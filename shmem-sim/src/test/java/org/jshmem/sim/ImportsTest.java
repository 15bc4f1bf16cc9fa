// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

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
                Map.entry("org.jshmem.calibration", Set.of("org.jshmem.runtime.settings")),
                Map.entry("org.jshmem.sim.kernel", Set.of("org.jshmem.start")),
                Map.entry("org.jshmem.sim.model", Set.of("org.jshmem")),
                Map.entry("org.jshmem.sim.parts", Set.of()),
                Map.entry(
                        "org.jshmem.sim.coherent",
                        Set.of("org.jshmem.sim.kernel", "org.jshmem.sim.model", "org.jshmem.sim.parts")),
                Map.entry(
                        "org.jshmem.sim.cores",
                        Set.of(
                                "org.jshmem",
                                "org.jshmem.sim.kernel",
                                "org.jshmem.sim.model",
                                "org.jshmem.sim.parts",
                                "org.jshmem.sim.coherent")),
                Map.entry(
                        "org.jshmem.sim.cluster",
                        Set.of(
                                "org.jshmem.sim.model",
                                "org.jshmem.sim.parts",
                                "org.jshmem.sim.coherent",
                                "org.jshmem.sim.cores")),
                Map.entry(
                        "org.jshmem.sim.mesh",
                        Set.of(
                                "org.jshmem.sim.kernel",
                                "org.jshmem.sim.model",
                                "org.jshmem.sim.parts",
                                "org.jshmem.sim.cores")),
                Map.entry(
                        "org.jshmem.sim.machines",
                        Set.of(
                                "org.jshmem.calibration",
                                "org.jshmem.runtime.settings",
                                "org.jshmem.sim.model",
                                "org.jshmem.sim.cluster",
                                "org.jshmem.sim.mesh",
                                "org.jshmem.sim.cores")),
                Map.entry(
                        "org.jshmem.sim",
                        Set.of(
                                "org.jshmem",
                                "org.jshmem.calibration",
                                "org.jshmem.transport",
                                "org.jshmem.runtime",
                                "org.jshmem.runtime.settings",
                                "org.jshmem.start",
                                "org.jshmem.trace",
                                "org.jshmem.sim.kernel",
                                "org.jshmem.sim.machines",
                                "org.jshmem.sim.model")));
        assertEquals(List.of(), Imports.violations(Path.of("src/main/java"), allowed));
    }
}
