// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// How a waiting PE compares a word with a value.
public enum Cmp {
    /// Equal.
    EQ,
    /// Not equal.
    NE,
    /// Greater.
    GT,
    /// Greater or equal.
    GE,
    /// Less.
    LT,
    /// Less or equal.
    LE;

    /// Whether `word` stands in this relation to `value`, both signed.
    public boolean holds(long word, long value) {
        return switch (this) {
            case EQ -> word == value;
            case NE -> word != value;
            case GT -> word > value;
            case GE -> word >= value;
            case LT -> word < value;
            case LE -> word <= value;
        };
    }
}
