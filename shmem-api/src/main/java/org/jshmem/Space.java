// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// A memory of the machine that symmetric objects can be allocated in: `heap` on every machine, `on-chip` on
/// the machine `scc`. The factories of [Shmem] are those of `heap`.
///
/// ```java
/// Space chip = sh.space("on-chip");                    // with --machine scc
/// Signal go = chip.signal();                           // a word of this core's on-chip buffer
/// ```
///
/// **Collective.** All PEs make the same call of a factory, as those of [Shmem]. Each throws
/// [SymmetricHeapException] on every PE if the space has no room.
public interface Space {

    /// {@return the name by which [Shmem#space] finds this memory}
    String name();

    /// {@return the bytes that each PE has of it for symmetric objects}
    long size();

    /// {@return the bytes that are allocated now, padding included}
    long used();

    /// {@return the bytes of the largest block that an allocation could still get}
    long largestFree();

    /// {@return the bytes of a line: the unit in which PEs share this memory, and at which every object begins}
    int line();

    /// Allocates a zeroed symmetric array of `length` bytes on every PE. **Collective**.
    ///
    /// @param length size on each PE, in bytes
    /// @return the array, zeroed on every PE
    SymBytes bytes(long length);

    /// Allocates `length` shorts on each PE, as [#bytes] does. **Collective**.
    SymShorts shorts(long length);

    /// Allocates `length` ints on each PE, as [#bytes] does. **Collective**.
    SymInts ints(long length);

    /// Allocates `length` longs on each PE, as [#bytes] does. **Collective**.
    SymLongs longs(long length);

    /// Allocates `length` floats on each PE, as [#bytes] does. **Collective**.
    SymFloats floats(long length);

    /// Allocates `length` doubles on each PE, as [#bytes] does. **Collective**.
    SymDoubles doubles(long length);

    /// Allocates zeroed symmetric memory of `bytes` bytes on every PE, aligned for every element type.
    /// **Collective**.
    ///
    /// @param bytes size on each PE, in bytes
    /// @return the memory, zeroed on every PE
    SymMem mem(long bytes);

    /// Allocates bytes as [#mem(long)] does, aligned to `align` bytes, a power of two of at least 8 and at most 2 MiB.
    /// **Collective**.
    ///
    /// @throws IllegalArgumentException if `align` is not a power of two of at least 8 and at most 2 MiB
    SymMem mem(long bytes, long align);

    /// Allocates a zeroed 64-bit signal word on every PE, on a line of its own. **Collective**.
    ///
    /// @return the signal, 0 on every PE
    Signal signal();

    /// Allocates `count` zeroed signal words on every PE, each on a line of its own. **Collective**.
    ///
    /// @param count number of signals
    /// @return the signals, each an object of its own
    Signal[] signals(int count);
}
