// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

import java.util.ArrayList;
import java.util.List;
import org.jshmem.Access;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.SymDoubles;
import org.jshmem.nas.npb.Stopwatch;

/// The solver of SP in the cells of a multipartition, as published: a line passes through its PEs one after the
/// other.
///
/// ```
///   cell, memory of this PE alone       ghosts
///   u          [k][j][variable: 5][i]   2 deep
///   derived    [k][j][field: 7][i]      1 deep
///   forcing, rhs    as u                none
/// ```
final class CellSolver implements SpSolver {
    /// Lanes left of a row for two ghosts, so that the row begins a cache line; its right side has as many.
    private static final int SIDE = Lanes.PAD;

    private final Shmem sh;
    private final SpPhysics physics;
    private final SpBlock[] cells;
    private final CellFaces faces;
    private final CellPipeline[] pipelines = new CellPipeline[Box.DIRECTIONS];
    private final List<ScratchMemory> rooms = new ArrayList<>();
    private final SymDoubles sums;

    CellSolver(Shmem sh, SpClass problem, Access access, Stopwatch watch) {
        this.sh = sh;
        physics = new SpPhysics(problem);
        Multipartition parts = Multipartition.of(problem.nodes, sh.nPes(), sh.myPe());
        cells = new SpBlock[parts.p()];
        LineSweep[][] sweeps = new LineSweep[Box.DIRECTIONS][parts.p()];
        for (int c = 0; c < cells.length; c++) {
            cells[c] = cell(parts.cell(c));
            LineSweep[] three = LineSweep.of(cells[c]);
            for (int d = 0; d < Box.DIRECTIONS; d++) sweeps[d][c] = three[d];
        }
        faces = new CellFaces(sh, parts, cells, access, watch);
        for (int d = 0; d < Box.DIRECTIONS; d++) {
            pipelines[d] = new CellPipeline(sh, parts, d, sweeps[d], access, watch);
        }
        sums = sh.doubles(2 * SpPoint.VARIABLES);
        force();
    }

    private SpBlock cell(Box box) {
        return new SpBlock(
                physics,
                box,
                SIDE,
                field(box, SpPoint.VARIABLES, 2),
                field(box, SpPoint.FIELDS, 1),
                field(box, SpPoint.VARIABLES, 0),
                field(box, SpPoint.VARIABLES, 0));
    }

    private Field field(Box box, int variables, int ghosts) {
        long apart = (box.width() + 2L * SIDE) * Double.BYTES;
        long row = variables * apart;
        long rows =
                Lanes.padded(box.ny()) + 2L * ghosts + 1; // a spare row: planes begin at different sets of the cache
        long plane = rows * row;
        ScratchMemory room = new ScratchMemory((box.nz() + 2L * ghosts) * plane / Double.BYTES);
        rooms.add(room);
        long origin = room.address() + ghosts * plane + ghosts * row + SIDE * (long) Double.BYTES;
        return Field.of(origin, box.nz(), plane, row, apart);
    }

    @Override
    public SpPhysics physics() {
        return physics;
    }

    @Override
    public void free() {
        faces.free();
        for (CellPipeline pipeline : pipelines) pipeline.free();
        sums.free();
    }

    /// Sets the forcing that makes the exact solution a steady state.
    private void force() {
        fill(true);
        for (SpBlock cell : cells) {
            rightHandSide(cell, false);
            cell.force();
        }
    }

    @Override
    public void reset() {
        fill(false);
        sh.barrierAll();
    }

    /// Fills the cells' own nodes, and for the exact solution also the ghosts that lie inside the cube.
    private void fill(boolean exact) {
        for (SpBlock cell : cells) {
            Box box = cell.box;
            for (int k = -Field.GHOSTS; k < box.nz() + Field.GHOSTS; k++) {
                for (int j = -Field.GHOSTS; j < Lanes.padded(box.ny()) + Field.GHOSTS; j++) {
                    cell.fill(k, j, exact ? Field.GHOSTS : 0, exact);
                }
            }
        }
    }

    @Override
    public void step() {
        rightHandSides(true);
        for (CellPipeline pipeline : pipelines) pipeline.run();
    }

    private void rightHandSides(boolean forSweeps) {
        if (cells.length > 1) faces.exchange();
        for (SpBlock cell : cells) rightHandSide(cell, forSweeps);
    }

    private void rightHandSide(SpBlock cell, boolean forSweeps) {
        Box box = cell.box;
        for (int k = -1; k <= box.nz(); k++) {
            for (int j = -1; j <= box.ny(); j++) cell.derive(k, j);
            int plane = k - 1;
            if (plane < box.first(2) || plane >= box.end(2)) continue;
            for (int j = box.first(1); j < box.end(1); j++) {
                cell.flux(plane, j);
                if (forSweeps) cell.txinvr(plane, j);
            }
        }
        sh.compute(SpWork.derive(box.size()));
        sh.compute(SpWork.flux(box.size()));
        if (forSweeps) sh.compute(SpWork.txinvr(box.size()));
    }

    @Override
    public double[] squares() {
        rightHandSides(false);
        double[] mine = new double[2 * SpPoint.VARIABLES];
        for (SpBlock cell : cells) {
            for (int k = cell.box.first(2); k < cell.box.end(2); k++) cell.addSquares(k, mine);
        }
        for (int m = 0; m < mine.length; m++) sums.set(m, mine[m]);
        sh.world().reduce(Op.SUM, sums, sums, mine.length);
        for (int m = 0; m < mine.length; m++) mine[m] = sums.get(m);
        return mine;
    }
}
