// SPDX-License-Identifier: Apache-2.0
package org.jshmem.codegen;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The generated classes of `org.jshmem.compat`: the names of one element type, of one width, or of all types. Their
/// sources are made from the table of routines.
///
/// Each group of names is a class. The classes are a chain of inheritance that ends in `OpenShmem`, since a static
/// import includes inherited members.
final class CNames {
    /// The waits and tests of a `uint64_t` for signals, which are such words in C.
    private static final Map<String, String> SIGNALS = new LinkedHashMap<>();

    static {
        SIGNALS.put("$ivars.", "Signal.");
        SIGNALS.put("$ivar.", "ivar.");
        SIGNALS.put("(0, cmp", "(cmp");
        SIGNALS.put("(0, count(nelems)", "(first(ivars, nelems)");
        SIGNALS.put("(int) ", "");
        SIGNALS.put("an element", "a signal");
        SIGNALS.put("element", "signal");
    }

    private final Map<String, String> sources = new LinkedHashMap<>();

    /// The superclass of the next class.
    private String before = "OrderNames";

    private CNames() {}

    /// The sources by class name. The last one, `GeneratedNames`, is the superclass of `OpenShmem`.
    static Map<String, String> sources() {
        CNames names = new CNames();
        for (String width : List.of("8", "16", "32", "64", "128", "mem")) {
            Map<String, String> bits = Map.of("BITS", width.equals("mem") ? "8" : width);
            names.write(
                    "Width" + title(width),
                    bits,
                    CNames::anyType,
                    form -> form.names(r -> r.kinds().contains(width), width));
        }
        Map<String, String> plain = Map.of("REDUCE(", "reduce(", "PARTS(nelems)", "nelems");
        names.write("AnyType", plain, CNames::anyType, form -> form.generic(r -> !r.isElementwise()));
        names.write("SignalWait", SIGNALS, CNames::signals, CNames::signalNames);
        for (CType type : CType.ALL) {
            names.write(title(type.c()), replaced(type), _ -> words(type), form -> typeNames(form, type));
        }
        names.write("Generated", Map.of(), CNames::anyType, _ -> Stream.empty());
        return names.sources;
    }

    private static String title(String name) {
        return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    }

    private static Stream<String> signalNames(CForm form) {
        Predicate<Routine> waits = r -> r.name().matches(".*_(wait_until|test)(_all|_any|_some)?");
        return form.indexed() ? Stream.empty() : Stream.concat(form.names(waits, "uint64"), form.generic(waits));
    }

    private static Map<String, String> signals(Routine routine) {
        boolean one = routine.parameters().getFirst().name().equals("ivar");
        return types("", "long", "long[]", one ? "Signal" : "Signal[]");
    }

    /// A routine's own type parameters. The array of the program is one only if the routine takes such an array.
    private static Map<String, String> anyType(Routine routine) {
        String bound = routine.body().matches(".*(REDUCE|inscan|exscan)\\(.*") ? "SymNumbers" : "SymArray";
        String generics = routine.takesAny() ? "<A, S extends %s<A, S>> " : "<S extends %s<?, S>> ";
        return types(generics.formatted(bound), "TYPE", "A", "S");
    }

    /// Java's types for those of the table.
    private static Map<String, String> types(String generics, String element, String array, String symmetric) {
        return Map.of(
                "", generics, "TYPE", element, "TYPE[]", array, "sym", symmetric, "any", symmetric, "SYM", symmetric);
    }

    private static Map<String, String> words(CType type) {
        String element = type.java().java;
        return types("", element, element + "[]", "Sym" + title(element) + "s");
    }

    private static Map<String, String> replaced(CType type) {
        Map<String, String> replaced = new LinkedHashMap<>();
        replaced.put(".TYPEs(", "." + type.java().java + "s(");
        replaced.put(
                "REDUCE(", type.isComplex() ? "reduceComplex(" : type.isUnsigned() ? "reduceUnsigned(" : "reduce(");
        replaced.put("PARTS(nelems)", type.isComplex() ? "2 * nelems" : "nelems");
        for (String name : List.of("ivars", "ivar")) {
            replaced.put("$" + name, type.isUnsigned() ? "unsigned(" + name + ")" : name);
        }
        return replaced;
    }

    /// C11 chooses by the C type, Java by its own type: the bitwise names of C's unsigned types belong to Java's types
    /// with equal bits.
    private static Stream<String> typeNames(CForm form, CType type) {
        Predicate<Routine> alike = r -> r.isElementwise()
                && type.isGeneric()
                && CType.ALL.stream()
                        .anyMatch(c -> c.java() == type.java()
                                && !c.isComplex()
                                && r.kinds().contains(c.c()));
        return Stream.concat(form.names(r -> r.kinds().contains(type.c()), type.c()), form.generic(alike));
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
        for (Routine routine : Routine.ALL) {
            for (CForm form : CForm.of(routine)) {
                names.apply(form).forEach(name -> source.append(form.method(name, words.apply(routine), replaced)));
            }
        }
        before = title + "Names";
        sources.put(before, source.append("}\n").toString());
    }
}
