// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

import org.jshmem.Access;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.SymDoubles;
import org.jshmem.nas.npb.Kernel;
import org.jshmem.nas.npb.Verification;

/// The solver of SP in slabs: a PE does all work in its planes while they are in the cache, then the lines along z of
/// its rows.
///
/// ```
///   for each plane:  deriveFields -> flux -> txinvr -> x sweep -> ninvr -> y sweep -> pinvr      no neighbour
///   barrier                                                                                      is waited for
///   for each row:    z sweep -> tzetar -> u
///   barrier
/// ```
///
/// One PE solves each line as a whole, so results do not depend on the number of PEs, to the last bit.
final class Solver implements Kernel {
    private static final double TOLERANCE = 1e-8;

    /// The scratch memory of the three sweeps, in planes and in rows of a variable: matrices, right-hand sides and
    /// coefficients of their lines, and the ends of the lines.
    private static final int SWEEP_PLANES = 32;

    private static final int SWEEP_ROWS = 160;

    private final Shmem sh;
    private final SpClass problem;
    private final int nodes;
    private final int first;
    private final int count;
    private final Planes planes;
    final ScratchMemory memory = new ScratchMemory();

    /// The block reads `u` of other PEs' planes in place.
    final PlaneBlock block;

    /// The same planes with ghost planes of this PE's own.
    private final PlaneBlock filled;

    private final SweepX sweepX;
    private final SweepY sweepY;
    private final SweepZ sweepZ;
    private final SymDoubles sums;

    Solver(Shmem sh, SpClass problem, Access access) {
        this.sh = sh;
        this.problem = problem;
        nodes = problem.nodes;
        Physics physics = new Physics(problem);
        Slabs slabs = new Slabs(nodes, sh.nPes());
        first = slabs.first(sh.myPe());
        count = slabs.count(sh.myPe());
        planes = new Planes(sh, slabs, access, memory);
        sums = sh.doubles(nodes * 2L * PointOperations.VARIABLES);

        Field forcing = field(count, count, PointOperations.VARIABLES);
        Field derived = field(count, 3, PointOperations.FIELDS); // of three planes in turn
        block = new PlaneBlock(physics, first, count, planes.uPlanes, derived, forcing, planes.rhsPlanes, memory);
        filled = new PlaneBlock(physics, first, count, planes.uHere, derived, forcing, planes.rhsPlanes, memory);
        sweepX = new SweepX(physics, planes.rhsPlanes, derived, memory);
        sweepY = new SweepY(physics, planes.rhsPlanes, derived, memory);
        sweepZ = new SweepZ(physics, planes.uRows, planes.rhsRows, memory);
        filled.fill(true);
        rightHandSides(filled, false);
        filled.computeForcing();
        reset();
    }

    /// Returns the scratch memory of the PE with the most planes, in bytes.
    static long scratchBytes(Slabs slabs, Access access) {
        int n = VectorMemory.padded(slabs.nodes());
        long plane = (long) Double.BYTES * n * n;
        int planes = slabs.most() * PointOperations.VARIABLES + 3 * PointOperations.FIELDS; // forcing, derived
        return (planes + SWEEP_PLANES) * plane
                + (long) SWEEP_ROWS * Double.BYTES * n
                + Planes.scratchBytes(slabs, access);
    }

    /// Returns a field of private memory for `count` planes, of which `room` at a time have memory.
    private Field field(int count, int room, int variables) {
        long row = variables * planes.stride;
        long plane = planes.rows * row;
        long address = memory.take(room * plane / Double.BYTES);
        long[] at = new long[count + 2 * Field.GHOSTS];
        for (int i = 0; i < at.length; i++)
            at[i] = address + Math.floorMod(i - Field.GHOSTS, Math.max(room, 1)) * plane;
        return new Field(at, row, planes.stride);
    }

    @Override
    public void free() {
        planes.free();
        sums.free();
    }

