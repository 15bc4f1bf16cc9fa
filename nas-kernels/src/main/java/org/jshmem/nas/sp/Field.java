// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/// The addresses of a field of nodes: planes anywhere in memory, in each of them `[j][variable][i]`, `i` running
/// along x.
///
/// Planes count from the first one of a PE; ghost planes have numbers below 0 and after its last.
///
/// @param planes `planes[k + GHOSTS]` is the address of node (0, 0) of plane `k`
/// @param row bytes from one row of nodes to the next, with all variables
/// @param stride bytes from one variable of a row to the next
record Field(long[] planes, long row, long stride) {
    /// Ghost planes on either side that have an address too.
    static final int GHOSTS = 2;

    /// Returns a field of `count` planes at these addresses, its ghost planes included.
    static Field of(int count, int variables, int nodes, IntToLongFunction address) {
        long stride = (long) VectorMemory.padded(nodes) * Double.BYTES;
        long[] at = IntStream.range(-GHOSTS, count + GHOSTS).mapToLong(address).toArray();
        return new Field(at, variables * stride, stride);
    }

    /// The address of node 0 of the first variable of a row.
    long at(int k, int j) {
        return planes[k + GHOSTS] + j * row;
    }

    /// Returns variable `m` of node (i, j) of plane `k`.
    double get(int k, int j, int m, int i) {
        return VectorMemory.get(at(k, j) + m * stride + i * (long) Double.BYTES);
    }

    void set(int k, int j, int m, int i, double value) {
        VectorMemory.set(at(k, j) + m * stride + i * (long) Double.BYTES, value);
    }
}
