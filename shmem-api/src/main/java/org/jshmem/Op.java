// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// The operators of reductions and scans. `AND`, `OR` and `XOR` are for integers only. For floats and doubles `MAX`
/// and `MIN` follow [Math#max(double, double)]: a NaN of any PE makes the result NaN, and -0.0 is smaller than 0.0.
///
/// ```java
/// double all = world.reduce(Op.SUM, count);            // the sum over all PEs, on every PE
/// world.reduce(Op.MAX, row);                           // element by element, in place
/// ```
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
