// SPDX-License-Identifier: Apache-2.0
package org.jshmem.codegen;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/// The generated classes of `org.jshmem.compat`: the names of one element type, of one width, or of all types. Their
/// sources are made from the table of routines.
///
/// Each group of names is a class. The classes are a chain of inheritance that ends in `OpenShmem`, since a static
/// import includes inherited members.
final class CNames {
    private final Map<String, String> sources = new LinkedHashMap<>();

    /// The superclass of the next class.
    private String before = "TeamNames";

    private CNames() {}

    /// The sources by class name. The last one, with the names of all types, is the superclass of `OpenShmem`.
    static Map<String, String> sources() {
        CNames names = new CNames();
        names.write("Once", Map.of(), _ -> Map.of("GENERICS ", ""), form -> form.names(Routine.ONCE));
        for (String width : List.of("8", "16", "32", "64", "128", "mem")) {
            Map<String, String> bits = Map.of("BITS", width.equals("mem") ? "8" : width, "ALLOCATOR", "shmem_malloc");
            names.write("Width" + title(width), bits, CNames::anyType, form -> form.names(width));
        }
        for (CType type : CType.ALL) {
            names.write(title(type.c()), replaced(type), _ -> words(type), form -> typeNames(form, type));
        }
        Map<String, String> plain = Map.of("REDUCE", "reduce", "PARTS\\((\\w+)\\)", "$1", "ALLOCATOR", "shmem_malloc");
        names.write(
                "Generated",
                plain,
                CNames::anyType,
                form -> form.generic(!form.routine().isElementwise()));
        return names.sources;
    }

    private static String title(String name) {
        return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    }

    /// A routine's own type parameters. The array of the program is one only if the routine takes such an array.
    private static Map<String, String> anyType(Routine routine) {
        String bound = routine.body().matches(".*(REDUCE|inscan|exscan)\\(.*") ? "SymNumbers" : "SymArray";
        String generics = routine.takesAny() ? "<A, S extends %s<A, S>> " : "<S extends %s<?, S>> ";
        return Map.of("GENERICS ", generics.formatted(bound), "TYPE\\[]", "A", "SYM", "S");
    }

    private static Map<String, String> words(CType type) {
        String element = type.java().java;
        return Map.of("GENERICS ", "", "TYPE", element, "SYM", "Sym" + title(element) + "s");
    }

    private static Map<String, String> replaced(CType type) {
        String reduce = type.isComplex() ? "reduceComplex" : type.isUnsigned() ? "reduceUnsigned" : "reduce";
        String parts = type.isComplex() ? "2 * $1" : "$1";
        String compared = type.isUnsigned() ? "unsigned($1)" : "$1";
        String allocator = "shmalloc_" + type.c();
        return Map.of("REDUCE", reduce, "PARTS\\((\\w+)\\)", parts, "\\$(\\w+)", compared, "ALLOCATOR", allocator);
    }

    /// C11 chooses by the C type, Java by its own type: the bitwise names of C's unsigned types belong to Java's types
    /// with equal bits.
    private static Stream<String> typeNames(CForm form, CType type) {
        boolean alike = type.isGeneric()
                && form.routine().isElementwise()
                && CType.ALL.stream()
                        .anyMatch(c -> c.java() == type.java()
                                && !c.isComplex()
                                && form.routine().kinds().contains(c.c()));
        return Stream.concat(form.names(type.c()), form.generic(alike));
    }

    /// Writes a class of the methods that the forms of all routines have under `names`.
    private void write(
            String title,
            Map<String, String> replaced,
            Function<Routine, Map<String, String>> words,
            Function<CForm, Stream<String>> names) {
        StringBuilder source = new StringBuilder("""
                // SPDX-License-Identifier: Apache-2.0
                // Generated from routines.txt in src/main/codegen: change that.
                package org.jshmem.compat;

                import org.jshmem.*;

                class %1$sNames extends %2$s {
                    %1$sNames() {}
                """.formatted(title, before));
        for (String[] constant : title.equals("Once") ? Routine.CONSTANTS : List.<String[]>of()) {
            source.append("    /// %s\n    public static final %s;\n".formatted(constant[2], constant[1]));
        }
        for (Routine routine : Routine.ALL) {
            for (CForm form : CForm.of(routine)) {
                names.apply(form).forEach(name -> source.append(form.method(name, words.apply(routine), replaced)));
            }
        }
        before = title + "Names";
        sources.put(before, source.append("}\n").toString());
    }
}
