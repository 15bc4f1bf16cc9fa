// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// Computation that a program declares with [Shmem#compute]: counted in its code, never timed. A real machine
/// ignores it; a simulated machine adds its modelled time.
///
/// The counts are totals over the declared stretch. A triad of `n` doubles has two operations, two loads and one
/// store for each element, in vector instructions:
///
/// ```java
/// sh.compute(Work.flops(2L * n).bytes(16L * n, 8L * n).vectorized());
/// ```
///
/// @param flops floating-point or integer operations on data, one per element operated on
/// @param scalars further scalar instructions: address arithmetic, branches, look-ups
/// @param bytesRead bytes loaded
/// @param bytesWritten bytes stored
/// @param footprint bytes of distinct memory touched, or 0 if that is `bytesRead + bytesWritten`
/// @param vector whether the operations are in full vector instructions
/// @param prefetchable whether the accesses run along streams that a prefetcher follows
public record Work(
        long flops,
        long scalars,
        long bytesRead,
        long bytesWritten,
        long footprint,
        boolean vector,
        boolean prefetchable) {

    /// No work: the start of a declaration.
    public static final Work NONE = new Work(0, 0, 0, 0, 0, false, false);

    /// Checks the counts.
    ///
    /// @throws IllegalArgumentException if a count is negative
    public Work {
        if ((flops | scalars | bytesRead | bytesWritten | footprint) < 0) {
            throw new IllegalArgumentException("a count of work is negative, give 0 or more: flops=" + flops
                    + ", scalars=" + scalars + ", bytesRead=" + bytesRead + ", bytesWritten=" + bytesWritten
                    + ", footprint=" + footprint);
        }
    }

    /// {@return work of `flops` operations on data}
    ///
    /// @param flops operations on data, one for each element operated on
    public static Work flops(long flops) {
        return new Work(flops, 0, 0, 0, 0, false, false);
    }

    /// {@return work of `scalars` scalar instructions}
    ///
    /// @param scalars scalar instructions: address arithmetic, branches, look-ups
    public static Work scalars(long scalars) {
        return new Work(0, scalars, 0, 0, 0, false, false);
    }

    /// {@return the same work with `read` bytes loaded and `written` bytes stored}
    ///
    /// @param read bytes loaded, in all
    /// @param written bytes stored, in all
    public Work bytes(long read, long written) {
        return new Work(flops, scalars, read, written, footprint, vector, prefetchable);
    }

    /// {@return the same work with `more` further scalar instructions}
    ///
    /// @param more scalar instructions to add
    public Work andScalars(long more) {
        return new Work(flops, scalars + more, bytesRead, bytesWritten, footprint, vector, prefetchable);
    }

    /// {@return the same work over `bytes` distinct bytes, which decide which cache holds them}
    ///
    /// @param bytes bytes of distinct memory touched
    public Work footprint(long bytes) {
        return new Work(flops, scalars, bytesRead, bytesWritten, bytes, vector, prefetchable);
    }

    /// {@return the same work in full vector instructions}
    public Work vectorized() {
        return new Work(flops, scalars, bytesRead, bytesWritten, footprint, true, prefetchable);
    }

    /// {@return the same work along streams that a prefetcher follows}
    public Work prefetched() {
        return new Work(flops, scalars, bytesRead, bytesWritten, footprint, vector, true);
    }
}
