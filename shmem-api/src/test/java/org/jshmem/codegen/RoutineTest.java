// SPDX-License-Identifier: Apache-2.0
package org.jshmem.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jshmem.compat.OpenShmem;
import org.jshmem.contract.Pages;
import org.junit.jupiter.api.Test;

/// `org.jshmem.compat` has the names of the specification's index, and docs/reference/c-names.md shows the table of
/// routines. `-Ddocs.update` rewrites the page's parts.
class RoutineTest {
    private static final Path PAGE = Path.of("../docs/reference/c-names.md");

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
        assertEquals(
                new TreeSet<>(Set.of(
                        "SIZE_MAX", // of C's stdint.h
                        "my_pe",
                        "num_pes",
                        "shmem_clear_cache_inv",
                        "shmem_clear_cache_line_inv",
                        "shmem_set_cache_inv",
                        "shmem_set_cache_line_inv",
                        "shmem_udcflush",
                        "shmem_udcflush_line")),
                added);
    }

    @Test
    void thePageShowsTheTable() throws Exception {
        Pages.assertSections(PAGE, Map.of("types", types(), "routines", routines()));
    }

    /// The last column has names of methods, not the templates of the generator.
    @Test
    void thePageNamesMethodsOnly() {
        for (Routine routine : shown()) {
            assertTrue(
                    java(routine).matches("(SymTypes|Team|Shmem)\\.\\w+"), routine.name() + " calls " + java(routine));
        }
        String table = routines();
        for (String template : List.of("%", "\"NAME\"")) assertFalse(table.contains(template), template);
    }

    /// The routines of arrays, which the page shows: those of one type are of signals.
    private static List<Routine> shown() {
        return Routine.ALL.stream()
                .filter(routine -> !routine.table().equals("uint64"))
                .toList();
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

    private static String routines() {
        StringBuilder table =
                new StringBuilder("| C | Arguments in Java | also with | types or widths | calls |\n|-|-|-|-|-|\n");
        for (Routine routine : shown()) {
            table.append("| `%s` | %s | %s | %s | `%s` |\n"
                    .formatted(
                            routine.name(),
                            arguments(routine),
                            also(routine),
                            Routine.TABLES.containsKey(routine.table())
                                    ? "[%s](#%s)".formatted(table(routine.table()), anchor(routine.table()))
                                    : String.join(", ", routine.kinds()),
                            java(routine)));
        }
        Routine.TABLES.forEach((types, names) -> {
            table.append("\n<a id=\"%s\"></a>**%s**: %s\n"
                    .formatted(
                            anchor(types),
                            table(types),
                            names.stream().map(t -> "`" + t + "`").collect(Collectors.joining(" "))));
        });
        return table.toString();
    }

    private static String anchor(String types) {
        return types.toLowerCase(Locale.ROOT);
    }

    private static String table(String types) {
        return anchor(types).replace('_', ' ');
    }

    private static String arguments(Routine routine) {
        return routine.parameters().stream()
                .map(p -> switch (p.type()) {
                    case "sym" -> "*%s*".formatted(p.name());
                    case "any" -> "**%s**".formatted(p.name());
                    default -> p.name();
                })
                .collect(Collectors.joining(", "));
    }

    private static String also(Routine routine) {
        return Stream.of(routine.hasContext() ? "ctx" : "", routine.isGeneric() ? "C11" : "")
                .filter(word -> !word.isEmpty())
                .collect(Collectors.joining(", "));
    }

    /// The method of `org.jshmem` that the body calls: `SymTypes.put`, `Team.reduce`.
    private static String java(Routine routine) {
        Matcher team = Pattern.compile("(?:team\\(team\\)|pSync\\))\\.(\\w+)").matcher(routine.body());
        if (team.find()) return "Team." + team.group(1);
        if (routine.body().contains("REDUCE")) return "Team.reduce";
        Matcher array = Pattern.compile("[@$]?(?:dest|source|ivars?)\\.(\\w+)").matcher(routine.body());
        if (array.find()) return "SymTypes." + array.group(1);
        Matcher shmem = Pattern.compile("pe\\(\\)\\.(\\w+)").matcher(routine.body());
        return shmem.find()
                ? "Shmem." + shmem.group(1)
                : "Team." + routine.body().substring(0, routine.body().indexOf('('));
    }
}
