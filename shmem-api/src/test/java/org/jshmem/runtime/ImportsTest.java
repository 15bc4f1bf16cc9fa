// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jshmem.contract.Imports;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImportsTest {
    /// The cycles of today. The list only gets shorter: a cycle that is not here is a failure, and so is one that has
    /// gone.
    private static final Set<String> CYCLES = cycles(
            "collective and collective.broadcast",
            "collective and collective.diagnose",
            "collective and collective.exchange",
            "collective and collective.gather",
            "collective and collective.message",
            "collective and collective.reduce",
            "collective and collective.sync",
            "collective.broadcast and collective.diagnose",
            "collective.broadcast and collective.message",
            "collective.diagnose and collective.exchange",
            "collective.diagnose and collective.gather",
            "collective.diagnose and collective.reduce",
            "collective.diagnose and collective.sync",
            "collective.exchange and collective.message",
            "collective.gather and collective.message",
            "collective.message and collective.reduce");

    private static Set<String> cycles(String... pairs) {
        Set<String> cycles = new HashSet<>();
        for (String pair : pairs)
            cycles.add(pair.replaceAll("collective", "org.jshmem.collective") + " are in a cycle");
        return cycles;
    }

    @Test
    void packagesImportOnlyWhatTheDagAllows() {
        var allowed = Map.<String, Set<String>>ofEntries(
                Map.entry("org.jshmem", Set.of()),
                Map.entry("org.jshmem.transport", Set.of("org.jshmem")),
                Map.entry("org.jshmem.collective", below("org.jshmem", "org.jshmem.transport", "org.jshmem.start")),
                Map.entry("org.jshmem.collective.broadcast", below("org.jshmem", "org.jshmem.transport")),
                Map.entry(
                        "org.jshmem.collective.diagnose",
                        below("org.jshmem", "org.jshmem.transport", "org.jshmem.start")),
                Map.entry("org.jshmem.collective.exchange", below("org.jshmem", "org.jshmem.transport")),
                Map.entry("org.jshmem.collective.gather", below("org.jshmem", "org.jshmem.transport")),
                Map.entry("org.jshmem.collective.message", below("org.jshmem", "org.jshmem.transport")),
                Map.entry("org.jshmem.collective.reduce", below("org.jshmem", "org.jshmem.transport")),
                Map.entry("org.jshmem.collective.sync", below("org.jshmem", "org.jshmem.transport")),
                Map.entry("org.jshmem.runtime", below("org.jshmem", "org.jshmem.transport", "org.jshmem.start")),
                Map.entry("org.jshmem.start", Set.of()),
                Map.entry("org.jshmem.compat", Set.of("org.jshmem")));
        assertEquals(List.of(), Imports.violations(Path.of("src/main/java"), allowed, CYCLES));
        assertEquals(List.of(), Imports.violations(Path.of("src/main/templates"), allowed));
        assertEquals(
                List.of(),
                Imports.violations(Path.of("src/main/codegen"), Map.of("org.jshmem.codegen", Set.<String>of())));
    }

    @Test
    void aCycleIsFoundByWhateverWayItCloses(@TempDir Path sources) throws IOException {
        Map<String, Set<String>> imports = Map.of(
                "org.jshmem.a",
                Set.of("org.jshmem.b"),
                "org.jshmem.b",
                Set.of("org.jshmem.c"),
                "org.jshmem.c",
                Set.of("org.jshmem.a", "org.jshmem.d"),
                "org.jshmem.d",
                Set.of());
        for (var each : imports.entrySet()) {
            Path folder = Files.createDirectories(sources.resolve(each.getKey().replace('.', '/')));
            Files.write(
                    folder.resolve("Some.java"),
                    each.getValue().stream()
                            .map(other -> "import " + other + ".Some;")
                            .toList());
        }
        String ab = "org.jshmem.a and org.jshmem.b are in a cycle";
        String ac = "org.jshmem.a and org.jshmem.c are in a cycle";
        String bc = "org.jshmem.b and org.jshmem.c are in a cycle";
        String cd = "org.jshmem.c and org.jshmem.d are in a cycle";
        assertEquals(List.of(ab, ac, bc), Imports.violations(sources, imports));
        assertEquals(List.of(bc), Imports.violations(sources, imports, Set.of(ab, ac)));
        assertEquals(
                List.of("no longer: " + cd + "; remove the line from the list of known ones"),
                Imports.violations(sources, imports, Set.of(ab, ac, bc, cd)));
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
