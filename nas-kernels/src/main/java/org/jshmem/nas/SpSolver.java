// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas;

import org.jshmem.Access;
import org.jshmem.Shmem;

/// One PE's part of the scalar pentadiagonal solver: its cells, and what a time step does with them.
final class SpSolver {
    /// Rows of a strip.
    private static final int STRIP = 8;

    private final Shmem sh;
    private final SpPhysics physics;
    private final SpCell[] cells;
    private final SpFlux[] fluxes;
    private final SpFaces faces;
    private final SpSweep[] sweeps;
    private final Stopwatch watch;

    /// Collective: allocates symmetric memory.
    SpSolver(Shmem sh, Multipartition parts, SpPhysics physics, Access access, Stopwatch watch) {
        this.sh = sh;
        this.physics = physics;
        this.watch = watch;
        int p = parts.p();
        cells = new SpCell[p];
        fluxes = new SpFlux[p];
        SpLines[][] lines = new SpLines[3][p];
        double[][] blocks = new double[p][];
        int coefficients = 0;
        for (int c = 0; c < p; c++) {
            cells[c] = new SpCell(parts, c, physics);
            fluxes[c] = new SpFlux(physics, cells[c]);
            int doubles = 0;
            for (int d = 0; d < 3; d++) {
                lines[d][c] = new SpLines(cells[c], physics, d, p > 1);
                doubles = Math.max(doubles, lines[d][c].blockDoubles());
                coefficients = Math.max(coefficients, lines[d][c].coefficientDoubles());
            }
            blocks[c] = new double[doubles];
        }
        faces = p > 1 ? new SpFaces(sh, parts, cells, access, watch) : null;
        sweeps = new SpSweep[3];
        double[] room = new double[coefficients];
        for (int d = 0; d < 3; d++) sweeps[d] = new SpSweep(sh, parts, lines[d], blocks, room, access, watch);
        force();
    }

    /// Gives the symmetric memory back. Collective.
    void free() {
        if (faces != null) faces.free();
        for (SpSweep sweep : sweeps) sweep.free();
    }

    /// Sets the forcing that makes the exact solution a steady state: -F(exact) on interior nodes.
    private void force() {
        fill(true);
        for (int c = 0; c < cells.length; c++) {
            SpCell cell = cells[c];
            rightHandSide(c, false);
            for (int at = 0; at < cell.rhs.length; at++) {
                cell.forcing[at] = cell.dtRow[at % cell.width] == 0 ? 0 : -cell.rhs[at];
            }
        }
    }

    /// Sets `u` to the start state.
    void start() {
        fill(false);
    }

    /// Fills the own nodes, and for the exact solution also the ghosts that lie inside the cube.
    private void fill(boolean exact) {
        int ghosts = exact ? 2 : 0;
        for (SpCell c : cells) {
            c.rest();
            for (int k = -ghosts; k < c.nz + ghosts; k++) {
                for (int j = -ghosts; j < c.ny + ghosts; j++) {
                    for (int i = -ghosts; i < c.nx + ghosts; i++) {
                        if (inside(c, i, j, k)) fill(c, i, j, k, exact);
                    }
                }
            }
        }
    }

    private boolean inside(SpCell c, int i, int j, int k) {
        int last = physics.nodes - 1;
        int x = c.low[0] + i;
        int y = c.low[1] + j;
        int z = c.low[2] + k;
        return x >= 0 && y >= 0 && z >= 0 && x <= last && y <= last && z <= last;
    }

    private void fill(SpCell c, int i, int j, int k, boolean exact) {
        double edge = physics.nodes - 1;
        double x = (c.low[0] + i) / edge;
        double y = (c.low[1] + j) / edge;
        double z = (c.low[2] + k) / edge;
        for (int m = 0; m < SpCell.VARIABLES; m++) {
            c.u[c.uAt(k, j) + m * c.row + i] = exact ? SpExact.at(m, x, y, z) : SpExact.start(m, x, y, z);
        }
    }

    /// One time step.
    void step() {
        rightHandSides(true);
        for (SpSweep sweep : sweeps) sweep.run();
    }

    private void rightHandSides(boolean forSweeps) {
        if (faces != null) faces.exchange();
        for (int c = 0; c < cells.length; c++) {
            rightHandSide(c, forSweeps);
            sh.compute(SpWork.derive(cells[c].nodes()));
            sh.compute(SpWork.flux(cells[c].nodes()));
            if (forSweeps) sh.compute(SpWork.txinvr(cells[c].nodes()));
        }
        watch.enter(Stopwatch.Phase.COMPUTE);
    }

    /// Derives the auxiliary fields of a cell and sets its right-hand side, in the variables of the x sweep or as
    /// it is.
    ///
    /// In strips of rows from the first plane to the last: the five planes of `u` and the three of the auxiliary
    /// fields that a row of nodes needs are still in the second-level cache when the next plane comes.
    private void rightHandSide(int number, boolean forSweeps) {
        SpCell c = cells[number];
        SpFlux flux = fluxes[number];
        int first = c.first(1);
        int end = c.end(1);
        int derived = -1;
        for (int strip = first; strip < end; strip += STRIP) {
            int stripEnd = Math.min(strip + STRIP, end);
            int toDerive = stripEnd == end ? c.ny + 1 : stripEnd + 1;
            for (int k = -1; k <= c.nz; k++) {
                for (int j = derived; j < toDerive; j++) SpPoint.derive(c, physics, k, j);
                int plane = k - 1;
                if (plane < c.first(2) || plane >= c.end(2)) continue;
                for (int j = strip; j < stripEnd; j++) {
                    flux.apply(plane, j);
                    if (forSweeps) SpPoint.txinvr(c, plane, j);
                }
            }
            derived = toDerive;
        }
    }

    /// The sums over this PE's nodes of the squares of what the time derivative and the error have left: five of
    /// each.
    double[] squares() {
        rightHandSides(false);
        double[] sums = new double[2 * SpCell.VARIABLES];
        double edge = physics.nodes - 1;
        for (SpCell c : cells) {
            for (int k = 0; k < c.nz; k++) {
                for (int j = 0; j < c.ny; j++) {
                    boolean moves = c.interior(2, k) && c.interior(1, j);
                    for (int m = 0; m < SpCell.VARIABLES; m++) {
                        int u = c.uAt(k, j) + m * c.row;
                        int rhs = c.rhsAt(k, j) + m * c.width;
                        for (int i = 0; i < c.nx; i++) {
                            double exact =
                                    SpExact.at(m, (c.low[0] + i) / edge, (c.low[1] + j) / edge, (c.low[2] + k) / edge);
                            double error = c.u[u + i] - exact;
                            sums[SpCell.VARIABLES + m] += error * error;
                            if (moves && c.interior(0, i)) sums[m] += c.rhs[rhs + i] * c.rhs[rhs + i];
                        }
                    }
                }
            }
        }
        return sums;
    }
}
