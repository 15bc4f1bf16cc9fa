// SPDX-License-Identifier: Apache-2.0
package org.jshmem.codegen;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

    /// The words of a method that depend on the element type or the width.
    ///
    /// @param generics type parameters in front of the result, with a blank; empty for none
    /// @param element Java's type of an element
    /// @param array the array of the program
    /// @param symmetric the symmetric array
    record Words(String generics, String element, String array, String symmetric) {}

    /// All forms of a routine.
    static List<CForm> of(Routine routine) {
        boolean arrays = routine.parameters().stream().anyMatch(Parameter::isArray);
        boolean any = routine.parameters().stream().anyMatch(p -> p.type().equals("any"));
        List<CForm> forms = new ArrayList<>();
        for (boolean context : routine.hasContext() ? List.of(false, true) : List.of(false)) {
            for (boolean local : any ? List.of(true, false) : List.of(false)) {
                for (boolean indexed : arrays ? List.of(false, true) : List.of(false)) {
                    forms.add(new CForm(routine, context, indexed, local));
                }
            }
        }
        return forms;
    }

    /// The source lines of the method with this name.
    List<String> method(String name, Words words, Map<String, String> replaced) {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add("    /// " + replaced(routine.summary(), replaced));
        lines.add("    ///");
        lines.add("    /// C: `%s(%s)`".formatted(name, String.join(", ", arguments())));
        lines.add("    public static %s%s %s(%s) {"
                .formatted(words.generics, type(routine.returns(), words), name, String.join(", ", parameters(words))));
        for (String statement : body().split("; ")) {
            lines.add("        " + replaced(statement, replaced) + ";");
        }
        lines.add("    }");
        return lines;
    }

    private static String replaced(String text, Map<String, String> replaced) {
        for (var word : replaced.entrySet()) text = text.replace(word.getKey(), word.getValue());
        return text;
    }

    private static String type(String type, Words words) {
        return switch (type) {
            case "sym", "SYM" -> words.symmetric;
            case "TYPE" -> words.element;
            case "TYPE[]" -> words.array;
            default -> type;
        };
    }

    private List<String> parameters(Words words) {
        List<String> list = new ArrayList<>();
        if (context) list.add("shmem_ctx_t ctx");
        for (Parameter p : routine.parameters()) {
            boolean java = p.type().equals("any") && local;
            list.add((java ? words.array : type(p.type().equals("any") ? "sym" : p.type(), words)) + " " + p.name());
            if (p.isArray() && indexed) list.add((java ? "int " : "long ") + index(p));
        }
        return list;
    }

    /// The arguments in C.
    private List<String> arguments() {
        List<String> list = new ArrayList<>();
        if (context) list.add("ctx");
        for (Parameter p : routine.parameters()) {
            list.add(p.isArray() && indexed ? "&%s[%s]".formatted(p.name(), index(p)) : p.name());
        }
        return list;
    }

    private String index(Parameter p) {
        long arrays = routine.parameters().stream().filter(Parameter::isArray).count();
        boolean both = routine.parameters().stream().noneMatch(q -> q.type().equals("any"));
        if (arrays == 1 || p.type().equals("sym") && !both) return "i";
        return p.name().equals("source") ? "from" : "to";
    }

    /// The routine's body for this form.
    private String body() {
        String assignment = local ? "$1[$2] = $3" : "$1.set($2, $3)";
        String text = routine.body().replaceFirst("^(\\w+)\\[(\\S+)] = (.*)$", assignment);
        for (Parameter p : routine.parameters()) {
            if (!p.isArray()) continue;
            String name = p.name();
            text = text.replace("@" + name, context ? "on(ctx, " + name + ")" : name)
                    .replace(name + "#", indexed ? index(p) : "0")
                    .replace(name + "%", indexed ? "tail(%s, %s)".formatted(name, index(p)) : name);
        }
        Matcher counts = COUNT.matcher(text);
        return counts.replaceAll(m -> {
            String count = m.group(1).startsWith("(")
                    ? m.group(1).substring(1, m.group(1).length() - 1)
                    : m.group(1);
            return Matcher.quoteReplacement(local ? "count(" + count + ")" : count);
        });
    }

    private static final Pattern COUNT = Pattern.compile("~(\\w+\\([^)]*\\)|\\([^)]*\\)|\\w+)");
}
