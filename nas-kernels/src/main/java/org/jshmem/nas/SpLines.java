// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas;

import static org.jshmem.nas.Pentadiagonal.ROWS;

import java.util.Arrays;

/// The lines of one cell along one direction, in blocks of whole planes that stay in the cache while they are
/// solved.
///
/// ```
///   direction   a plane    its lanes       position   right-hand sides
///   x           k          j, padded       i          in the block: transposed on the way in and out
///   y           k          i, padded       j          in the cell
///   z           j          i, padded       k          in the cell
///
///   block of planes:  [position: 2 + n + 2][row: 11][lane: planes * lanes of a plane]
/// ```
///
/// The two positions before the first and the two behind the last are the neighbours': that is all that travels.
/// Along y and z a block is one plane, and of the positions between them it holds only the rows behind the
/// right-hand sides.
final class SpLines {
    /// Fields that a line needs at each position: 1/density, velocity, speed of sound.
    private static final int COEFFICIENTS = 3;

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
    private final boolean travels;

    /// The matrix at each position; null where the position is on the boundary of the cube.
    private final Pentadiagonal[] matrices;

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
        planesPerBlock = direction == 0 ? Math.clamp(LANES / planeLanes, 1, planes) : 1;
        travels = allHeld;
        blocks = (planes + planesPerBlock - 1) / planesPerBlock;
        held = allHeld ? blocks : 1;
        apart = planesPerBlock * planeLanes;
        matrices = new Pentadiagonal[positions];
        double dt = physics.dt;
        for (int position = 0; position < positions; position++) {
            if (!cell.interior(direction, position)) continue;
            double[] k = physics.dissipation(cell.low[direction] + position);
            for (int t = 0; t < 5; t++) k[t] *= dt * SpPhysics.DSSP;
            matrices[position] = new Pentadiagonal(
                    k,
                    dt * physics.t2,
                    dt * physics.t1 * physics.diffusion(direction),
                    dt * physics.t1 * physics.viscosity());
        }
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

    /// Eliminates a block towards the end of its lines; `co` is room for what that needs of a block along x.
    void forward(int block, double[] b, double[] co) {
        int plane = firstPlane + block * planesPerBlock;
        int planes = planesOf(block);
        if (direction == 0) {
            for (int g = 0; g < planes; g++) gatherX(block, plane + g, g * planeLanes, b, co);
            int step = COEFFICIENTS * apart;
            for (int p = 0; p < positions; p++) {
                eliminate(block, plane, p, b, planes * planeLanes, co, coefficientsAt(p), step, apart, 2 * apart);
            }
            return;
        }
        int step = cell.auxiliaryStep(direction);
        int velocity = (SpCell.VELOCITY + direction) * cell.row;
        int sound = SpCell.SOUND * cell.row;
        for (int p = 0; p < positions; p++) {
            int at = direction == 1 ? cell.auxiliaryAt(plane, p) : cell.auxiliaryAt(p, plane);
            eliminate(block, plane, p, b, planeLanes, cell.auxiliary, at, step, velocity, sound);
        }
        if (travels) for (int p = positions - 2; p < positions; p++) copyIn(block, plane, p, b);
    }

    private void eliminate(
            int block,
            int plane,
            int p,
            double[] b,
            int lanes,
            double[] g,
            int here,
            int step,
            int velocity,
            int sound) {
        int a = at(block, p);
        if (matrices[p] == null) {
            Arrays.fill(b, a + SpCell.VARIABLES * apart, a + ROWS * apart, 0);
            return;
        }
        matrices[p].eliminate(
                rows(p, b),
                rowsAt(block, plane, p),
                rows(p - 1, b),
                rowsAt(block, plane, p - 1),
                rows(p - 2, b),
                rowsAt(block, plane, p - 2),
                b,
                a,
                apart,
                lanes,
                g,
                here,
                step,
                velocity,
                sound);
    }

    /// Where the right-hand sides of a position are: in the block or in the cell.
    private double[] rows(int p, double[] b) {
        return direction == 0 || p < 0 || p >= positions ? b : cell.rhs;
    }

    private int rowsAt(int block, int plane, int p) {
        if (direction == 0 || p < 0 || p >= positions) return at(block, p);
        return direction == 1 ? cell.rhsAt(plane, p) : cell.rhsAt(p, plane);
    }

    /// Copies right-hand sides of a position that travel into the block.
    private void copyIn(int block, int plane, int p, double[] b) {
        System.arraycopy(cell.rhs, rowsAt(block, plane, p), b, at(block, p), SpCell.VARIABLES * apart);
    }

    /// Substitutes back towards the first positions, which are then what the PE before waits for.
    void substitute(int block, double[] b) {
        int lanes = planesOf(block) * planeLanes;
        int plane = firstPlane + block * planesPerBlock;
        for (int p = positions - 1; p >= 0; p--) {
            Pentadiagonal.substitute(
                    rows(p, b),
                    rowsAt(block, plane, p),
                    rows(p + 1, b),
                    rowsAt(block, plane, p + 1),
                    rows(p + 2, b),
                    rowsAt(block, plane, p + 2),
                    b,
                    at(block, p),
                    apart,
                    lanes);
        }
        if (travels && direction != 0) for (int p = 0; p < 2; p++) copyIn(block, plane, p, b);
    }

    /// Changes the variables of a solved block and brings it out: to the right-hand side, or along z on to `u`.
    void finish(int block, double[] b) {
        int planes = planesOf(block);
        if (direction == 0) {
            for (int p = 0; p < positions; p++) SpPoint.ninvr(b, at(block, p), apart, planes * planeLanes);
        }
        int plane = firstPlane + block * planesPerBlock;
        switch (direction) {
            case 0 -> {
                for (int g = 0; g < planes; g++) scatterX(block, plane + g, g * planeLanes, b);
            }
            case 1 -> {
                for (int p = cell.first(1); p < cell.end(1); p++)
                    SpPoint.pinvr(cell.rhs, cell.rhsAt(plane, p), cell.width);
            }
            default -> {
                for (int p = cell.first(2); p < cell.end(2); p++) SpPoint.tzetarAndAdd(cell, p, plane);
            }
        }
    }

    private void gatherX(int block, int plane, int lane, double[] b, double[] co) {
        SpCell c = cell;
        int aux = c.auxiliaryAt(plane, 0) - 1;
        int auxApart = c.auxiliaryStep(1);
        int to = coefficientsAt(-1) + lane;
        int coApart = COEFFICIENTS * apart;
        Transpose.in(c.auxiliary, aux, auxApart, c.ny, nx() + 2, co, to, coApart);
        Transpose.in(c.auxiliary, aux + SpCell.VELOCITY * c.row, auxApart, c.ny, nx() + 2, co, to + apart, coApart);
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
