// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

/// The read-modify-write operations of [Channel#atomic].
public enum Atomic {
    /// Adds the operand.
    ADD,
    /// Replaces the word by the operand.
    SWAP,
    /// Replaces the word by the operand if the word equals the expected value.
    COMPARE_SWAP,
    /// Bitwise and.
    AND,
    /// Bitwise or.
    OR,
    /// Bitwise exclusive or.
    XOR;

    /// Returns what a word becomes that was `old`.
    public long apply(long old, long operand, long expected) {
        return switch (this) {
            case ADD -> old + operand;
            case SWAP -> operand;
            case COMPARE_SWAP -> old == expected ? operand : old;
            case AND -> old & operand;
            case OR -> old | operand;
            case XOR -> old ^ operand;
        };
    }
}
