// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

import org.jshmem.Access;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.SymDoubles;
import org.jshmem.nas.npb.Stopwatch;

/// SP in slabs: a PE does all that lies in its planes while they are in the cache, then the lines along z of its rows.
///
/// ```
///   for each plane:  derive -> right-hand side -> txinvr -> x sweep -> ninvr -> y sweep -> pinvr      no neighbour
///   barrier                                                                                          is waited for
///   for each row:    z sweep -> tzetar -> u
///   barrier
/// ```
///
/// Every line is solved whole, by one PE: results do not depend on the number of PEs, to the last bit.
final class SlabSolver implements SpSolver {
    private final Shmem sh;
    private final Slabs slabs;
    private final SlabMemory memory;
    private final int nodes;
    private final int planes;

    private final SpBlock block;
    private final SpBlock here;
    private final Scratch forcing;
    private final Scratch derived;
    private final Sweep[] sweeps;
    private final Lines[] lines = new Lines[Box.DIRECTIONS];
    private final SpBlock rows;
    private final SymDoubles sums;

    /// Collective: allocates symmetric memory.
    SlabSolver(Shmem sh, Slabs slabs, SpPhysics physics, Access access, Stopwatch watch) {
        this.sh = sh;
        this.slabs = slabs;
        nodes = slabs.nodes();
        memory = new SlabMemory(sh, slabs, access, watch);
        sums = sh.doubles(nodes * 2L * SpPoint.VARIABLES);

        int first = slabs.first(sh.myPe());
        planes = slabs.count(sh.myPe());
        Box box = Box.of(nodes, 0, 0, first, nodes, nodes, planes);
        Box byRows = Box.of(nodes, 0, first, 0, nodes, planes, nodes);
        long plane = memory.rows * memory.row;
        forcing = new Scratch(planes * plane / Double.BYTES);
        Field forces = Field.of(forcing.address(), planes, plane, memory.row, memory.apart);
        long derivedRow = SpPoint.FIELDS * memory.apart;
        long[] ring = new long[planes + 2 * Field.GHOSTS];
        derived = new Scratch(3L * memory.rows * derivedRow / Double.BYTES);
        for (int i = 0; i < ring.length; i++) ring[i] = derived.address() + i % 3 * (memory.rows * derivedRow);
        Field fields = new Field(ring, derivedRow, memory.apart);
        block = new SpBlock(physics, box, 0, memory.uPlanes, fields, forces, memory.rhsPlanes);
        here = new SpBlock(physics, box, 0, memory.uHere, fields, forces, memory.rhsPlanes);

        rows = new SpBlock(physics, byRows, 0, memory.uRows, null, null, memory.rhsRows);
        sweeps = new Sweep[] {new SweepX(block), new SweepY(block), new SweepZ(rows)};
        for (int d = 0; d < sweeps.length; d++) lines[d] = sweeps[d].lines(sweeps[d].strip());
        force();
    }

    @Override
    public void free() {
        memory.free();
        sums.free();
    }

    /// Sets the forcing that makes the exact solution a steady state.
    private void force() {
        fill(here, Field.GHOSTS, true);
        rightHandSides(here, false);
        here.force();
    }

    @Override
    public void start() {
        fill(here, Field.GHOSTS, false);
        if (memory.hasCopy()) fill(rows, 0, false);
        sh.barrierAll();
    }

    /// Fills `u` of a block and of its ghost planes inside the cube.
    private void fill(SpBlock b, int ghosts, boolean exact) {
        if (planes == 0) return;
        for (int k = -ghosts; k < b.box.nz() + ghosts; k++) {
            for (int j = 0; j < b.box.ny() && b.box.inside(0, 0, k); j++) b.fill(k, j, 0, exact);
        }
    }

    @Override
    public void step() {
        memory.openPlanes();
        rightHandSides(block, true);
        memory.closePlanes();
        memory.openRows();
        for (int j = 0; j < planes; j++) {
            solve(2, j);
            sh.compute(SpWork.deriveAlongZ((long) nodes * nodes));
            sh.compute(SpWork.solve((long) nodes * nodes));
        }
        memory.closeRows();
    }

    /// The right-hand sides of all planes, and where `solves` the sweeps along x and y.
    private void rightHandSides(SpBlock b, boolean solves) {
        if (planes == 0) return;
        if (planes == 0) return;
        for (int k = -1; k <= planes; k++) {
            for (int j = 0; j < nodes; j++) b.derive(k, j);
            sh.compute(SpWork.derive((long) nodes * nodes));
            if (k > 0) plane(b, k - 1, solves);
        }
    }

    /// A plane whose derived fields, and those of its neighbours, are in the cache.
    private void plane(SpBlock b, int k, boolean solves) {
        int strip = lines[0].lanes;
        for (int start = 0; start < memory.rows; start += strip) {
            int end = Math.min(start + strip, memory.rows);
            for (int j = Math.max(start, 1); j < Math.min(end, nodes - 1); j++) {
                b.flux(k, j);
                if (solves) b.txinvr(k, j);
            }
            if (solves) sweeps[0].solve(lines[0], k, start, end - start);
        }
        if (solves) solve(1, k);
        long size = (long) nodes * nodes;
        sh.compute(SpWork.flux(size));
        if (!solves) return;
        sh.compute(SpWork.txinvr(size));
        sh.compute(SpWork.transpose(size));
        sh.compute(SpWork.solve(2 * size));
    }

    /// All lines of a plane.
    private void solve(int direction, int plane) {
        int width = sweeps[direction].width();
        int strip = lines[direction].lanes;
        for (int first = 0; first < width; first += strip) {
            sweeps[direction].solve(lines[direction], plane, first, Math.min(strip, width - first));
        }
    }

    /*
     * Plane by plane, and the planes in order: the same bits on any number of PEs. Adding the zeros of the others is
     * exact. The boundary is exact for ever and adds nothing.
     */
    @Override
    public double[] squares() {
        memory.openPlanes();
        rightHandSides(block, false);
        int first = slabs.first(sh.myPe());
        for (long i = 0; i < sums.length(); i++) sums.set(i, 0);
        for (int k = 0; k < planes; k++) {
            double[] plane = new double[2 * SpPoint.VARIABLES];
            block.addSquares(k, plane);
            for (int m = 0; m < plane.length; m++) sums.set((long) (first + k) * plane.length + m, plane[m]);
        }
        sh.world().reduce(Op.SUM, sums, sums, sums.length());
        double[] all = new double[2 * SpPoint.VARIABLES];
        for (long i = 0; i < sums.length(); i++) all[(int) (i % all.length)] += sums.get(i);
        return all;
    }
}
