// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// Symmetric memory in bytes, with an alignment of its own: the `mem` routines of C. For bytes as numbers, with
/// reductions, use [SymBytes].
///
/// The memory has views by element type. A view is the same memory: freeing it frees the memory, and it has as many
/// elements as fit. Memory in which no element fits, and a slice that does not begin at a multiple of the element's
/// size, have no such view: `IllegalArgumentException`.
///
/// ```java
/// SymMem memory = sh.mem(1024);
/// SymInts words = memory.asInts();                     // 256 elements of the same memory
/// words.p(0, 7, next);
/// ```
public interface SymMem extends SymArray<byte[], SymMem> {
    // for TYPES

    /// The memory as an array of TYPEs.
    ///
    /// @return a view with `length() / TYPE_BYTES` elements
    SymTypes asTypes();
    // end

    /// Sets `count` bytes from `index` on PE `pe` to `value`. Visible there as the bytes of a
    /// `put`: after [Shmem#quiet], a barrier, or a later signal.
    ///
    /// @param index first byte that is written
    /// @param count number of bytes; 0 writes nothing
    /// @param value new value of each of them
    /// @param pe PE whose copy is written; it may be this PE
    void fill(long index, long count, byte value, int pe);
}
