// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.mg;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/// The four operators of a V-cycle on cubes stored plane by plane, row by row, with one ghost point on every side and
/// [#SLACK] doubles after the last one.
///
/// Each operator works along rows: it computes the sums of the four rows next to a row, and of the four diagonal
/// ones, once and uses them for three neighbours. It sets a row's ghosts along x and a plane's ghosts along y while
/// they are in the cache.
/*
 * The loops are written with vectors. The compiler vectorizes a loop that loads and stores one type of array at two
 * distances only if it can compare the distances, and only the caller has the distances of a cube's rows. Every
 * operation works lane by lane in the order of the scalar formula, so that results do not depend on the machine.
 */
final class Stencils {
    private static final VectorSpecies<Double> V = DoubleVector.SPECIES_PREFERRED;
    private static final int LANES = V.length();

    /// Loops read a row by whole vectors, the last one beyond its end.
    static final int SLACK = LANES;

    private static final VectorShuffle<Double> LOW = VectorShuffle.makeZip(V, 0);
    private static final VectorShuffle<Double> HIGH = VectorShuffle.makeZip(V, 1);

    /// One row of an operator: from the row that begins at `from`, with the sums of the rows around it, to the row that
    /// begins at `to`.
    private interface RowOperator {
        void apply(int from, int to, double[] beside, double[] across);
    }

    private Stencils() {}

    private static DoubleVector at(double[] a, int i) {
        return DoubleVector.fromArray(V, a, i);
    }

    /// Returns an array for a row of `side` points: whole vectors read and write beyond its last point.
    private static double[] row(int side) {
        return new double[side + SLACK];
    }

    /// Stores at most `n` elements: a row has fewer than a vector, or whole vectors.
    private static void store(DoubleVector x, double[] to, int i, int n) {
        if (n >= LANES) x.intoArray(to, i);
        else x.intoArray(to, i, V.indexInRange(0, n));
    }

    /// Sums over the rows around row `(z, y)` of a cube: the four next to it into `beside`, the four diagonal ones
    /// into `across`.
    private static void around(double[] a, int side, int row, double[] beside, double[] across) {
        int plane = side * side;
        for (int i = 0; i < side; i += LANES) {
            int at = row + i;
            at(a, at - side)
                    .add(at(a, at + side))
                    .add(at(a, at - plane))
                    .add(at(a, at + plane))
                    .intoArray(beside, i);
            at(a, at - plane - side)
                    .add(at(a, at - plane + side))
                    .add(at(a, at + plane - side))
                    .add(at(a, at + plane + side))
                    .intoArray(across, i);
        }
    }

    /// Sets the ghosts at both ends of a row from the points at the other end.
    private static void wrapRow(double[] a, int row, int edge) {
        a[row] = a[row + edge];
        a[row + edge + 1] = a[row + 1];
    }

    /// Sets the first and the last row of a plane, which are ghosts, from the rows at the other end.
    private static void wrapPlane(double[] a, int plane, int side) {
        System.arraycopy(a, plane + (side - 2) * side, a, plane, side);
        System.arraycopy(a, plane + side, a, plane + (side - 1) * side, side);
    }

    /// Applies an operator to all rows of a cube `read`, or to every second one if `step` is 2. Plane `first` of it is
    /// that of the first plane of the cube `written`, of `planes` planes with `edge` points along each edge.
    /*
     * Three operators share one call, so the compiler inlines none of them into these loops. Otherwise it compiles
     * each of them again, together with the loops, up to three times.
     */
    private static void eachRow(
            double[] read, int first, int step, double[] written, int edge, int planes, RowOperator operator) {
        int readSide = step * edge + 2;
        int side = edge + 2;
        double[] beside = row(readSide);
        double[] across = row(readSide);
        for (int z = 1; z <= planes; z++) {
            for (int y = 1; y <= edge; y++) {
                int from = ((first + step * (z - 1)) * readSide + step * y) * readSide;
                int to = (z * side + y) * side;
                around(read, readSide, from, beside, across);
                operator.apply(from, to, beside, across);
                wrapRow(written, to, edge);
            }
            wrapPlane(written, z * side * side, side);
        }
    }

    /// Sets `r` to `v` less the operator applied to `u`: `-8/3` at a point, `1/6` at its 12 edge neighbours and
    /// `1/12` at its 8 corner neighbours. `r` may be `v`.
    static void residual(double[] u, double[] v, double[] r, int edge, int planes) {
        eachRow(u, 1, 1, r, edge, planes, (from, to, beside, across) -> residual(u, v, r, to, edge, beside, across));
    }

