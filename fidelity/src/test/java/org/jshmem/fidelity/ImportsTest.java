// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

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
        Set<String> paper = Set.of(
                "org.jshmem",
                "org.jshmem.transport",
                "org.jshmem.runtime.settings",
                "org.jshmem.sim",
                "org.jshmem.sim.model",
                "org.jshmem.report",
                "org.jshmem.fidelity",
                "org.jshmem.fidelity.baseline",
                "org.jshmem.microbench.stream",
                "org.jshmem.nas.is",
                "org.jshmem.nas.sp");
        var allowed = Map.<String, Set<String>>of(
                "org.jshmem.fidelity",
                Set.of("org.jshmem.sim.model", "org.jshmem.report", "org.jshmem.start"),
                "org.jshmem.fidelity.ramos",
                paper,
                "org.jshmem.fidelity.namashivayam",
                paper,
                "org.jshmem.fidelity.baseline",
                Set.of(
                        "org.jshmem",
                        "org.jshmem.collective.kernel",
                        "org.jshmem.transport",
                        "org.jshmem.sim",
                        "org.jshmem.sim.model"),
                "org.jshmem.fidelity.rate",
                Set.of(
                        "org.jshmem",
                        "org.jshmem.runtime.settings",
                        "org.jshmem.sim",
                        "org.jshmem.sim.model",
                        "org.jshmem.report"),
                "org.jshmem.fidelity.putigny",
                Set.of(
                        "org.jshmem",
                        "org.jshmem.calibration",
                        "org.jshmem.sim.model",
                        "org.jshmem.report",
                        "org.jshmem.fidelity",
                        "org.jshmem.microbench.page",
                        "org.jshmem.microbench.runner"),
                "org.jshmem.fidelity.scc",
                Set.of(
                        "org.jshmem",
                        "org.jshmem.collective",
                        "org.jshmem.collective.broadcast",
                        "org.jshmem.collective.diagnose",
                        "org.jshmem.collective.kernel",
                        "org.jshmem.collective.layout",
                        "org.jshmem.collective.algorithm",
                        "org.jshmem.papers",
                        "org.jshmem.papers.message",
                        "org.jshmem.collective.reduce",
                        "org.jshmem.runtime.settings",
                        "org.jshmem.transport",
                        "org.jshmem.sim",
                        "org.jshmem.sim.model",
                        "org.jshmem.report",
                        "org.jshmem.sim.mesh",
                        "org.jshmem.fidelity",
                        "org.jshmem.gcmc"));
        assertEquals(List.of(), Imports.violations(Path.of("src/main/java"), allowed));
    }
}
