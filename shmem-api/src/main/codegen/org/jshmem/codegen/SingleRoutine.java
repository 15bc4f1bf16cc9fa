// SPDX-License-Identifier: Apache-2.0
package org.jshmem.codegen;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A routine that C has once, not for each element type or width. Each of its names is a method of
/// `org.jshmem.compat`.
///
/// @param names its name in C, then older names of the same routine
/// @param generics type parameters, with a blank; empty for none
/// @param returns its result in Java
/// @param parameters type and name of each parameter
/// @param body the Java statements
/// @param summary its effect, for the Javadoc; empty if the result describes it
/// @param result its result, for the Javadoc
record SingleRoutine(
        List<String> names,
        String generics,
        String returns,
        List<String> parameters,
        String body,
        String summary,
        String result) {

    private static final Pattern ROW =
            Pattern.compile("(<.*>> )?(\\S+) ([\\w ]+)\\((.*?)\\) \\| (?:(.*?) )?\\| (?:(.*?) )?\\|(?: (.*))?");

    /// All single routines, by the class that gets them.
    static Map<String, List<SingleRoutine>> byClass() {
        Map<String, List<SingleRoutine>> all = new LinkedHashMap<>();
        List<SingleRoutine> last = List.of();
        for (String row : Routine.rows("single-routines.txt")) {
            if (row.startsWith("= ")) all.put(row.substring(2), last = new ArrayList<>());
            else last.add(of(row));
        }
        return all;
    }

    private static SingleRoutine of(String row) {
        Matcher m = ROW.matcher(row);
        if (!m.matches()) throw new IllegalArgumentException("not a row of the table of single routines: " + row);
        return new SingleRoutine(
                Arrays.asList(m.group(3).split(" ")),
                text(m.group(1)),
                m.group(2),
                m.group(4).isEmpty() ? List.of() : Arrays.asList(m.group(4).split(", ")),
                text(m.group(5)),
                text(m.group(6)),
                text(m.group(7)));
    }

    private static String text(String group) {
        return group == null ? "" : group;
    }

    /// The source lines of the methods, one method for each name.
    List<String> methods() {
        List<String> lines = new ArrayList<>();
        for (String name : names) {
            String returned = result.isEmpty() || summary.contains("Returns") ? "" : "Returns " + result + ".";
            String text = (summary + " " + returned).strip();
            lines.add("");
            lines.add("    /// " + text + (name.equals(names.getFirst()) ? "" : " An older name."));
            lines.add("    public static %s%s %s(%s) {"
                    .formatted(generics, returns, name, String.join(", ", parameters)));
            if (!body.isEmpty()) for (String statement : body.split("; ")) lines.add("        " + statement + ";");
            lines.add("    }");
        }
        return lines;
    }
}
