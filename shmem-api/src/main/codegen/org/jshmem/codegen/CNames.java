// SPDX-License-Identifier: Apache-2.0
package org.jshmem.codegen;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jshmem.codegen.CForm.Words;

/// The generated classes of `org.jshmem.compat`: the names of one element type, of one width, or of all types. Their
/// sources are made from the table of routines.
///
/// Each group of names is a class. The classes are a chain of inheritance that ends in `OpenShmem`, since a static
/// import includes inherited members.
final class CNames {
    private static final String PACKAGE = "org.jshmem.compat";

    /// The superclass of the first generated class, and the superclass of `OpenShmem`.
    static final String FIRST = "OrderNames";

    static final String LAST = "GeneratedNames";

    private static final Map<String, String> SOURCES = Collections.unmodifiableMap(made());

    private final Map<String, String> sources = new LinkedHashMap<>();
    private String before = FIRST;

    private CNames() {}

    /// The sources by class name.
    static Map<String, String> sources() {
        return SOURCES;
    }

    private static Map<String, String> made() {
        CNames names = new CNames();
        for (String width : List.of("8", "16", "32", "64", "128", "mem")) {
            names.write("Width" + (width.equals("mem") ? "Mem" : width) + "Names", widthNames(width));
        }
        names.write("AnyTypeNames", genericNames());
        names.write("SignalWaitNames", signalNames());
        for (CType type : CType.values()) names.write(title(type.c()) + "Names", typeNames(type));
        names.write(LAST, List.of());
        return names.sources;
    }

    private static String title(String name) {
        return name.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + name.substring(1);
    }

    private static List<String> widthNames(String width) {
        String bits = width.equals("mem") ? "8" : width;
        List<String> lines = new ArrayList<>();
        for (Routine routine : Routine.ALL) {
            if (!routine.widths().contains(width)) continue;
            for (CForm form : CForm.of(routine)) {
                String name = form.context() ? routine.withContext(width) : routine.c(width);
                lines.addAll(form.method(name, anyType(routine), Map.of("NAME", name, "BITS", bits)));
            }
        }
        return lines;
    }

    private static List<String> genericNames() {
        List<String> lines = new ArrayList<>();
        for (Routine routine : Routine.ALL) {
            if (!routine.isGeneric() || routine.isElementwise()) continue;
            for (CForm form : CForm.of(routine)) {
                lines.addAll(form.method(
                        routine.generic(), anyType(routine), Map.of("REDUCE(", "reduce(", "PARTS(nelems)", "nelems")));
            }
        }
        return lines;
    }

    /// The waits and tests of a `uint64_t` for signals, which are such words in C.
    private static List<String> signalNames() {
        Map<String, String> replaced = new LinkedHashMap<>();
        replaced.put("$ivars.", "Signal.");
        replaced.put("$ivar.", "ivar.");
        replaced.put("(0, cmp", "(cmp");
        replaced.put("(0, count(nelems)", "(first(ivars, nelems)");
        replaced.put("skip(status)", "skip(status, nelems)");
        replaced.put("(int) ", "");
        replaced.put("an element", "a signal");
        replaced.put("element", "signal");
        List<String> lines = new ArrayList<>();
        for (Routine routine : Routine.ALL) {
            if (!routine.name().matches(".*_(wait_until|test)(_all|_any|_some)?")) continue;
            boolean one = routine.parameters().getFirst().name().equals("ivar");
            Words words = new Words("", "long", "long[]", one ? "Signal" : "Signal[]");
            CForm form = CForm.of(routine).getFirst();
            lines.addAll(form.method(routine.c("uint64"), words, replaced));
            lines.addAll(form.method(routine.generic(), words, replaced));
        }
        return lines;
    }

    /// A routine's own type parameters. The array of the program is one only if the routine takes such an array.
    private static Words anyType(Routine routine) {
        boolean any = routine.parameters().stream().anyMatch(p -> p.type().equals("any"));
        String bound = routine.body().matches(".*(REDUCE|inscan|exscan)\\(.*") ? "SymNumbers" : "SymArray";
        String generics = any ? "<A, S extends %s<A, S>> " : "<S extends %s<?, S>> ";
        return new Words(generics.formatted(bound), "TYPE", "A", "S");
    }

    private static List<String> typeNames(CType type) {
        String element = type.java().name().toLowerCase(java.util.Locale.ROOT);
        String symmetric = "Sym" + title(element) + "s";
        Words words = new Words("", element, element + "[]", symmetric);
        Map<String, String> replaced = new LinkedHashMap<>();
        replaced.put(".TYPEs(", "." + element + "s(");
        replaced.put(
                "REDUCE(", type.isComplex() ? "reduceComplex(" : type.isUnsigned() ? "reduceUnsigned(" : "reduce(");
        replaced.put("PARTS(nelems)", type.isComplex() ? "2 * nelems" : "nelems");
        for (String name : List.of("ivars", "ivar")) {
            replaced.put("$" + name, type.isUnsigned() ? "unsigned(" + name + ")" : name);
        }
        List<String> lines = new ArrayList<>();
        for (Routine routine : Routine.ALL) {
            boolean has = routine.of(type);
            boolean generic =
                    routine.isGeneric() && routine.isElementwise() && type.isGeneric() && hasGeneric(routine, type);
            for (CForm form : CForm.of(routine)) {
                String name = form.context() ? routine.withContext(type.c()) : routine.c(type.c());
                if (has) lines.addAll(form.method(name, words, replaced));
                if (generic) lines.addAll(form.method(routine.generic(), words, replaced));
            }
        }
        return lines;
    }

    /// Whether a routine has a C11 name for the Java type of `type`. C11 chooses by the C type, Java by its own
    /// type: the bitwise names of C's unsigned types belong to Java's types with equal bits.
    private static boolean hasGeneric(Routine routine, CType type) {
        return routine.types().types().stream().anyMatch(c -> c.java() == type.java() && !c.isComplex());
    }

    private void write(String name, List<String> members) {
        StringBuilder source = new StringBuilder("// SPDX-License-Identifier: Apache-2.0\n");
        source.append("// Generated from routines.txt in src/main/codegen: change that.\n");
        source.append("package ").append(PACKAGE).append(";\n\n");
        source.append("import org.jshmem.*;\n");
        source.append("\nclass %s extends %s {\n    %s() {}\n".formatted(name, before, name));
        for (String line : members) source.append(line).append('\n');
        source.append("}\n");
        sources.put(name, source.toString());
        before = name;
    }
}
