// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// How a waiting PE compares a word with a value: signed for [SymWords], unsigned for [Signal].
///
/// ```java
/// ready.waitUntil(Cmp.GE, steps);                      // returns once the signal is at least this number
/// ```
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
    ///
    /// @param word left side, such as the word that a PE waits for
    /// @param value right side
    /// @return true if the comparison is satisfied
    public boolean holds(long word, long value) {
        // comparisons with constants rather than a switch: they fold where the relation is known
        if (this == EQ) return word == value;
        if (this == GE) return word >= value;
        if (this == NE) return word != value;
        if (this == GT) return word > value;
        if (this == LT) return word < value;
        return word <= value;
    }
}
