// SPDX-License-Identifier: Apache-2.0
package org.jshmem.codegen;

import java.util.Locale;
import java.util.Map;

/// The operators of reductions and scans, with the names of `org.jshmem.Op`.
public enum Operator {
    AND("x & y", "AND"),
    OR("x | y", "OR"),
    XOR("x ^ y", "XOR"),
    MAX("Math.max(x, y)", "MAX"),
    MIN("Math.min(x, y)", "MIN"),
    SUM("x + y", "ADD"),
    PROD("x * y", "MUL");

    private final String scalar;
    private final String vector;

    Operator(String scalar, String vector) {
        this.scalar = scalar;
        this.vector = vector;
    }

    /// Whether the operator combines elements of the type: the bitwise ones combine integers only.
    public boolean of(Type type) {
        boolean bitwise = this == AND || this == OR || this == XOR;
        return !bitwise || type.has(Type.Ability.INTEGER);
    }

    /// The replacements of words between `// for OP` and its end, by regular expression.
    Map<String, String> words() {
        String c = name().toLowerCase(Locale.ROOT);
        return Map.of(
                "(?<![A-Za-z.])op(?![A-Za-z])",
                c,
                "\\bOP\\b",
                name(),
                "\\bLANES_OP\\b",
                vector,
                "\\bX_OP_Y\\b",
                scalar);
    }
}
