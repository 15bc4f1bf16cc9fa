// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

/// The addresses of a field of nodes: planes anywhere in memory, in each of them `[j][variable][i]`, `i` running
/// along x.
///
/// Positions count from the first node of a box; its ghosts have numbers below 0 and beyond its extent.
final class Field {
    /// Ghost planes on either side that have an address too.
    static final int GHOSTS = 2;

    /// Bytes from one row of nodes to the next, with all variables.
    final long row;

    /// Bytes from one variable of a row to the next.
    final long apart;

    private final long[] planes;

    /// `planes[k + GHOSTS]` is the address of node (0, 0) of plane `k`.
    Field(long[] planes, long row, long apart) {
        this.planes = planes;
        this.row = row;
        this.apart = apart;
    }

    /// Returns planes at equal distances; `origin` is the address of node (0, 0) of plane 0.
    static Field of(long origin, int planes, long plane, long row, long apart) {
        long[] at = new long[planes + 2 * GHOSTS];
        for (int k = 0; k < at.length; k++) at[k] = origin + (k - GHOSTS) * plane;
        return new Field(at, row, apart);
    }

    /// The address of node 0 of the first variable of a row.
    long at(int k, int j) {
        return planes[k + GHOSTS] + j * row;
    }
}
