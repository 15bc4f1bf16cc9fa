// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.mg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The operators faces their definitions, one point at a time, on rows shorter and longer than a vector.
class StencilsTest {
    private static final double[] RESIDUAL = {8.0 / 3, 0, -1.0 / 6, -1.0 / 12};
    private static final double[] SMOOTHER = {-3.0 / 8, 1.0 / 32, -1.0 / 64, 0};
    private static final double[] MEAN = {0.5, 0.25, 0.125, 0.0625};
    private static final int PLANES = 2;

    private final Random random = new Random(35);

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8, 32})
    void residualAndSmootherAreTheirStencilsAndWrapEachPlane(int edge) {
        Cube[] three = cubes(3, edge);
        Cube u = three[0];
        Cube v = three[1];
        Cube r = three[2];
        double[] expected = points(v);
        double[] before = points(u);
        forEachPoint(edge, (at, side) -> expected[at] += stencil(before, at, side, RESIDUAL));
        Stencils.resid(u, v, r);
        assertPlanes(expected, r);
        Stencils.resid(u, v, v);
        assertPlanes(expected, v);
        assertArrayEquals(before, points(u));

        double[] smoothed = points(u);
        double[] residual = points(r);
        forEachPoint(edge, (at, side) -> smoothed[at] += stencil(residual, at, side, SMOOTHER));
        Stencils.psinv(r, u, SMOOTHER);
        assertPlanes(smoothed, u);
        assertArrayEquals(residual, points(r));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8, 32})
    void coarsePointIsTheMeanAroundTheFineOne(int edge) {
        Cube fine = Cube.zeros(1, 2 * edge, 2 * PLANES)[0];
        fill(fine.a());
        Cube coarse = cubes(1, edge)[0];
        double[] expected = points(coarse);
        forEachPoint(edge, (at, side) -> {
            int from = fine.row(2 * (at / side / side), 2 * (at / side % side)) + 2 * (at % side);
            expected[at] = stencil(fine.a(), from, fine.side(), MEAN);
        });
        Stencils.rprj3(fine, coarse, 2);
        assertPlanes(expected, coarse);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8, 32})
    void finePointGetsTheMeanOfTheCoarseOnesAroundIt(int edge) {
        Cube coarse = cubes(1, edge)[0];
        Cube fine = Cube.zeros(2, 2 * edge, 1)[1];
        fill(fine.a());
        double[] expected = fine.a().clone();
        for (int y = 0; y < fine.side(); y++) {
            for (int x = 0; x < fine.side(); x++) {
                double sum = 0;
                for (int corner = 0; corner < 8; corner++) {
                    int row = coarse.row(corner >> 2, (y + (corner >> 1 & 1)) / 2);
                    sum += coarse.a()[row + (x + (corner & 1)) / 2];
                }
                expected[fine.row(1, y) + x] += sum / 8;
            }
        }
        Stencils.interp(coarse.a(), coarse.plane(0), coarse.a(), coarse.plane(1), fine, fine.plane(1));
        assertArrayEquals(expected, fine.a(), 1e-12);
    }

    private Cube[] cubes(int count, int edge) {
        Cube[] cubes = Cube.zeros(count, edge, PLANES);
        for (Cube cube : cubes) fill(cube.a());
        return cubes;
    }

    private void fill(double[] a) {
        for (int i = 0; i < a.length; i++) a[i] = random.nextDouble();
    }

    private static double[] points(Cube cube) {
        return Arrays.copyOfRange(cube.a(), cube.plane(0), cube.plane(PLANES + 2));
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
    private static void assertPlanes(double[] expected, Cube actual) {
        int side = actual.side();
        for (int z = 1; z <= PLANES; z++) {
            for (int y = 0; y < side; y++) {
                for (int x = 0; x < side; x++) {
                    int from = (z * side + wrapped(y, actual.edge())) * side + wrapped(x, actual.edge());
                    String where = "z=" + z + " y=" + y + " x=" + x;
                    assertEquals(expected[from], actual.a()[actual.row(z, y) + x], 1e-12, where);
                }
            }
        }
    }

    private static int wrapped(int i, int edge) {
        return i == 0 ? edge : i == edge + 1 ? 1 : i;
    }
}
