// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jshmem.contract.Imports;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImportsTest {
    @Test
    void packagesImportOnlyWhatTheDagAllows() {
        assertEquals(List.of(), Imports.violations(Path.of("src/main/java"), allowed()));
        assertEquals(List.of(), Imports.violations(Path.of("src/main/templates"), allowed()));
        assertEquals(
                List.of(),
                Imports.violations(Path.of("src/main/codegen"), Map.of("org.jshmem.codegen", Set.<String>of())));
    }

    /// The packages that each package may import.
    private static Map<String, Set<String>> allowed() {
        String start = "org.jshmem.start";
        Set<String> below = Set.of("org.jshmem", "org.jshmem.transport");
        String all = "org.jshmem.collective";
        String layout = all + ".layout",
                kernel = all + ".kernel",
                choice = all + ".choice",
                diagnose = all + ".diagnose";
        Set<String> algorithms = and(below, all, layout, kernel, choice, diagnose);
        Set<String> collectives = Set.of(all + ".broadcast", all + ".gather", all + ".exchange", all + ".reduce");
        Map<String, Set<String>> allowed = new HashMap<>(Map.of(
                "org.jshmem",
                Set.of(),
                "org.jshmem.transport",
                Set.of("org.jshmem"),
                start,
                Set.of("org.jshmem"),
                "org.jshmem.compat",
                Set.of("org.jshmem"),
                layout,
                below,
                kernel,
                and(below, layout, start),
                choice,
                and(below, layout),
                diagnose,
                and(below, layout, kernel, choice, start)));
        allowed.put(all, and(below, layout, kernel, choice, diagnose));
        for (String collective : collectives) allowed.put(collective, algorithms);
        Set<String> tables = new HashSet<>(algorithms);
        tables.addAll(collectives);
        Set<String> names = new HashSet<>(collectives);
        names.addAll(Set.of("org.jshmem", all, choice));
        allowed.put(all + ".algorithm", names);
        String runtime = "org.jshmem.runtime";
        String session = runtime + ".session", view = runtime + ".view", settings = runtime + ".settings";
        allowed.put(settings, and(below, all, layout, choice, all + ".algorithm"));
        allowed.put(session, and(below, all, layout, diagnose, settings));
        allowed.put(view, and(below, all, layout, kernel, diagnose, session));
        allowed.put(runtime + ".team", and(tables, session, view, all + ".algorithm"));
        allowed.put(runtime + ".lock", and(below, session));
        allowed.put(runtime + ".listen", and(below, start, settings, view));
        Set<String> rooms = and(below, start, settings, session, view);
        rooms.addAll(Set.of(runtime + ".team", runtime + ".lock", runtime + ".listen"));
        allowed.put(runtime, and(rooms, all, layout, diagnose));
        return allowed;
    }

    @Test
    void theRulesHaveNoCycle(@TempDir Path sources) throws IOException {
        for (var each : allowed().entrySet()) {
            Path folder = Files.createDirectories(sources.resolve(each.getKey().replace('.', '/')));
            List<String> imports = each.getValue().stream()
                    .map(other -> "import " + other + ".Some;")
                    .toList();
            Files.write(folder.resolve("Some.java"), imports);
        }
        assertEquals(List.of(), Imports.violations(sources, allowed()));
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

    private static Set<String> and(Set<String> packages, String... more) {
        Set<String> all = new HashSet<>(packages);
        all.addAll(List.of(more));
        return all;
    }
}
