// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jshmem.contract.Imports;
import org.junit.jupiter.api.Test;

class ImportsTest {
    private static final String LAUNCH = "org.jshmem.launch";

    @Test
    void packagesImportOnlyWhatTheDagAllows() {
        String system = LAUNCH + ".system";
        String program = LAUNCH + ".program";
        String output = LAUNCH + ".output";
        String inspect = LAUNCH + ".inspect";
        String member = LAUNCH + ".member";
        var allowed = Map.<String, Set<String>>ofEntries(
                Map.entry(system, Set.of("org.jshmem.shm", "org.jshmem.start")),
                Map.entry(program, Set.of(system, "org.jshmem.runtime", "org.jshmem.start")),
                Map.entry(
                        member,
                        Set.of(
                                system,
                                output,
                                "org.jshmem",
                                "org.jshmem.collective.diagnose",
                                "org.jshmem.runtime",
                                "org.jshmem.transport",
                                "org.jshmem.shm",
                                "org.jshmem.ucx")),
                Map.entry(
                        output,
                        Set.of(
                                "org.jshmem",
                                "org.jshmem.collective.diagnose",
                                "org.jshmem.runtime",
                                "org.jshmem.start",
                                "org.jshmem.collective",
                                "org.jshmem.transport",
                                "org.jshmem.shm")),
                Map.entry(
                        inspect,
                        Set.of(
                                system,
                                "org.jshmem",
                                "org.jshmem.collective.diagnose",
                                "org.jshmem.runtime",
                                "org.jshmem.transport",
                                "org.jshmem.shm")),
                Map.entry(
                        LAUNCH + ".job",
                        Set.of(
                                system,
                                program,
                                member,
                                output,
                                inspect,
                                "org.jshmem",
                                "org.jshmem.collective.diagnose",
                                "org.jshmem.compat",
                                "org.jshmem.runtime",
                                "org.jshmem.start",
                                "org.jshmem.transport",
                                "org.jshmem.shm")),
                Map.entry(
                        LAUNCH + ".hosts",
                        Set.of(
                                system,
                                program,
                                member,
                                LAUNCH + ".job",
                                "org.jshmem.collective.diagnose",
                                "org.jshmem.shm",
                                "org.jshmem.trace",
                                "org.jshmem.transport",
                                "org.jshmem.ucx")),
                Map.entry(
                        LAUNCH + ".doctor",
                        Set.of(
                                LAUNCH + ".job",
                                "org.jshmem.runtime",
                                "org.jshmem.shm",
                                "org.jshmem.transport",
                                "org.jshmem.ucx")),
                Map.entry(
                        LAUNCH,
                        Set.of(
                                system,
                                LAUNCH + ".hosts",
                                "org.jshmem.ucx",
                                program,
                                output,
                                inspect,
                                LAUNCH + ".job",
                                LAUNCH + ".doctor",
                                member,
                                "org.jshmem",
                                "org.jshmem.collective.diagnose",
                                "org.jshmem.runtime",
                                "org.jshmem.start",
                                "org.jshmem.trace",
                                "org.jshmem.transport",
                                "org.jshmem.shm")));
        assertEquals(List.of(), Imports.violations(Path.of("src/main/java"), allowed));
    }
}
