// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas;

import static org.jshmem.nas.Pentadiagonal.COEFFICIENTS;
import static org.jshmem.nas.Pentadiagonal.ROWS;

import java.util.Arrays;

/// The lines of one cell along one direction, in blocks of whole planes that stay in the cache while they are solved.
///
/// ```
///   direction   a plane    its lanes       position
///   x           k          j, padded       i          transposed on the way in and out
///   y           k          i, padded       j
///   z           j          i, padded       k
///
///   block of planes:  [position: 2 + n + 2][row: 11][lane: planes * lanes of a plane]
/// ```
///
/// The two positions before the first and the two behind the last are the neighbours': that is all that travels.
final class SpLines {
    /// Lanes a block has at least, where the cell has as many: short rows cost more in loop overhead than in
    /// arithmetic.
    private static final int LANES = 64;

    final int direction;
    final int blocks;
    /// Doubles from one row of a block to the next.
    final int apart;

    private final SpCell cell;
    private final int positions;
    private final int planeLanes;
    private final int planesPerBlock;
    private final int firstPlane;
    private final int endPlane;
    private final int held;
    private final double[][] k;
    private final double[] scale;

    /// @param allHeld whether all blocks are kept between elimination and substitution, or one at a time
    SpLines(SpCell cell, SpPhysics physics, int direction, boolean allHeld) {
        this.cell = cell;
        this.direction = direction;
        positions = cell.extent(direction);
        planeLanes = direction == 0 ? Lanes.padded(cell.ny) : cell.width;
        int planeDirection = direction == 2 ? 1 : 2;
        firstPlane = cell.first(planeDirection);
        endPlane = cell.end(planeDirection);
        int planes = endPlane - firstPlane;
        planesPerBlock = Math.clamp(LANES / planeLanes, 1, planes);
        blocks = (planes + planesPerBlock - 1) / planesPerBlock;
        held = allHeld ? blocks : 1;
        apart = planesPerBlock * planeLanes;
        k = new double[positions][];
        double dt = physics.dt;
        for (int position = 0; position < positions; position++) {
            double[] q = physics.dissipation(cell.low[direction] + position);
            for (int t = 0; t < 5; t++) q[t] *= dt * SpPhysics.DSSP;
            q[2] += 1;
            k[position] = q;
        }
        scale = new double[] {
            dt * physics.t2, dt * physics.t1 * physics.diffusion(direction), dt * physics.t1 * physics.viscosity()
        };
    }

    /// Doubles that a message about so many planes of so many lanes has at most, at `rows` rows for each line.
    static int messageDoubles(int planes, int lanes, int rows) {
        return rows * (planes * lanes + LANES);
    }

    /// Doubles that the blocks need, and doubles that the coefficients of one block need.
    int blockDoubles() {
        return held * (positions + 4) * ROWS * apart;
    }

    int coefficientDoubles() {
        return (positions + 2) * COEFFICIENTS * apart;
    }

    /// Where a position of a block starts; positions run from -2 to n + 1.
    int at(int block, int position) {
        return ((block % held) * (positions + 4) + position + 2) * ROWS * apart;
    }

    int positions() {
        return positions;
    }

    /// Nodes that a solve touches.
    long nodes() {
        return (long) positions * planeLanes * (endPlane - firstPlane);
    }

    private int coefficientsAt(int position) {
        return (position + 1) * COEFFICIENTS * apart;
    }

    private int planesOf(int block) {
        return Math.min(planesPerBlock, endPlane - firstPlane - block * planesPerBlock);
    }

    /// Brings a block and its coefficients in and eliminates towards the end of its lines.
    void forward(int block, double[] b, double[] co) {
        int planes = planesOf(block);
        for (int g = 0; g < planes; g++) {
            int plane = firstPlane + block * planesPerBlock + g;
            if (direction == 0) gatherX(block, plane, g * planeLanes, b, co);
            else gather(block, plane, g * planeLanes, b, co);
        }
        int lanes = planes * planeLanes;
        if (direction == 0) {
            for (int p = -1; p <= positions; p++) {
                int c = coefficientsAt(p);
                Pentadiagonal.coefficients(co, c, c + apart, c + 2 * apart, co, c, apart, lanes, scale);
            }
        }
        for (int p = 0; p < positions; p++) {
            int at = at(block, p);
            int c = coefficientsAt(p);
            if (cell.interior(direction, p)) {
                Pentadiagonal.convected(b, at, co, c, apart, lanes, k[p]);
                Pentadiagonal.acoustic(b, at, co, c, apart, lanes, k[p], 1);
                Pentadiagonal.acoustic(b, at, co, c, apart, lanes, k[p], -1);
            } else {
                Arrays.fill(b, at, at + ROWS * apart, 0);
            }
        }
    }

