// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

import java.util.function.Consumer;
import org.jshmem.Access;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.SymDoubles;
import org.jshmem.nas.npb.Npb;
import org.jshmem.nas.npb.Stopwatch;

/// The solver of SP in slabs: a PE does all work in its planes while they are in the cache, then the lines along z of
/// its rows.
///
/// ```
///   for each plane:  derive -> right-hand side -> txinvr -> x sweep -> ninvr -> y sweep -> pinvr      no neighbour
///   barrier                                                                                          is waited for
///   for each row:    z sweep -> tzetar -> u
///   barrier
/// ```
///
/// One PE solves each line as a whole, so results do not depend on the number of PEs, to the last bit.
final class SlabSolver implements SpSolver {
    private final Shmem sh;
    private final Slabs slabs;
    private final SlabMemory memory;
    private final int nodes;
    private final int planes;

    private final SpPhysics physics;
    private final Field forces;
    private final ScratchMemory forcing;
    private final SpBlock rows;

    /// Null if each PE has a core and scratch memory of its own.
    private final ScratchPool pool;

    /// One workplace for each set of scratch memory that this PE has used; without a pool one.
    private final Workplace[] workplaces;

    private final SymDoubles sums;

    SlabSolver(Shmem sh, SpClass problem, Access access, Stopwatch watch) {
        this.sh = sh;
        physics = new SpPhysics(problem);
        nodes = problem.nodes;
        slabs = new Slabs(nodes, sh.nPes());
        memory = new SlabMemory(sh, slabs, access, watch);
        sums = sh.doubles(nodes * 2L * SpPoint.VARIABLES);

        int first = slabs.first(sh.myPe());
        planes = slabs.count(sh.myPe());
        Box byRows = Box.of(nodes, 0, first, 0, nodes, planes, nodes);
        long plane = memory.rows * memory.row;
        forcing = new ScratchMemory(planes * plane / Double.BYTES);
        forces = Field.of(forcing.address(), planes, plane, memory.row, memory.apart);
        rows = new SpBlock(physics, byRows, 0, memory.uRows, null, null, memory.rhsRows);
        boolean shares = access == Access.PTR && !sh.virtualTime() && Npb.outnumberCores(sh);
        pool = shares ? new ScratchPool(sh, scratchBytes()) : null;
        workplaces = new Workplace[shares ? sh.nPes() : 1];
        force();
    }

    /// Returns the symmetric memory that a PE needs, in bytes.
    static long needed(Shmem sh, Slabs slabs, Access access) {
        long fields = SlabMemory.needed(slabs, access) + (1 << 20);
        boolean shares = access == Access.PTR && !sh.virtualTime();
        if (!shares || sh.nPes() <= Runtime.getRuntime().availableProcessors()) return fields;
        long width = Lanes.padded(slabs.nodes());
        long rows = SpPoint.VARIABLES + GridLines.COEFFICIENTS + GridLines.MATRIX;
        long lines = Box.DIRECTIONS * (width + 2 * GridLines.CARRY) * rows * LineSweep.LANES;
        return fields + Double.BYTES * (3 * width * SpPoint.FIELDS * width + lines);
    }

    /// The data of a pass in one set of scratch memory: derived fields of three planes in turn, and lines.
    private final class Workplace {
        final ScratchMemory derived;

        /// `block` reads `u` of other PEs' planes in place; `here` has ghost planes of this PE's own.
        final SpBlock block;

        final SpBlock here;
        final LineSweep[] sweeps;
        final GridLines[] lines = new GridLines[Box.DIRECTIONS];

        Workplace(ScratchMemory.Space space) {
            long derivedRow = SpPoint.FIELDS * memory.apart;
            long[] ring = new long[planes + 2 * Field.GHOSTS];
            derived = space.take(3L * memory.rows * derivedRow / Double.BYTES);
            for (int i = 0; i < ring.length; i++) ring[i] = derived.address() + i % 3 * (memory.rows * derivedRow);
            Field fields = new Field(ring, derivedRow, memory.apart);
            Box box = Box.of(nodes, 0, 0, slabs.first(sh.myPe()), nodes, nodes, planes);
            block = new SpBlock(physics, box, 0, memory.uPlanes, fields, forces, memory.rhsPlanes);
            here = new SpBlock(physics, box, 0, memory.uHere, fields, forces, memory.rhsPlanes);
            sweeps = new LineSweep[] {new SweepX(block), new SweepY(block), new SweepZ(rows)};
            for (int d = 0; d < sweeps.length; d++) lines[d] = sweeps[d].lines(sweeps[d].strip(), space);
        }

