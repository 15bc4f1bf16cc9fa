// SPDX-License-Identifier: Apache-2.0
package org.jshmem.codegen;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jshmem.codegen.Routine.Parameter;

/// One Java method of a routine: an overload of its C name.
/*
 * Java has up to eight methods for one routine of C: with or without a context, and with or without indices (C's
 * &x[i]). If C takes any local address, Java has a form with an array of the program and a form with a symmetric one.
 *
 *   shmem_int_put(dest, source, nelems, pe)              SymInts with int[] or SymInts
 *   shmem_int_put(dest, i, source, from, nelems, pe)     as above, for &dest[i] and &source[from]
 *   shmem_ctx_int_put(ctx, ...)                          each of these
 */
record CForm(Routine routine, boolean context, boolean indexed, boolean local) {
    private static final Pattern COUNT = Pattern.compile("~(?:(\\w+\\([^)]*\\)|\\w+)|\\(([^)]*)\\))");

    /// All forms of a routine.
    static List<CForm> of(Routine routine) {
        boolean arrays = routine.parameters().stream().anyMatch(Parameter::isArray);
        List<CForm> forms = new ArrayList<>();
        for (boolean context : routine.hasContext() ? List.of(false, true) : List.of(false)) {
            for (boolean local : routine.takesAny() ? List.of(true, false) : List.of(true)) {
                for (boolean indexed : arrays ? List.of(false, true) : List.of(false)) {
                    forms.add(new CForm(routine, context, indexed, local));
                }
            }
        }
        return forms;
    }

    /// The form's name for a type or a width, if the routine has it.
    Stream<String> names(String typeOrWidth) {
        if (!routine.kinds().contains(typeOrWidth)) return Stream.empty();
        return Stream.of(context ? routine.withContext(typeOrWidth) : routine.c(typeOrWidth));
    }

    /// The form's C11 name, if the routine has one and `has` holds.
    Stream<String> generic(boolean has) {
        return routine.isGeneric() && has ? Stream.of(routine.generic()) : Stream.empty();
    }

    /// The source of the method with this name.
    ///
    /// @param words the replacements of words by regular expression: type parameters, an array of the program, a
    ///     symmetric one
    /// @param replaced more of them
    String method(String name, Map<String, String> words, Map<String, String> replaced) {
        List<String> parameters = new ArrayList<>();
        List<String> arguments = new ArrayList<>();
        if (context) parameters.add("shmem_ctx_t ctx");
        if (context) arguments.add("ctx");
        for (Parameter p : routine.parameters()) {
            boolean java = p.type().equals("any") && local;
            boolean index = p.isArray() && indexed;
            parameters.add((java ? "TYPE[]" : p.isArray() ? "SYM" : p.type()) + " " + p.name());
            if (index) parameters.add((java ? "int " : "long ") + index(p));
            arguments.add(index ? "&%s[%s]".formatted(p.name(), index(p)) : p.name());
        }
        String text = """

                    /// %s
                    ///
                    /// C: `%s(%s)`
                    public static GENERICS %s %s(%s) {
                        %s;
                    }
                """.formatted(
                        routine.summary(),
                        name,
                        String.join(", ", arguments),
                        routine.returns().replace("sym", "SYM"),
                        name,
                        String.join(", ", parameters),
                        body().replace("NAME", name).replace("; ", ";\n        "));
        return Generate.replaced(Generate.replaced(text, words), replaced);
    }

    /// A body in which calls of methods of the symmetric argument `name` refuse null.
    private String given(String body, String name) {
        Matcher call = Pattern.compile("(?<![\\w@$])([@$]?)" + name + "\\.").matcher(body);
        String refusing = "given(%s, \"NAME, " + name + "\", \"ALLOCATOR\")";
        return call.replaceAll(m -> {
            String object = m.group(1).equals("$") ? "$" + name : name;
            String given = refusing.formatted(object);
            boolean through = m.group(1).equals("@") && context;
            return Matcher.quoteReplacement((through ? "on(ctx, " + given + ")" : given) + ".");
        });
    }

    private String index(Parameter p) {
        long arrays = routine.parameters().stream().filter(Parameter::isArray).count();
        if (arrays == 1 || p.type().equals("sym") && routine.takesAny()) return "i";
        return p.name().equals("source") ? "from" : "to";
    }

    /// The routine's body for this form.
    private String body() {
        String text =
                local ? routine.body() : routine.body().replaceFirst("^(\\w+)\\[(\\S+)] = (.*)$", "$1.set($2, $3)");
        for (Parameter p : routine.parameters()) {
            if (!p.isArray()) continue;
            String name = p.name();
            if (!p.type().equals("any") || !local) text = given(text, name);
            text = text.replace("@" + name, context ? "on(ctx, " + name + ")" : name)
                    .replace(name + "#", indexed ? index(p) : "0")
                    .replace(name + "%", indexed ? "tail(%s, %s)".formatted(name, index(p)) : name);
        }
        return COUNT.matcher(text).replaceAll(m -> {
            String count = m.group(1) == null ? m.group(2) : m.group(1);
            return Matcher.quoteReplacement(local ? "count(" + count + ")" : count);
        });
    }
}
