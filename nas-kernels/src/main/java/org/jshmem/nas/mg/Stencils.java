// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.mg;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/// The four operators of a V-cycle on cubes, after whose array [#SLACK] doubles are free.
///
/// Three of them work along rows: they compute the sums of the four rows next to a row, and of the four diagonal
/// ones, once and use them for three neighbours. They set a row's ghosts along x and a plane's ghosts along y while
/// they are in the cache.
/*
 * Why vectors, for what are three nested loops in the original: there a row is u(:, i2, i3), and a compiler of Fortran
 * may assume that u, v and r do not overlap. Here all cubes are arrays of doubles, and v may be r. C2 vectorizes a loop
 * that stores to one array of doubles and loads from others only if it can compare the distances of its stores and
 * loads. These distances are sums of `side`, `plane` and the row, which only the caller of a row's loop has, so C2
 * leaves such a loop scalar. The vectors state what the loop may assume: all loads of LANES points come before their
 * stores. `interp` loads and stores at distances that C2 can compare; its loops are plain. Every operation works lane
 * by lane in the order of the scalar formula, so that results do not depend on the width of the machine's vectors.
 */
final class Stencils {
    private static final VectorSpecies<Double> V = DoubleVector.SPECIES_PREFERRED;
    private static final int LANES = V.length();

    /// Loops read a row by whole vectors, the last one beyond its end.
    static final int SLACK = LANES;

    /// One row of an operator: from the row that begins at `from`, with the sums of the rows around it, to the row that
    /// begins at `to`.
    private interface RowOperator {
        void apply(int from, int to, double[] faceSums, double[] edgeSums);
    }

    private Stencils() {}

    private static DoubleVector at(double[] a, int i) {
        return DoubleVector.fromArray(V, a, i);
    }

    /// Returns an array for a row of `side` points: whole vectors read and write beyond its last point.
    private static double[] row(int side) {
        return new double[side + SLACK];
    }

    /// Stores at most `n` elements: a row has fewer than a vector, or whole vectors. Masks would be
    /// more classes to load, for the two smallest levels alone.
    private static void store(DoubleVector x, double[] to, int i, int n) {
        if (n >= LANES) x.intoArray(to, i);
        else for (int lane = 0; lane < n; lane++) to[i + lane] = x.lane(lane);
    }

