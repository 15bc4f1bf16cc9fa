// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.layout;

/// The partition of arrays into balanced blocks at cache lines, so that no two PEs write to the same line of a
/// line-aligned array.
public final class Partition {
    private Partition() {}

    /// The first element of block `b` of `p`; the end of the array for `b == p`.
    public static long start(long count, int width, int b, int p) {
        int line = SystemLayout.LINE / width;
        long lines = (count + line - 1) / line;
        return Math.min(count, (lines / p * b + lines % p * b / p) * line);
    }
}