    /// Sets `u` to the start state.
    @Override
    public void reset() {
        filled.fill(false);
        if (!planes.direct) {
            for (int k = 0; k < nodes; k++) {
                for (int j = 0; j < count; j++) {
                    PlaneBlock.fillRow(nodes, planes.uRows.at(k, j), planes.stride, first + j, k, false);
                }
            }
        }
        sh.barrierAll();
    }

    @Override
    public void rehearse() {
        iterate(1);
    }

    @Override
    public void iterate(int number) {
        planes.declarePlaneLoads();
        rightHandSides(block, true);
        planes.sendRightHandSides();
        planes.declareRowLoads();
        for (int j = 0; j < count; j++) {
            sweepZ.solve(j);
            sh.compute(SpWork.deriveAlongZ((long) nodes * nodes));
            sh.compute(SpWork.solve((long) nodes * nodes));
        }
        planes.sendSolution();
    }

    /// Computes the right-hand sides of all planes and, if `solves`, the sweeps along x and y.
    private void rightHandSides(PlaneBlock b, boolean solves) {
        if (count == 0) return;
        for (int k = -1; k <= count; k++) {
            for (int j = 0; j < nodes; j++) b.deriveFields(k, j);
            sh.compute(SpWork.derive((long) nodes * nodes));
            if (k > 0) plane(b, k - 1, solves);
        }
    }

    /// Computes a plane whose derived fields, and those of its neighbours, are in the cache.
    private void plane(PlaneBlock b, int k, boolean solves) {
        int strip = sweepX.lines.lanes;
        for (int start = 0; start < planes.rows; start += strip) {
            int end = Math.min(start + strip, planes.rows);
            for (int j = Math.max(start, 1); j < Math.min(end, nodes - 1); j++) {
                b.flux(k, j);
                if (solves) b.txinvr(k, j);
            }
            if (solves) sweepX.solve(k, start, end - start);
        }
        if (solves) sweepY.solve(k);
        long size = (long) nodes * nodes;
        sh.compute(SpWork.flux(size));
        if (!solves) return;
        sh.compute(SpWork.txinvr(size));
        sh.compute(SpWork.transpose(size));
        sh.compute(SpWork.solve(2 * size));
    }

    /// Returns sums over all interior nodes, equal on every PE: five of the squares of the right-hand side, then five
    /// of the squares of the error.
    /*
     * The sums are added plane by plane, in the order of the planes: the result has the same bits on any number of
     * PEs. Adding the zeros of the other PEs is exact. The boundary stays exact and adds nothing.
     */
    private double[] squares() {
        planes.declarePlaneLoads();
        for (long i = 0; i < sums.length(); i++) sums.set(i, 0);
        rightHandSides(block, false);
        for (int k = 0; k < count; k++) {
            double[] plane = block.squares(k);
            for (int m = 0; m < plane.length; m++) sums.set((long) (first + k) * plane.length + m, plane[m]);
        }
        sh.world().reduce(Op.SUM, sums, sums, sums.length());
        double[] all = new double[2 * PointOperations.VARIABLES];
        for (long i = 0; i < sums.length(); i++) all[(int) (i % all.length)] += sums.get(i);
        return all;
    }

    @Override
    public Verification verify(int steps) {
        return verification(problem, steps, squares());
    }

    /// Returns whether the norms that the sums of squares give are those of the class.
    static Verification verification(SpClass problem, int steps, double[] squares) {
        double worst = 0;
        double nodes = Math.pow(problem.nodes - 2, 3);
        for (int m = 0; m < PointOperations.VARIABLES; m++) {
            double residual = Math.sqrt(squares[m] / nodes) / problem.dt;
            double error = Math.sqrt(squares[PointOperations.VARIABLES + m] / nodes);
            worst = Math.max(worst, Verification.distance(residual, problem.residual[m]));
            worst = Math.max(worst, Verification.distance(error, problem.error[m]));
        }
        return Verification.of(problem, steps, worst, TOLERANCE, "norms off by " + worst);
    }
}