    /// Substitutes back towards the first positions, which are then what the PE before waits for.
    void substitute(int block, double[] b) {
        int lanes = planesOf(block) * planeLanes;
        for (int p = positions - 1; p >= 0; p--) {
            int at = at(block, p);
            Pentadiagonal.substitute(b, at, apart, lanes, 0, 3, 5);
            Pentadiagonal.substitute(b, at, apart, lanes, 3, 1, 7);
            Pentadiagonal.substitute(b, at, apart, lanes, 4, 1, 9);
        }
    }

    /// Changes the variables of a solved block and brings it out: to the right-hand side, or along z on to `u`.
    void finish(int block, double[] b) {
        int planes = planesOf(block);
        if (direction == 0) {
            for (int p = 0; p < positions; p++) SpPoint.ninvr(b, at(block, p), apart, planes * planeLanes);
        }
        for (int g = 0; g < planes; g++) {
            int plane = firstPlane + block * planesPerBlock + g;
            switch (direction) {
                case 0 -> scatterX(block, plane, g * planeLanes, b);
                case 1 -> scatterY(block, plane, g * planeLanes, b);
                default -> scatterZ(block, plane, g * planeLanes, b);
            }
        }
    }

    private void gather(int block, int plane, int lane, double[] b, double[] co) {
        SpCell c = cell;
        for (int p = -1; p <= positions; p++) {
            int k = direction == 1 ? plane : p;
            int j = direction == 1 ? p : plane;
            int aux = c.auxiliaryAt(k, j);
            Pentadiagonal.coefficients(
                    c.auxiliary,
                    aux + (SpCell.VELOCITY + direction) * c.row,
                    aux,
                    aux + SpCell.SOUND * c.row,
                    co,
                    coefficientsAt(p) + lane,
                    apart,
                    planeLanes,
                    scale);
            if (p < 0 || p == positions) continue;
            int from = c.rhsAt(k, j);
            int to = at(block, p) + lane;
            for (int m = 0; m < SpCell.VARIABLES; m++) {
                System.arraycopy(c.rhs, from + m * c.width, b, to + m * apart, planeLanes);
            }
        }
    }

    private void scatterY(int block, int plane, int lane, double[] b) {
        for (int p = cell.first(1); p < cell.end(1); p++) {
            SpPoint.pinvr(b, at(block, p) + lane, apart, cell.rhs, cell.rhsAt(plane, p), cell.width);
        }
    }

    private void scatterZ(int block, int plane, int lane, double[] b) {
        for (int p = cell.first(2); p < cell.end(2); p++) {
            SpPoint.tzetarAndAdd(cell, p, plane, b, at(block, p) + lane, apart);
        }
    }

    private void gatherX(int block, int plane, int lane, double[] b, double[] co) {
        SpCell c = cell;
        int aux = c.auxiliaryAt(plane, 0) - 1;
        int auxApart = c.auxiliaryStep(1);
        int to = coefficientsAt(-1) + lane;
        int coApart = COEFFICIENTS * apart;
        Transpose.in(c.auxiliary, aux + c.row, auxApart, c.ny, nx() + 2, co, to, coApart);
        Transpose.in(c.auxiliary, aux, auxApart, c.ny, nx() + 2, co, to + apart, coApart);
        Transpose.in(c.auxiliary, aux + SpCell.SOUND * c.row, auxApart, c.ny, nx() + 2, co, to + 2 * apart, coApart);
        int from = c.rhsAt(plane, 0);
        for (int m = 0; m < SpCell.VARIABLES; m++) {
            Transpose.in(
                    c.rhs,
                    from + m * c.width,
                    SpCell.VARIABLES * c.width,
                    c.ny,
                    nx(),
                    b,
                    at(block, 0) + m * apart + lane,
                    ROWS * apart);
        }
    }

    private void scatterX(int block, int plane, int lane, double[] b) {
        SpCell c = cell;
        int to = c.rhsAt(plane, 0);
        for (int m = 0; m < SpCell.VARIABLES; m++) {
            Transpose.out(
                    b,
                    at(block, 0) + m * apart + lane,
                    ROWS * apart,
                    c.ny,
                    nx(),
                    c.rhs,
                    to + m * c.width,
                    SpCell.VARIABLES * c.width);
        }
    }

    private int nx() {
        return cell.nx;
    }
}
