// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.mg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The operators beside their definitions, one point at a time, on rows shorter and longer than a vector.
class StencilsTest {
    private static final double[] RESIDUAL = {8.0 / 3, 0, -1.0 / 6, -1.0 / 12};
    private static final double[] SMOOTHER = {-3.0 / 8, 1.0 / 32, -1.0 / 64, 0};
    private static final double[] MEAN = {0.5, 0.25, 0.125, 0.0625};
    private static final int PLANES = 2;

    private final Random random = new Random(35);

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8, 32})
    void residualAndSmootherAreTheirStencilsAndWrapEachPlane(int edge) {
        double[] u = cube(edge);
        double[] v = cube(edge);
        double[] r = cube(edge);
        double[] expected = v.clone();
        forEachPoint(edge, (at, side) -> expected[at] = v[at] + stencil(u, at, side, RESIDUAL));
        Stencils.residual(u, v, r, edge, PLANES);
        assertPlanes(expected, r, edge);
        Stencils.residual(u, v, v, edge, PLANES);
        assertPlanes(expected, v, edge);

        double[] smoothed = u.clone();
        forEachPoint(edge, (at, side) -> smoothed[at] += stencil(r, at, side, SMOOTHER));
        double[] beyond = {r[0], r[r.length - 1]};
        Stencils.smooth(r, u, SMOOTHER, edge, PLANES);
        assertPlanes(smoothed, u, edge);
        assertEquals(beyond[0], r[0]);
        assertEquals(beyond[1], r[r.length - 1]);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8, 32})
    void coarsePointIsTheMeanAroundTheFineOne(int edge) {
        int fineSide = 2 * edge + 2;
        double[] fine = new double[(2 * PLANES + 2) * fineSide * fineSide + Stencils.SLACK];
        fill(fine);
        double[] coarse = cube(edge);
        double[] expected = coarse.clone();
        forEachPoint(edge, (at, side) -> {
            int from = (2 * (at / side / side) * fineSide + 2 * (at / side % side)) * fineSide + 2 * (at % side);
            expected[at] = stencil(fine, from, fineSide, MEAN);
        });
        Stencils.restrict(fine, coarse, edge, PLANES, 2);
        assertPlanes(expected, coarse, edge);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8, 32})
    void finePointGetsTheMeanOfTheCoarseOnesAroundIt(int edge) {
        int side = edge + 2;
        int fineSide = 2 * edge + 2;
        double[] coarse = cube(edge);
        double[] fine = new double[fineSide * fineSide + 1];
        fill(fine);
        double[] expected = fine.clone();
        int upper = side * side;
        for (int y = 0; y < fineSide; y++) {
            for (int x = 0; x < fineSide; x++) {
                double sum = 0;
                for (int corner = 0; corner < 8; corner++) {
                    int row = (y + (corner >> 1 & 1)) / 2 * side;
                    sum += coarse[(corner >> 2) * upper + row + (x + (corner & 1)) / 2];
                }
                expected[y * fineSide + x] += sum / 8;
            }
        }
        Stencils.prolong(coarse, 0, coarse, upper, fine, 0, edge);
        for (int i = 0; i < fine.length; i++) assertEquals(expected[i], fine[i], 1e-12, "at " + i);
    }

    private double[] cube(int edge) {
        double[] a = new double[(PLANES + 2) * (edge + 2) * (edge + 2) + Stencils.SLACK];
        fill(a);
        return a;
    }

    private void fill(double[] a) {
        for (int i = 0; i < a.length; i++) a[i] = random.nextDouble();
    }

    private interface Point {
        void at(int index, int side);
    }

    private static void forEachPoint(int edge, Point point) {
        int side = edge + 2;
        for (int z = 1; z <= PLANES; z++) {
            for (int y = 1; y <= edge; y++) {
                for (int x = 1; x <= edge; x++) point.at((z * side + y) * side + x, side);
            }
        }
    }

    /// The 27 points around one, each with the weight of its distance: 0 to 3 steps along the axes. The residual
    /// subtracts the operator, whose signs [#RESIDUAL] has turned.
    private static double stencil(double[] a, int at, int side, double[] weights) {
        double sum = 0;
        for (int z = -1; z <= 1; z++) {
            for (int y = -1; y <= 1; y++) {
                for (int x = -1; x <= 1; x++) sum += weights[z * z + y * y + x * x] * a[at + (z * side + y) * side + x];
            }
        }
        return sum;
    }

    /// Compares the planes between the ghost planes: points as expected, ghosts as the points at the other end.
    private static void assertPlanes(double[] expected, double[] actual, int edge) {
        int side = edge + 2;
        for (int z = 1; z <= PLANES; z++) {
            for (int y = 0; y < side; y++) {
                for (int x = 0; x < side; x++) {
                    int from = (z * side + wrapped(y, edge)) * side + wrapped(x, edge);
                    String where = "z=" + z + " y=" + y + " x=" + x;
                    assertEquals(expected[from], actual[(z * side + y) * side + x], 1e-12, where);
                }
            }
        }
    }

    private static int wrapped(int i, int edge) {
        return i == 0 ? edge : i == edge + 1 ? 1 : i;
    }
}
