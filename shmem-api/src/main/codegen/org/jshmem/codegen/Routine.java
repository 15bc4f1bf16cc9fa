// SPDX-License-Identifier: Apache-2.0
package org.jshmem.codegen;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A routine that C has once for each element type, or once for each width. The names of `org.jshmem.compat` are
/// generated from the table of these routines, `routines.txt`.
///
/// @param types the element types, or null if it exists for widths
/// @param widths the SIZEs, or empty if it exists for types
/// @param hasContext whether it has a form with a context in front
/// @param isGeneric whether C11 has it without TYPENAME
/// @param returns its result in Java
/// @param name its name in C with TYPENAME or SIZE
/// @param parameters its parameters
/// @param body the Java statements
/// @param summary its effect, for the Javadoc
public record Routine(
        CType.Table types,
        List<String> widths,
        boolean hasContext,
        boolean isGeneric,
        String returns,
        String name,
        List<Parameter> parameters,
        String body,
        String summary) {

    /// A parameter: `sym` is a symmetric array, `any` an array of the program or a symmetric one; both may have an
    /// index. Other types are Java's.
    ///
    /// @param type Java's type, `sym` or `any`
    /// @param name its name in the specification
    public record Parameter(String type, String name) {
        boolean isArray() {
            return type.equals("sym") || type.equals("any");
        }

        @Override
        public String toString() {
            return type + " " + name;
        }
    }

    private static final Pattern ROW =
            Pattern.compile("(\\S+) (\\S+) (\\S+) \\| (\\S+) (\\w+)\\((.*)\\) \\| (.*) \\| (.*)");

    /// The sets of types.
    public static final List<CType.Table> TABLES = new ArrayList<>();

    /// All routines of the table.
    public static final List<Routine> ALL = new ArrayList<>();

    // the build and the tests run in the module's folder
    static {
        try {
            for (String row : Files.readAllLines(Path.of("src/main/codegen/org/jshmem/codegen/routines.txt"))) {
                if (row.matches("\\w+: .*")) TABLES.add(CType.Table.of(row, TABLES));
                else if (!row.startsWith("#")) ALL.add(of(row));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Routine of(String row) {
        Matcher m = ROW.matcher(row);
        if (!m.matches()) throw new IllegalArgumentException("not a row of the table of routines: " + row);
        List<Parameter> parameters = new ArrayList<>();
        for (String parameter : m.group(6).split(", ")) {
            String[] words = parameter.split(" ");
            parameters.add(new Parameter(words[0], words[1]));
        }
        boolean typed = m.group(5).contains("TYPENAME");
        return new Routine(
                typed ? table(m.group(1)) : null,
                typed ? List.of() : Arrays.asList(m.group(1).split(",")),
                m.group(2).equals("ctx"),
                m.group(3).equals("C11"),
                m.group(4),
                m.group(5),
                List.copyOf(parameters),
                m.group(7),
                m.group(8));
    }

    private static CType.Table table(String name) {
        return TABLES.stream()
                .filter(table -> table.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /// Whether the routine exists for elements of a type.
    public boolean of(CType type) {
        return types != null && types.types().contains(type);
    }

    /// Whether it takes an array of the program or a symmetric one.
    boolean takesAny() {
        return parameters.stream().anyMatch(p -> p.type().equals("any"));
    }

    /// Whether the routine works on single elements. Its C11 name then has a form for each type in Java, else one
    /// form for all types.
    boolean isElementwise() {
        boolean atomic =
                name.contains("_atomic_") || types != null && types.name().endsWith("_OLD");
        return atomic
                || returns.equals("TYPE")
                || parameters.stream().anyMatch(p -> p.type().startsWith("TYPE"));
    }

    /// Its name for a type, or for a width.
    public String c(String typeOrWidth) {
        return name.replace("TYPENAME", typeOrWidth).replace("SIZE", typeOrWidth);
    }

    /// The name of its form with a context.
    public String withContext(String typeOrWidth) {
        return c(typeOrWidth).replaceFirst("^shmem_", "shmem_ctx_");
    }

    /// Its name in C11.
    public String generic() {
        return name.replace("TYPENAME_", "");
    }
}
