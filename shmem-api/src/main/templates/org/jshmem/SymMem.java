// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// Symmetric memory in bytes, with an alignment of its own: the `mem` routines of C. For bytes as numbers, with
/// reductions, use [SymBytes].
///
/// The memory has views by element type. A view is the same memory: freeing it frees the memory, and it has as many
/// elements as fit. Memory in which no element fits, and a slice that does not begin at a multiple of the element's
/// size, have no such view: `IllegalArgumentException`.
public interface SymMem extends SymArray<byte[], SymMem> {
    // for TYPES

    /// The memory as an array of TYPEs.
    ///
    /// @return a view with `length() / TYPE_BYTES` elements
    SymTypes asTypes();
    // end
}