    /// Sums over the rows around row `(z, y)` of a cube: the four next to it into `faceSums`, the four diagonal ones
    /// into `edgeSums`.
    private static void neighbourSums(double[] a, int side, int row, double[] faceSums, double[] edgeSums) {
        int plane = side * side;
        for (int i = 0; i < side; i += LANES) {
            int at = row + i;
            at(a, at - side)
                    .add(at(a, at + side))
                    .add(at(a, at - plane))
                    .add(at(a, at + plane))
                    .intoArray(faceSums, i);
            at(a, at - plane - side)
                    .add(at(a, at - plane + side))
                    .add(at(a, at + plane - side))
                    .add(at(a, at + plane + side))
                    .intoArray(edgeSums, i);
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

    /// Applies an operator to all rows of `read`, or to every second one if `step` is 2. Plane `first` of `read` is
    /// that of the first plane of `written`.
    /*
     * Three operators share one call, so the compiler inlines none of them into these loops. Each has its loop in
     * `apply` itself: the compiler takes each method on the way to a loop that runs often, with the loop in it.
     */
    private static void eachRow(Cube read, int first, int step, Cube written, RowOperator operator) {
        double[] faceSums = row(read.side());
        double[] edgeSums = row(read.side());
        for (int z = 1; z <= written.planes(); z++) {
            for (int y = 1; y <= written.edge(); y++) {
                int from = read.row(first + step * (z - 1), step * y);
                int to = written.row(z, y);
                neighbourSums(read.a(), read.side(), from, faceSums, edgeSums);
                operator.apply(from, to, faceSums, edgeSums);
                wrapRow(written.a(), to, written.edge());
            }
            wrapPlane(written.a(), written.plane(z), written.side());
        }
    }

    /// Sets `r` to `v` less the operator applied to `u`: `-8/3` at a point, `1/6` at its 12 edge neighbours and
    /// `1/12` at its 8 corner neighbours. `r` may be `v`.
    static void resid(Cube u, Cube v, Cube r) {
        eachRow(u, 1, 1, r, new Residual(u.a(), v.a(), v.at() - r.at(), r.a(), u.edge()));
    }

    /// @param apart the distance from a row of `r` to that of `v`
    private record Residual(double[] u, double[] v, int apart, double[] r, int edge) implements RowOperator {
        @Override
        public void apply(int uRow, int row, double[] faceSums, double[] edgeSums) {
            for (int i = 1; i <= edge; i += LANES) {
                DoubleVector edges = at(edgeSums, i).add(at(faceSums, i - 1)).add(at(faceSums, i + 1));
                DoubleVector corners = at(edgeSums, i - 1).add(at(edgeSums, i + 1));
                DoubleVector rest = at(v, row + apart + i)
                        .add(at(u, uRow + i).mul(8.0 / 3))
                        .sub(edges.mul(1.0 / 6))
                        .sub(corners.mul(1.0 / 12));
                store(rest, r, row + i, edge);
            }
        }
    }

    /// Adds the smoother applied to `r` to `u`.
    static void psinv(Cube r, Cube u, double[] c) {
        eachRow(r, 1, 1, u, new Smoother(r.a(), u.a(), c, u.edge()));
    }

    private record Smoother(double[] r, double[] u, double[] c, int edge) implements RowOperator {
        @Override
        public void apply(int rRow, int row, double[] faceSums, double[] edgeSums) {
            for (int i = 1; i <= edge; i += LANES) {
                DoubleVector faces =
                        at(r, rRow + i - 1).add(at(r, rRow + i + 1)).add(at(faceSums, i));
                DoubleVector edges = at(edgeSums, i).add(at(faceSums, i - 1)).add(at(faceSums, i + 1));
                DoubleVector change =
                        at(r, rRow + i).mul(c[0]).add(faces.mul(c[1])).add(edges.mul(c[2]));
                store(at(u, row + i).add(change), u, row + i, edge);
            }
        }
    }

    /// Sets a coarse cube to the weighted means of a fine one: coarse point `j` lies on fine point `2j`, with ghosts
    /// counted. `from` is the fine plane of the first coarse plane.
    static void rprj3(Cube fine, Cube coarse, int from) {
        double[] means = row(fine.side());
        eachRow(fine, from, 2, coarse, new Restriction(fine.a(), means, coarse.a(), coarse.edge()));
    }

    /// Computes every fine point and keeps every second one: contiguous vectors are faster than a gather.
    private record Restriction(double[] fine, double[] means, double[] coarse, int edge) implements RowOperator {
        @Override
        public void apply(int row, int to, double[] faceSums, double[] edgeSums) {
            for (int i = 1; i <= 2 * edge; i += LANES) {
                DoubleVector faces =
                        at(fine, row + i - 1).add(at(fine, row + i + 1)).add(at(faceSums, i));
                DoubleVector edges =
                        at(faceSums, i - 1).add(at(faceSums, i + 1)).add(at(edgeSums, i));
                DoubleVector corners = at(edgeSums, i - 1).add(at(edgeSums, i + 1));
                at(fine, row + i)
                        .mul(0.5)
                        .add(faces.mul(0.25))
                        .add(edges.mul(0.125))
                        .add(corners.mul(0.0625))
                        .intoArray(means, i);
            }
            for (int i = 1; i <= edge; i++) coarse[to + i] = means[2 * i];
        }
    }

    /// Adds to a fine plane, whose index is `plane`, ghosts included, the mean of two planes of the coarser level,
    /// which may be equal. A fine point between coarse ones gets their mean.
    /*
     * Plain loops, a method for each: vectors would be slightly faster when compiled, and are much later compiled.
     */
    static void interp(double[] lower, int lowerAt, double[] upper, int upperAt, Cube fine, int plane) {
        int side = fine.edge() / 2 + 2;
        double[] means = new double[side];
        for (int y = 0; y < fine.side(); y++) {
            int row = y / 2 * side;
            int next = (y + 1) / 2 * side; // the same one for every second fine row
            mean(lower, lowerAt + row, lowerAt + next, upper, upperAt + row, upperAt + next, means);
            addBetween(means, fine.a(), plane + y * fine.side(), side - 1);
        }
    }

    private static void mean(double[] lower, int l0, int l1, double[] upper, int u0, int u1, double[] mean) {
        for (int i = 0; i < mean.length; i++) {
            mean[i] = 0.25 * ((lower[l0 + i] + upper[u0 + i]) + (lower[l1 + i] + upper[u1 + i]));
        }
    }

    /// Adds to a fine row `n` coarse points and, after each, the mean of this point and the next.
    private static void addBetween(double[] coarse, double[] fine, int row, int n) {
        for (int i = 0; i < n; i++) {
            fine[row + 2 * i] += coarse[i];
            fine[row + 2 * i + 1] += 0.5 * (coarse[i] + coarse[i + 1]);
        }
    }
}
