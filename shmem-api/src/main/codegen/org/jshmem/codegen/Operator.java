// SPDX-License-Identifier: Apache-2.0
package org.jshmem.codegen;

import java.util.Locale;
import java.util.Map;

/// The operators of reductions and scans, named as `org.jshmem.Op` names them.
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

    /// How C writes it: `and`.
    public String c() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Whether it is for integers only.
    public boolean bitwise() {
        return this == AND || this == OR || this == XOR;
    }

    /// Whether elements of the type can be combined so.
    public boolean of(Type type) {
        return !bitwise() || type.has(Type.Ability.INTEGER);
    }

    /// What stands for the words of a template between `// for OP` and its end.
    Map<String, String> words() {
        return Map.of(
                "(?<![A-Za-z.])op(?![A-Za-z])",
                c(),
                "\\bOP\\b",
                name(),
                "\\bLANES_OP\\b",
                vector,
                "\\bX_OP_Y\\b",
                scalar);
    }
}