        void solve(int direction, int plane) {
            int width = sweeps[direction].width();
            int strip = lines[direction].lanes;
            for (int first = 0; first < width; first += strip) {
                sweeps[direction].solve(lines[direction], plane, first, Math.min(strip, width - first));
            }
        }
    }

    /// Returns the bytes of a set, whose layout is equal on all PEs.
    private long scratchBytes() {
        ScratchMemory.Space space = ScratchMemory.Space.at(0);
        new Workplace(space);
        return space.taken();
    }

    /// Runs a pass in a set of scratch memory.
    private void work(Consumer<Workplace> pass) {
        int set = pool == null ? 0 : pool.take();
        if (workplaces[set] == null) {
            workplaces[set] =
                    new Workplace(pool == null ? ScratchMemory.Space.own() : ScratchMemory.Space.at(pool.address(set)));
        }
        pass.accept(workplaces[set]);
        if (pool != null) pool.give(set);
    }

    @Override
    public SpPhysics physics() {
        return physics;
    }

    @Override
    public void free() {
        memory.free();
        sums.free();
        if (pool != null) pool.free();
    }

    /// Sets the forcing that makes the exact solution a steady state.
    private void force() {
        work(w -> {
            fill(w.here, Field.GHOSTS, true);
            rightHandSides(w, w.here, false);
            w.here.force();
        });
    }

    @Override
    public void reset() {
        work(w -> fill(w.here, Field.GHOSTS, false));
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
        work(w -> rightHandSides(w, w.block, true));
        memory.closePlanes();
        memory.openRows();
        work(this::rows);
        memory.closeRows();
    }

    private void rows(Workplace w) {
        for (int j = 0; j < planes; j++) {
            w.solve(2, j);
            sh.compute(SpWork.deriveAlongZ((long) nodes * nodes));
            sh.compute(SpWork.solve((long) nodes * nodes));
        }
    }

    /// Computes the right-hand sides of all planes and, if `solves`, the sweeps along x and y.
    private void rightHandSides(Workplace w, SpBlock b, boolean solves) {
        if (planes == 0) return;
        for (int k = -1; k <= planes; k++) {
            for (int j = 0; j < nodes; j++) b.derive(k, j);
            sh.compute(SpWork.derive((long) nodes * nodes));
            if (k > 0) plane(w, b, k - 1, solves);
        }
    }

    /// Computes a plane whose derived fields, and those of its neighbours, are in the cache.
    private void plane(Workplace w, SpBlock b, int k, boolean solves) {
        int strip = w.lines[0].lanes;
        for (int start = 0; start < memory.rows; start += strip) {
            int end = Math.min(start + strip, memory.rows);
            for (int j = Math.max(start, 1); j < Math.min(end, nodes - 1); j++) {
                b.flux(k, j);
                if (solves) b.txinvr(k, j);
            }
            if (solves) w.sweeps[0].solve(w.lines[0], k, start, end - start);
        }
        if (solves) w.solve(1, k);
        long size = (long) nodes * nodes;
        sh.compute(SpWork.flux(size));
        if (!solves) return;
        sh.compute(SpWork.txinvr(size));
        sh.compute(SpWork.transpose(size));
        sh.compute(SpWork.solve(2 * size));
    }

    /*
     * The sums are added plane by plane, in the order of the planes: the result has the same bits on any number of
     * PEs. Adding the zeros of the other PEs is exact. The boundary stays exact and adds nothing.
     */
    @Override
    public double[] squares() {
        memory.openPlanes();
        int first = slabs.first(sh.myPe());
        for (long i = 0; i < sums.length(); i++) sums.set(i, 0);
        work(w -> {
            rightHandSides(w, w.block, false);
            for (int k = 0; k < planes; k++) {
                double[] plane = new double[2 * SpPoint.VARIABLES];
                w.block.addSquares(k, plane);
                for (int m = 0; m < plane.length; m++) sums.set((long) (first + k) * plane.length + m, plane[m]);
            }
        });
        sh.world().reduce(Op.SUM, sums, sums, sums.length());
        double[] all = new double[2 * SpPoint.VARIABLES];
        for (long i = 0; i < sums.length(); i++) all[(int) (i % all.length)] += sums.get(i);
        return all;
    }
}
