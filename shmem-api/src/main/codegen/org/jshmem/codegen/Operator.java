// SPDX-License-Identifier: Apache-2.0
package org.jshmem.codegen;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// The operators of reductions and scans, with the names of `org.jshmem.Op`.
public enum Operator {
    AND("x & y", "AND"),
    OR("x | y", "OR"),
    XOR("x ^ y", "XOR"),
    MAX("Math.max(x, y)", "MAX"),
    MIN("Math.min(x, y)", "MIN"),
    SUM("x + y", "ADD"),
    PROD("x * y", "MUL");

    /// The replacements of words between `// for OP` and its end, by regular expression.
    final Map<String, String> words;

    Operator(String scalar, String vector) {
        String c = name().toLowerCase(Locale.ROOT);
        this.words = Map.ofEntries(
                Map.entry("(?<![A-Za-z.])op(?![A-Za-z])", c),
                Map.entry("\\bOP\\b", name()),
                Map.entry("\\bLANES_OP\\b", vector),
                Map.entry("\\bX_OP_Y\\b", scalar));
    }

    /// The operators of a type with these abilities: the bitwise ones combine integers only.
    static List<Operator> of(Set<Type.Ability> abilities) {
        return List.of(values()).subList(abilities.contains(Type.Ability.INTEGER) ? 0 : MAX.ordinal(), values().length);
    }
}
