// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// The operators of reductions and scans. `AND`, `OR` and `XOR` are for integers only.
public enum Op {
    /// Bitwise and.
    AND,
    /// Bitwise or.
    OR,
    /// Bitwise exclusive or.
    XOR,
    /// The larger.
    MAX,
    /// The smaller.
    MIN,
    /// The sum; integers wrap.
    SUM,
    /// The product; integers wrap.
    PROD
}
