// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas;

import java.util.Arrays;

/// One cell of the cube: where it lies, its fields, and where each row of them starts.
///
/// ```
///  u          [k: nz + 4][j: ny + 4][variable: 5][i: 2 + nx + ghosts and padding]   ghosts 2 deep
///  auxiliary  [k: nz + 2][j: ny + 2][field: 7][i: as in u]                          ghosts 1 deep
///  rhs        [k: nz]([j: ny][variable: 5][i: nx + padding], a spare row)           no ghosts
///  forcing    as rhs
/// ```
///
/// `i` runs along x and is contiguous. Lanes beyond `nx` hold finite values throughout: `u` starts as a gas at rest
/// everywhere, and what is added to it there is 0 because [#dtRow] is.
final class SpCell {
    static final int VARIABLES = 5;

    /// The derived fields: 1/density, the three velocities, what the second differences of the energy equation
    /// act on, pressure and the speed of sound.
    static final int RECIPROCAL = 0;

    static final int VELOCITY = 1;
    static final int HEAT = 4;
    static final int PRESSURE = 5;
    static final int SOUND = 6;
    static final int FIELDS = 7;

    final int nx;
    final int ny;
    final int nz;
    /// The numbers of the cell's first node along x, y and z.
    final int[] low;
    /// Lanes that a loop over a row computes.
    final int width;
    /// Doubles from one row of `u` or the auxiliary fields to the next.
    final int row;

    final double[] u;
    final double[] auxiliary;
    final double[] rhs;
    final double[] forcing;
    /// Doubles from one plane of `rhs` and `forcing` to the next. Lines along z walk from plane to plane: the
    /// spare row keeps the planes of cells of 64 nodes from falling on the same sets of the cache.
    private final int plane;
    /// The time step for nodes that move, 0 for the boundary and the padding.
    final double[] dtRow;
    /// The stencils along x: five rows of `width`.
    final double[] stencilX;

    private final SpPhysics physics;

    SpCell(Multipartition parts, int c, SpPhysics physics) {
        this.physics = physics;
        nx = parts.extent(parts.slab(0, c));
        ny = parts.extent(parts.slab(1, c));
        nz = parts.extent(parts.slab(2, c));
        low = new int[] {parts.low(parts.slab(0, c)), parts.low(parts.slab(1, c)), parts.low(parts.slab(2, c))};
        width = Lanes.padded(nx);
        row = width + 8;
        u = new double[(nz + 4) * (ny + 4) * VARIABLES * row];
        auxiliary = new double[(nz + 2) * (ny + 2) * FIELDS * row];
        plane = (ny * VARIABLES + 1) * width;
        rhs = new double[nz * plane];
        forcing = new double[rhs.length];
        dtRow = new double[width];
        stencilX = new double[5 * width];
        for (int i = 0; i < nx; i++) {
            dtRow[i] = interior(0, i) ? physics.dt : 0;
            double[] s = physics.stencil(0, low[0] + i);
            for (int t = 0; t < 5; t++) stencilX[t * width + i] = s[t];
        }
        rest();
    }

    /// Fills `u`, ghosts and padding included, with a gas at rest, for which every derived field is finite.
    void rest() {
        for (int at = 0; at < u.length; at += row) {
            int variable = at / row % VARIABLES;
            Arrays.fill(u, at, at + row, variable == 0 || variable == 4 ? 1 : 0);
        }
    }

    long nodes() {
        return (long) nx * ny * nz;
    }

    int extent(int direction) {
        return direction == 0 ? nx : direction == 1 ? ny : nz;
    }

    /// Whether a position along a direction is no boundary node of the cube.
    boolean interior(int direction, int position) {
        int node = low[direction] + position;
        return node > 0 && node < physics.nodes - 1;
    }

    /// The first position along a direction that is interior.
    int first(int direction) {
        return low[direction] == 0 ? 1 : 0;
    }

    /// One past the last position along a direction that is interior.
    int end(int direction) {
        int n = extent(direction);
        return low[direction] + n == physics.nodes ? n - 1 : n;
    }

    /// Where node `i == 0` of variable 0 of a row of `u` is; `j` and `k` from -2.
    int uAt(int k, int j) {
        return ((k + 2) * (ny + 4) + j + 2) * VARIABLES * row + 2;
    }

    /// From one node of `u` to the next in a direction.
    int uStep(int direction) {
        return direction == 0 ? 1 : direction == 1 ? VARIABLES * row : (ny + 4) * VARIABLES * row;
    }

    /// Where node `i == 0` of field 0 of a row of the auxiliary fields is; `j` and `k` from -1.
    int auxiliaryAt(int k, int j) {
        return ((k + 1) * (ny + 2) + j + 1) * FIELDS * row + 2;
    }

    /// From one node of the auxiliary fields to the next in a direction.
    int auxiliaryStep(int direction) {
        return direction == 0 ? 1 : direction == 1 ? FIELDS * row : (ny + 2) * FIELDS * row;
    }

    /// Where node `i == 0` of variable 0 of a row of `rhs` and `forcing` is.
    int rhsAt(int k, int j) {
        return k * plane + j * VARIABLES * width;
    }
}
