// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// How a collective reaches another PE's memory.
///
/// ```java
/// world.access(Collective.REDUCE, Access.PTR);         // the same call on every PE
/// ```
public enum Access {
    /// By put and get.
    PUTGET,
    /// By direct loads and stores through `ptr`.
    PTR,
    /// The way that measurements showed to be faster.
    AUTO
}
