// SPDX-License-Identifier: Apache-2.0
package org.jshmem.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jshmem.Shmem;
import org.jshmem.SymBytes;
import org.jshmem.SymDoubles;
import org.jshmem.SymFloats;
import org.jshmem.SymInts;
import org.jshmem.SymLongs;
import org.jshmem.SymShorts;
import org.jshmem.Team;
import org.jshmem.compat.OpenShmem;
import org.junit.jupiter.api.Test;

/// The table of routines, the methods that there are, and docs/reference/openshmem.md say the same. `-Ddocs.update`
/// rewrites
/// the page's part.
class RoutineTest {
    private static final Path PAGE = Path.of("../docs/reference/openshmem.md");
    private static final Pattern SECTION =
            Pattern.compile("(?s)(<!-- generated: routines by type -->\n).*?(<!-- end -->)");

    @Test
    void theCNamesOfTypesAreThoseOfTheTable() {
        Set<String> expected = new TreeSet<>();
        for (Routine routine : Routine.ALL) {
            for (Type type : Type.values()) if (routine.namedFor(type)) expected.add(routine.c(type));
        }
        String types = Arrays.stream(Type.values()).map(Type::c).collect(Collectors.joining("|"));
        Set<String> found = Stream.of(OpenShmem.class.getMethods())
                .filter(m -> Modifier.isStatic(m.getModifiers()))
                .map(Method::getName)
                .filter(name -> name.matches("shmalloc_(%1$s)|shmem_(%1$s)_.*".formatted(types)))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(expected, found);
    }

    @Test
    void aTypeHasTheMethodsThatTheTableSays() {
        for (Routine routine : Routine.ALL) {
            String method = routine.java().substring(routine.java().indexOf('.') + 1);
            for (Type type : Type.values()) {
                Class<?> owner = routine.java().startsWith("SymTypes.")
                        ? array(type)
                        : routine.java().startsWith("Team.") ? Team.class : Shmem.class;
                String name = method.replace("TYPE", type.name().toLowerCase(java.util.Locale.ROOT));
                boolean found =
                        Stream.of(owner.getMethods()).anyMatch(m -> m.getName().equals(name));
                boolean must = routine.of(type) || owner == Team.class; // a team's methods take all types, and refuse
                assertEquals(must, found, owner.getSimpleName() + "." + name);
            }
        }
    }

    private static Class<?> array(Type type) {
        return switch (type) {
            case BYTE -> SymBytes.class;
            case SHORT -> SymShorts.class;
            case INT -> SymInts.class;
            case LONG -> SymLongs.class;
            case FLOAT -> SymFloats.class;
            case DOUBLE -> SymDoubles.class;
        };
    }

    @Test
    void thePageShowsTheTable() throws Exception {
        String page = Files.readString(PAGE);
        Matcher section = SECTION.matcher(page);
        assertTrue(section.find(), "docs/reference/openshmem.md has lost the part that is generated");
        String now = section.replaceFirst(Matcher.quoteReplacement(section.group(1) + table() + section.group(2)));
        if (System.getProperty("docs.update") != null) Files.writeString(PAGE, now);
        else assertEquals(now, page, "docs/reference/openshmem.md has drifted; run mvn verify -Ddocs.update");
    }

    private static String table() {
        StringBuilder table = new StringBuilder("| C | Family | Java |");
        for (Type type : Type.values()) table.append(" %s |".formatted(type.c()));
        table.append("\n|-|-|-|").append("-|".repeat(Type.values().length)).append('\n');
        for (Routine routine : Routine.ALL) {
            table.append("| `%s` | %d | `%s` |".formatted(routine.c(), routine.family(), routine.java()));
            for (Type type : Type.values()) {
                table.append(routine.namedFor(type) ? " C |" : routine.of(type) ? " x |" : " |");
            }
            table.append('\n');
        }
        return table.toString();
    }
}
