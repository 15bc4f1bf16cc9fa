// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// Symmetric memory in bytes, with an alignment of its own: the `mem` routines of C. For bytes as numbers, with
/// reductions, use [SymBytes].
///
/// The memory has views by element type. A view is the same memory: freeing it frees the memory, and it has as many
/// elements as fit. Memory in which no element fits, and a slice that does not begin at a multiple of the element's
/// size, have no such view: `IllegalArgumentException`.
public interface SymMem extends SymArray<byte[], SymMem> {

    /// The memory as an array of bytes.
    ///
    /// @return a view with `length()` elements
    SymBytes asBytes();

    /// The memory as an array of shorts.
    ///
    /// @return a view with `length() / 2` elements
    SymShorts asShorts();

    /// The memory as an array of ints.
    ///
    /// @return a view with `length() / 4` elements
    SymInts asInts();

    /// The memory as an array of longs.
    ///
    /// @return a view with `length() / 8` elements
    SymLongs asLongs();

    /// The memory as an array of floats.
    ///
    /// @return a view with `length() / 4` elements
    SymFloats asFloats();

    /// The memory as an array of doubles.
    ///
    /// @return a view with `length() / 8` elements
    SymDoubles asDoubles();
}
