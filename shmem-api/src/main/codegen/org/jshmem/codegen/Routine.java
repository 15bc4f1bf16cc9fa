// SPDX-License-Identifier: Apache-2.0
package org.jshmem.codegen;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A routine that C has once for each element type, once for each width, or [once][#ONCE]. The names of
/// `org.jshmem.compat` are generated from the table of these routines, `routines.txt`.
///
/// @param table the name of the set of its element types, or the types or widths with commas between them
/// @param hasContext whether it has a form with a context in front
/// @param isGeneric whether C11 has it without TYPENAME
/// @param returns its result in Java
/// @param name its name in C with TYPENAME or SIZE
/// @param parameters its parameters
/// @param body the Java statements
/// @param summary its effect, for the Javadoc
public record Routine(
        String table,
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

    /// The table of the routines that C has once.
    public static final String ONCE = "once";

    private static final Pattern ROW =
            Pattern.compile("(\\S+) (\\S+) (\\S+) \\| (\\S+) (\\w+)\\((.*)\\) \\| (.*) \\| (.*)");

    /// The sets of element types for which routines exist, as the tables of the specification list them.
    public static final Map<String, List<String>> TABLES = new LinkedHashMap<>();

    /// All routines of the table.
    public static final List<Routine> ALL = new ArrayList<>();

    /// The constants of the table: a word, the declaration, and the summary of each.
    static final List<String[]> CONSTANTS = new ArrayList<>();

    // the build and the tests run in the module's folder
    static {
        try {
            for (String row : Files.readAllLines(Path.of("src/main/codegen/org/jshmem/codegen/routines.txt"))) {
                if (row.matches("\\w+: .*")) addTable(row);
                else if (row.startsWith("constant ")) CONSTANTS.add(row.split(" \\| "));
                else if (!row.startsWith("#")) ALL.add(of(row));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Adds the table of a row such as `RMA: char schar`, whose words are types or tables before it.
    private static void addTable(String row) {
        List<String> types = new ArrayList<>();
        String[] words = row.split(":? ");
        for (String word : words) types.addAll(TABLES.getOrDefault(word, List.of(word)));
        TABLES.put(words[0], types.subList(1, types.size()));
    }

    private static Routine of(String row) {
        Matcher m = ROW.matcher(row);
        if (!m.matches()) throw new IllegalArgumentException("not a row of the table of routines: " + row);
        List<Parameter> parameters = Stream.of(m.group(6).split(", "))
                .filter(parameter -> !parameter.isEmpty())
                .map(parameter -> parameter.split(" "))
                .map(words -> new Parameter(words[0], words[1]))
                .toList();
        return new Routine(
                m.group(1),
                m.group(2).equals("ctx"),
                m.group(3).equals("C11"),
                m.group(4),
                m.group(5),
                parameters,
                m.group(7),
                m.group(8));
    }

    /// The TYPENAMEs or the SIZEs for which the routine exists.
    public List<String> kinds() {
        return TABLES.getOrDefault(table, List.of(table.split(",")));
    }

    /// Whether it takes an array of the program or a symmetric one.
    boolean takesAny() {
        return parameters.stream().anyMatch(p -> p.type().equals("any"));
    }

    /// Whether the routine works on single elements. Its C11 name then has a form for each type in Java, else one
    /// form for all types.
    boolean isElementwise() {
        boolean atomic = name.contains("_atomic_") || table.endsWith("_OLD");
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
