// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// One of the memories of the machine: `heap` everywhere, and what else a machine has. A space has symmetric
/// objects of its own; the factories of [Shmem] are those of `heap`.
///
/// **Collective.** All factories are called by all PEs, as those of [Shmem], and throw [SymmetricHeapException] on
/// all PEs where the space has no room.
public interface Space {

    /// What [Shmem#space] finds it by.
    String name();

    /// Bytes that each PE has of it for symmetric objects.
    long size();

    /// Bytes that are allocated now, with what alignment costs.
    long used();

    /// The largest block that an allocation could still get.
    long largestFree();

    /// Bytes of a line, the unit in which it is shared and every object begins.
    int line();

    /// A zeroed symmetric array of `n` bytes.
    SymBytes bytes(long n);

    /// A zeroed symmetric array of `n` shorts.
    SymShorts shorts(long n);

    /// A zeroed symmetric array of `n` ints.
    SymInts ints(long n);

    /// A zeroed symmetric array of `n` longs.
    SymLongs longs(long n);

    /// A zeroed symmetric array of `n` floats.
    SymFloats floats(long n);

    /// A zeroed symmetric array of `n` doubles.
    SymDoubles doubles(long n);

    /// Zeroed symmetric memory of so many bytes, aligned for every element type.
    SymMem mem(long bytes);

    /// As [#mem(long)], aligned to a power of two of at least 8.
    SymMem mem(long bytes, long align);

    /// One zeroed 64-bit signal word on a line of its own.
    Signal signal();

    /// `k` zeroed signal words, each on a line of its own, in one call of all PEs.
    Signal[] signals(int k);
}
