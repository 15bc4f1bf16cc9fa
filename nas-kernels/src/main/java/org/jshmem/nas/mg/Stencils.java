// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.mg;

/// The four operators of a V-cycle on cubes stored plane by plane, row by row, with one ghost point on every side.
///
/// Each works along rows: the sums of the four rows beside a row, and of the four diagonal ones, are made once and used
/// by three neighbours.
final class Stencils {
    private Stencils() {}

    /// Sums over the rows around row `(z, y)` of a cube: those beside it and those across.
    private static void around(double[] a, int side, int row, double[] beside, double[] across) {
        int plane = side * side;
        for (int i = 0; i < side; i++) {
            beside[i] = a[row - side + i] + a[row + side + i] + a[row - plane + i] + a[row + plane + i];
            across[i] = a[row - plane - side + i]
                    + a[row - plane + side + i]
                    + a[row + plane - side + i]
                    + a[row + plane + side + i];
        }
    }

    /// Sets `r` to `v` less the operator applied to `u`: `8/3` at a point, `-1/6` at its 12 edge neighbours and
    /// `-1/12` at its 8 corner neighbours, with the sign turned. `r` may be `v`.
    static void residual(double[] u, double[] v, double[] r, int edge, int planes) {
        int side = edge + 2;
        double[] beside = new double[side];
        double[] across = new double[side];
        for (int z = 1; z <= planes; z++) {
            for (int y = 1; y <= edge; y++) {
                int row = (z * side + y) * side;
                around(u, side, row, beside, across);
                residual(u, v, r, row, edge, beside, across);
            }
        }
    }

    private static void residual(
            double[] u, double[] v, double[] r, int row, int edge, double[] beside, double[] across) {
        for (int i = 1; i <= edge; i++) {
            r[row + i] = v[row + i]
                    + 8.0 / 3 * u[row + i]
                    - 1.0 / 6 * (across[i] + beside[i - 1] + beside[i + 1])
                    - 1.0 / 12 * (across[i - 1] + across[i + 1]);
        }
    }

    /// Adds the smoother applied to `r` to `u`.
    static void smooth(double[] r, double[] u, double[] c, int edge, int planes) {
        int side = edge + 2;
        double[] beside = new double[side];
        double[] across = new double[side];
        for (int z = 1; z <= planes; z++) {
            for (int y = 1; y <= edge; y++) {
                int row = (z * side + y) * side;
                around(r, side, row, beside, across);
                smooth(r, u, c[0], c[1], c[2], row, edge, beside, across);
            }
        }
    }

    private static void smooth(
            double[] r,
            double[] u,
            double c0,
            double c1,
            double c2,
            int row,
            int edge,
            double[] beside,
            double[] across) {
        for (int i = 1; i <= edge; i++) {
            u[row + i] += c0 * r[row + i]
                    + c1 * (r[row + i - 1] + r[row + i + 1] + beside[i])
                    + c2 * (across[i] + beside[i - 1] + beside[i + 1]);
        }
    }

    /// Sets a coarse cube to the weighted means of a fine one: coarse point `j` lies on fine point `2j`, ghosts
    /// counted. `from` is the fine plane that the first coarse one lies on.
    static void restrict(double[] fine, double[] coarse, int coarseEdge, int coarsePlanes, int from) {
        int side = coarseEdge + 2;
        int fineSide = 2 * coarseEdge + 2;
        double[] beside = new double[fineSide];
        double[] across = new double[fineSide];
        for (int z = 1; z <= coarsePlanes; z++) {
            for (int y = 1; y <= coarseEdge; y++) {
                int row = ((from + 2 * (z - 1)) * fineSide + 2 * y) * fineSide;
                around(fine, fineSide, row, beside, across);
                int to = (z * side + y) * side;
                for (int i = 1; i <= coarseEdge; i++) {
                    int f = 2 * i;
                    coarse[to + i] = 0.5 * fine[row + f]
                            + 0.25 * (fine[row + f - 1] + fine[row + f + 1] + beside[f])
                            + 0.125 * (beside[f - 1] + beside[f + 1] + across[f])
                            + 0.0625 * (across[f - 1] + across[f + 1]);
                }
            }
        }
    }

    /// Adds to one fine plane, ghosts counted, the mean of two planes of the coarser level, which may be the same:
    /// fine points between coarse ones get the mean of those.
    static void prolong(
            double[] lower, int lowerAt, double[] upper, int upperAt, double[] fine, int fineAt, int coarseEdge) {
        int side = coarseEdge + 2;
        int fineSide = 2 * coarseEdge + 2;
        double[] mean = new double[side];
        for (int y = 0; y < fineSide; y++) {
            int a = y / 2 * side;
            int b = (y + 1) / 2 * side;
            for (int i = 0; i < side; i++) {
                mean[i] = 0.25
                        * (lower[lowerAt + a + i]
                                + lower[lowerAt + b + i]
                                + upper[upperAt + a + i]
                                + upper[upperAt + b + i]);
            }
            int row = fineAt + y * fineSide;
            for (int i = 0; i <= coarseEdge; i++) {
                fine[row + 2 * i] += mean[i];
                fine[row + 2 * i + 1] += 0.5 * (mean[i] + mean[i + 1]);
            }
        }
    }
}
