// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

/// The exact solution, a polynomial in x, y and z, and the start state interpolated from its values on the boundary.
final class Exact {
    // spotless:off
    private static final double[][] C = {
        {2, 0, 0, 4, 5,   3,   0.5, 0.02, 0.01, 0.03, 0.5, 0.4, 0.3},
        {1, 0, 0, 0, 1,   2,   3,   0.01, 0.03, 0.02, 0.4, 0.3, 0.5},
        {2, 2, 0, 0, 0,   2,   3,   0.04, 0.03, 0.05, 0.3, 0.5, 0.4},
        {2, 2, 0, 0, 0,   2,   3,   0.03, 0.05, 0.04, 0.2, 0.1, 0.3},
        {5, 4, 3, 2, 0.1, 0.4, 0.3, 0.05, 0.04, 0.03, 0.1, 0.3, 0.2},
    };
    // spotless:on

    private Exact() {}

    /// Sets row (k, j) of `u`, whose nodes have the numbers `y` and `z`; beyond the cube to a gas at rest, for which
    /// every derived field is finite.
    static void fillRow(Field u, int k, int j, int nodes, int y, int z, boolean exact) {
        double unit = nodes - 1;
        for (int m = 0; m < PointOperations.VARIABLES; m++) {
            for (int i = 0; i < VectorMemory.padded(nodes); i++) {
                double value = m == 0 || m == 4 ? 1 : 0;
                if (i < nodes && exact) value = at(m, i / unit, y / unit, z / unit);
                else if (i < nodes) value = start(m, i / unit, y / unit, z / unit);
                u.set(k, j, m, i, value);
            }
        }
    }

    /// Variable `m` of the exact solution at a point of the unit cube.
    static double at(int m, double x, double y, double z) {
        double[] c = C[m];
        return c[0]
                + x * (c[1] + x * (c[4] + x * (c[7] + x * c[10])))
                + y * (c[2] + y * (c[5] + y * (c[8] + y * c[11])))
                + z * (c[3] + z * (c[6] + z * (c[9] + z * c[12])));
    }

    /// Variable `m` of the start state: the exact solution on the boundary, its transfinite interpolation inside.
    private static double start(int m, double x, double y, double z) {
        if (x == 0 || x == 1 || y == 0 || y == 1 || z == 0 || z == 1) return at(m, x, y, z);
        double px = x * at(m, 1, y, z) + (1 - x) * at(m, 0, y, z);
        double py = y * at(m, x, 1, z) + (1 - y) * at(m, x, 0, z);
        double pz = z * at(m, x, y, 1) + (1 - z) * at(m, x, y, 0);
        return px + py + pz - px * py - px * pz - py * pz + px * py * pz;
    }
}