    private static void residual(
            double[] u, double[] v, double[] r, int row, int edge, double[] beside, double[] across) {
        for (int i = 1; i <= edge; i += LANES) {
            DoubleVector edges = at(across, i).add(at(beside, i - 1)).add(at(beside, i + 1));
            DoubleVector corners = at(across, i - 1).add(at(across, i + 1));
            DoubleVector rest = at(v, row + i)
                    .add(at(u, row + i).mul(8.0 / 3))
                    .sub(edges.mul(1.0 / 6))
                    .sub(corners.mul(1.0 / 12));
            store(rest, r, row + i, edge);
        }
    }

    /// Adds the smoother applied to `r` to `u`.
    static void smooth(double[] r, double[] u, double[] c, int edge, int planes) {
        eachRow(r, 1, 1, u, edge, planes, (from, to, beside, across) -> smooth(r, u, c, to, edge, beside, across));
    }

    private static void smooth(
            double[] r, double[] u, double[] c, int row, int edge, double[] beside, double[] across) {
        for (int i = 1; i <= edge; i += LANES) {
            DoubleVector faces = at(r, row + i - 1).add(at(r, row + i + 1)).add(at(beside, i));
            DoubleVector edges = at(across, i).add(at(beside, i - 1)).add(at(beside, i + 1));
            DoubleVector change = at(r, row + i).mul(c[0]).add(faces.mul(c[1])).add(edges.mul(c[2]));
            store(at(u, row + i).add(change), u, row + i, edge);
        }
    }

    /// Sets a coarse cube to the weighted means of a fine one: coarse point `j` lies on fine point `2j`, with ghosts
    /// counted. `from` is the fine plane of the first coarse plane.
    static void restrict(double[] fine, double[] coarse, int coarseEdge, int coarsePlanes, int from) {
        double[] means = row(2 * coarseEdge + 2);
        eachRow(fine, from, 2, coarse, coarseEdge, coarsePlanes, (row, to, beside, across) -> {
            means(fine, row, 2 * coarseEdge, beside, across, means);
            for (int i = 1; i <= coarseEdge; i++) coarse[to + i] = means[2 * i];
        });
    }

    /// Sets the weighted mean at each point of a fine row. Half of the means are not used: leaving them out costs
    /// more.
    private static void means(double[] fine, int row, int edge, double[] beside, double[] across, double[] means) {
        for (int i = 1; i <= edge; i += LANES) {
            DoubleVector faces =
                    at(fine, row + i - 1).add(at(fine, row + i + 1)).add(at(beside, i));
            DoubleVector edges = at(beside, i - 1).add(at(beside, i + 1)).add(at(across, i));
            DoubleVector corners = at(across, i - 1).add(at(across, i + 1));
            at(fine, row + i)
                    .mul(0.5)
                    .add(faces.mul(0.25))
                    .add(edges.mul(0.125))
                    .add(corners.mul(0.0625))
                    .intoArray(means, i);
        }
    }

    /// Adds to one fine plane, ghosts included, the mean of two planes of the coarser level, which may be equal. A
    /// fine point between coarse ones gets their mean.
    static void prolong(
            double[] lower, int lowerAt, double[] upper, int upperAt, double[] fine, int fineAt, int coarseEdge) {
        int side = coarseEdge + 2;
        int fineSide = 2 * coarseEdge + 2;
        double[] mean = row(side);
        for (int y = 0; y < fineSide; y++) {
            int a = y / 2 * side;
            int b = (y + 1) / 2 * side;
            for (int i = 0; i < side; i += LANES) {
                at(lower, lowerAt + a + i)
                        .add(at(lower, lowerAt + b + i))
                        .add(at(upper, upperAt + a + i))
                        .add(at(upper, upperAt + b + i))
                        .mul(0.25)
                        .intoArray(mean, i);
            }
            addBetween(mean, fine, fineAt + y * fineSide, coarseEdge + 1);
        }
    }

    /// Adds to a fine row `n` coarse points and, after each, the mean of this point and the next.
    private static void addBetween(double[] coarse, double[] fine, int row, int n) {
        int i = 0;
        for (; i + LANES <= n; i += LANES) {
            DoubleVector here = at(coarse, i);
            DoubleVector between = here.add(at(coarse, i + 1)).mul(0.5);
            int to = row + 2 * i;
            at(fine, to).add(here.rearrange(LOW, between)).intoArray(fine, to);
            at(fine, to + LANES).add(here.rearrange(HIGH, between)).intoArray(fine, to + LANES);
        }
        for (; i < n; i++) {
            fine[row + 2 * i] += coarse[i];
            fine[row + 2 * i + 1] += 0.5 * (coarse[i] + coarse[i + 1]);
        }
    }
}
