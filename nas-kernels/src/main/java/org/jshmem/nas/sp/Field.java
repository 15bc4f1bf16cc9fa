// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

/// The addresses of a field of nodes: planes anywhere in memory, in each of them `[j][variable][i]`, `i` running
/// along x.
///
/// Planes count from the first one of a PE; ghost planes have numbers below 0 and after its last.
final class Field {
    /// Ghost planes on either side that have an address too.
    static final int GHOSTS = 2;

    /// Bytes from one row of nodes to the next, with all variables.
    final long row;

    /// Bytes from one variable of a row to the next.
    final long stride;

    private final long[] planes;

    /// `planes[k + GHOSTS]` is the address of node (0, 0) of plane `k`.
    Field(long[] planes, long row, long stride) {
        this.planes = planes;
        this.row = row;
        this.stride = stride;
    }

    /// The address of node 0 of the first variable of a row.
    long at(int k, int j) {
        return planes[k + GHOSTS] + j * row;
    }
}
