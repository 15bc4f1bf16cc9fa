// SPDX-License-Identifier: Apache-2.0
package org.jshmem.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jshmem.compat.OpenShmem;
import org.jshmem.contract.Pages;
import org.junit.jupiter.api.Test;

/// `org.jshmem.compat` has the names of the specification's index, and docs/reference/openshmem.md shows their types.
/// `-Ddocs.update` rewrites that table.
class RoutineTest {
    private static final Path PAGE = Path.of("../docs/reference/openshmem.md");

    /// The names of OpenSHMEM 1.6, the deprecated ones among them, made from the synopses and tables of its text.
    private static Set<String> specified() throws Exception {
        try (var lines = RoutineTest.class.getResourceAsStream("/openshmem-1.6-names.txt")) {
            return new String(lines.readAllBytes())
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    /// What a static import of everything brings in.
    private static Set<String> imported() {
        return Stream.of(
                        Arrays.stream(OpenShmem.class.getMethods())
                                .filter(m -> Modifier.isStatic(m.getModifiers()))
                                .map(Method::getName),
                        Arrays.stream(OpenShmem.class.getFields()).map(Field::getName),
                        Arrays.stream(OpenShmem.class.getClasses()).map(Class::getSimpleName))
                .flatMap(names -> names)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void everyNameOfTheSpecificationIsThere() throws Exception {
        Set<String> missing = specified();
        assertEquals(1915, missing.size());
        missing.removeAll(imported());
        assertEquals(Set.of(), missing);
    }

    @Test
    void whatIsThereBesidesIsNamed() throws Exception {
        Set<String> added = imported();
        added.removeAll(specified());
        added.removeIf(name -> name.matches("shmalloc_\\w+"));
        String others = "my_pe num_pes shmem_clear_cache_inv shmem_clear_cache_line_inv shmem_set_cache_inv"
                + " shmem_set_cache_line_inv shmem_udcflush shmem_udcflush_line";
        assertEquals("SIZE_MAX " + others, String.join(" ", added)); // the former is of C's stdint.h
    }

    @Test
    void thePageShowsTheTypes() throws Exception {
        Pages.assertSections(PAGE, Map.of("types", types()));
    }

    private static String types() {
        StringBuilder table = new StringBuilder("| Java | symmetric array | TYPENAMEs | without a sign |\n|-|-|-|-|\n");
        for (Type java : Type.values()) {
            String name = java.name().toLowerCase(Locale.ROOT);
            table.append("| `%s` | `Sym%ss` | %s | %s |\n"
                    .formatted(name, java.name().charAt(0) + name.substring(1), names(java, false), names(java, true)));
        }
        return table.toString();
    }

    private static String names(Type java, boolean unsigned) {
        return CType.ALL.stream()
                .filter(type -> type.java() == java && type.isUnsigned() == unsigned)
                .map(type -> "`" + type.c() + "`")
                .collect(Collectors.joining(" "));
    }
}
