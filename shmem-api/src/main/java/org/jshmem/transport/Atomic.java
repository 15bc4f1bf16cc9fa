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
    XOR
}
