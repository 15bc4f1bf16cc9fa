// SPDX-License-Identifier: Apache-2.0
package org.jshmem.codegen;

import java.util.Locale;
import java.util.Map;

/// The operators of reductions and scans, with the names of `org.jshmem.Op`.
public enum Operator {
    AND("x & y"),
    OR("x | y"),
    XOR("x ^ y"),
    MAX("Math.max(x, y)"),
    MIN("Math.min(x, y)"),
    SUM("x + y"),
    PROD("x * y");

    private final String java;

    Operator(String java) {
        this.java = java;
    }

    /// Whether the operator combines elements of the type: the bitwise ones combine integers only.
    public boolean of(Type type) {
        boolean bitwise = this == AND || this == OR || this == XOR;
        return !bitwise || type.has(Type.Ability.INTEGER);
    }

    /// The replacements of words between `// for OP` and its end, by regular expression.
    Map<String, String> words() {
        String c = name().toLowerCase(Locale.ROOT);
        return Map.of("(?<![A-Za-z.])op(?![A-Za-z])", c, "\\bOP\\b", name(), "\\bX_OP_Y\\b", java);
    }
}
