// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

import static org.jshmem.nas.sp.PointOperations.FIELDS;
import static org.jshmem.nas.sp.PointOperations.VARIABLES;

import org.jshmem.Access;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.SymDoubles;
import org.jshmem.Work;
import org.jshmem.nas.npb.Kernel;
import org.jshmem.nas.npb.Verification;

/// SP: implicit time steps of the Navier-Stokes equations in three dimensions.
///
/// - Method: a step is factored into line solves along x, y and z, of five pentadiagonal systems a line.
/// - Original: SP of NPB 3.4; methods have its names and stand in the order of its calls.
/// - Decomposition: by slabs, where the original has cells. A PE does all work in its planes while they are in the
///   cache, then the lines along z of its rows. One PE solves a line as a whole, so the bits of the results do not
///   depend on the number of PEs.
/// - Invariant: between two steps `u` has the state of the gas on all planes, and on their ghosts if PEs do not read
///   each other's. Boundary nodes never change. Lanes beyond the cube hold finite values: `u` starts as a gas at rest
///   there, and `xSolve` sets the right-hand side to 0.
///
/// ```
///   for each plane of this PE:   compute_rhs  txinvr  x_solve ninvr  y_solve pinvr      no neighbour
///   barrier                                                                             is waited for
///   for each row of this PE:     z_solve  tzetar  add
///   barrier
/// ```
/*
 * The work that a phase declares is counted in its loops, before the compiler keeps anything in registers: operations
 * of a node (a fused multiply-add is two), doubles loaded, doubles stored, and doubles that it touches once.
 */
final class Solver implements Kernel {
    private static final double TOLERANCE = 1e-8;

    /// The most lanes of a strip of rows that are transposed for `x_solve`.
    private static final int X_LANES = 32;

    private static final int[] X_FIELDS = {PointOperations.RECIPROCAL, PointOperations.VELOCITY, PointOperations.SOUND};

    /// The scratch memory of the line solves, in planes and in rows of a variable: matrices, right-hand sides and
    /// coefficients of their lines, and the ends of the lines.
    private static final int SOLVE_PLANES = 32, SOLVE_ROWS = 130;

    /// The declared work of a line solve: normalisation of matrices, of right-hand sides, substitution.
    private static final int SOLVE_OPERATIONS = 78 + 20 + 20, SOLVE_LOADS = 37 + 21 + 10;
    private static final int SOLVE_STORES = 14 + 5 + 7, SOLVE_DISTINCT = 17 + 5;

    private final Shmem sh;
    private final SpClass problem;
    private final Slabs slabs;
    private final int nodes, first, count; // of a line, of this PE's planes
    private final int width, bytes; // of a row
    private final Planes planes;
    private final Physics physics;
    private final Flux flux;
    final ScratchMemory memory = new ScratchMemory();

    /// The fields by planes; derived fields are there for three planes at a time.
    final Field u, forcing, rhs, derived;
    private final LineSolver x, y, z;
    private final SymDoubles sums;

    Solver(Shmem sh, SpClass problem, Access access) {
        this.sh = sh;
        this.problem = problem;
        nodes = problem.nodes;
        physics = new Physics(problem);
        slabs = new Slabs(nodes, sh.nPes());
        first = slabs.first(sh.myPe());
        count = slabs.count(sh.myPe());
        planes = new Planes(sh, slabs, access, memory);
        width = planes.width;
        bytes = width * Double.BYTES;
        sums = sh.doubles(nodes * 2L * VARIABLES);
        u = planes.uPlanes;
        rhs = planes.rhsPlanes;
        forcing = field(count, VARIABLES);
        derived = field(3, FIELDS);
        flux = new Flux(physics, slabs, sh.myPe(), u, derived, forcing, rhs, memory);

        int xLanes = LineSolver.even(nodes, X_LANES);
        x = new LineSolver(physics, 0, xLanes, memory, this::rowsToLines, this::ninvr);
        x.allocate(width, memory);
        int yLanes = LineSolver.fitting(nodes, LineSolver.MATRIX);
        y = new LineSolver(physics, 1, yLanes, memory, this::linesInPlace, this::pinvr);
        y.inPlace(rhs, derived, 1);
        int zLanes = LineSolver.fitting(nodes, VARIABLES + LineSolver.COEFFICIENTS + LineSolver.MATRIX);
        z = new LineSolver(physics, 2, zLanes, memory, this::linesOfAllPes, this::tzetarAndAdd);
        z.allocate(nodes, memory);
        z.sourceStride = planes.rhsRows.stride();
        exactRhs();
        reset();
    }

    /// Returns the scratch memory of the PE with the most planes, in bytes.
    static long scratchBytes(Slabs slabs, Access access) {
        int n = VectorMemory.padded(slabs.nodes());
        int planes = slabs.most() * VARIABLES + 3 * FIELDS + SOLVE_PLANES; // forcing, derived
        return Double.BYTES * ((long) planes * n + SOLVE_ROWS) * n + Planes.scratchBytes(slabs, access);
    }

    /// Returns a field of private memory that has room for `room` planes at a time.
    private Field field(int room, int variables) {
        long plane = (long) variables * width * bytes;
        long address = memory.take(room * plane / Double.BYTES);
        return Field.of(count, variables, nodes, k -> address + Math.floorMod(k, Math.max(room, 1)) * plane);
    }

    @Override
    public void free() {
        planes.free();
        sums.free();
    }

    /// Sets the forcing so that the exact solution is a steady state: to -F(exact).
    private void exactRhs() {
        fill(true);
        sh.barrierAll();
        computeRhs(false);
        for (int k = 0; k < count; k++) {
            for (int j = 1; j < nodes - 1; j++) {
                for (int m = 0; m < VARIABLES; m++) {
                    for (int i = 1; i < nodes - 1; i++) forcing.set(k, j, m, i, -rhs.get(k, j, m, i));
                }
            }
        }
        sh.barrierAll(); // others read the planes of this PE
    }

    /// Sets `u` to the start state (initialize).
    @Override
    public void reset() {
        fill(false);
        if (!planes.direct) {
            for (int k = 0; k < nodes; k++) {
                for (int j = 0; j < count; j++) Exact.fillRow(planes.uRows, k, j, nodes, first + j, k, false);
            }
        }
        sh.barrierAll();
    }

    /// Sets `u` on the planes inside the cube, and on their ghosts, to the start state or the exact solution.
    private void fill(boolean exact) {
        for (int k = -Field.GHOSTS; k < count + Field.GHOSTS && count > 0; k++) {
            int z = first + k;
            if (z < 0 || z >= nodes || planes.direct && slabs.owner(z) != sh.myPe()) continue;
            for (int j = 0; j < nodes; j++) Exact.fillRow(u, k, j, nodes, j, z, exact);
        }
    }

    @Override
    public void rehearse() {
        iterate(1);
    }

    /// A time step (adi).
    @Override
    public void iterate(int number) {
        planes.declarePlaneLoads();
        computeRhs(true);
        planes.sendRightHandSides();
        planes.declareRowLoads();
        for (int j = 0; j < count; j++) zSolve(j);
        planes.sendSolution();
    }

    /// Sets the right-hand sides of all planes to forcing + F(u) (compute_rhs). If `solves`, it solves the lines along
    /// x and y of a plane while the plane is in the cache.
    private void computeRhs(boolean solves) {
        for (int k = -1; k <= count && count > 0; k++) {
            for (int j = 0; j < nodes; j++) {
                PointOperations.derive(physics, u.at(k, j), derived.at(k, j), u.stride(), bytes);
            }
            compute(23, 5, 7, 12);
            if (k > 0) plane(k - 1, solves);
        }
    }

    private void plane(int k, boolean solves) {
        for (int from = 0; from < width; from += x.lanes) {
            int end = Math.min(from + x.lanes, width);
            for (int j = Math.max(from, 1); j < Math.min(end, nodes - 1); j++) {
                flux.apply(k, j);
                if (solves) PointOperations.txinvr(rhs.at(k, j), derived.at(k, j), rhs.stride(), bytes);
            }
            if (solves) xSolve(k, from, end - from);
        }
        if (solves) ySolve(k);
        compute(34 + 3 * 53 + 74, 25 + 3 * 40 + 47, 5, 5 + 7 + 5 + 5); // density, momenta, energy
        if (!solves) return;
        compute(34, 11, 5, 10); // txinvr
        compute(13 * 3, 13, 13, 13); // eight values of a node to lines along x, and five back
        compute(2 * SOLVE_OPERATIONS, 2 * SOLVE_LOADS, 2 * SOLVE_STORES, 2 * SOLVE_DISTINCT);
    }

    /// Solves the lines along x of some rows of a plane. The positions of a line are the lanes of its row, so squares
    /// of 8 by 8 nodes are transposed to scratch memory.
    private void xSolve(int k, int from, int rows) {
        x.solve(k, from, rows);
    }

    private void rowsToLines(int k, int from) {
        int rows = x.bytes / Double.BYTES;
        for (int m = 0; m < VARIABLES; m++) {
            long at = rhs.at(k, from) + m * rhs.stride();
            Transpose.rectangle(at, rhs.row(), rows, width, x.rhs + m * x.stride, x.rhsStep);
        }
        // boundary nodes and padding do not change: 0 here stays 0 through all line solves
        VectorMemory.bytes(x.rhs(0), x.rhsStep).fill((byte) 0);
        VectorMemory.bytes(x.rhs(nodes - 1), (width - nodes + 1) * x.rhsStep).fill((byte) 0);
        for (int c = 0; c < X_FIELDS.length; c++) {
            long at = derived.at(k, from) + X_FIELDS[c] * derived.stride();
            Transpose.rectangle(at, derived.row(), rows, width, x.coefficients + c * x.stride, x.coefficientsStep);
        }
    }

    /// Changes the solution along x to the variables of the lines along y, and transposes it back.
    private void ninvr(int k, int from) {
        for (int p = 0; p < nodes; p++) PointOperations.ninvr(x.rhs(p), x.stride, x.bytes);
        int rows = x.bytes / Double.BYTES;
        for (int m = 0; m < VARIABLES; m++) {
            long to = rhs.at(k, from) + m * rhs.stride();
            Transpose.rectangle(x.rhs + m * x.stride, x.rhsStep, width, rows, to, rhs.row());
        }
    }

    /// Solves the lines along y of a plane, in the fields themselves: their lanes are nodes of a row.
    private void ySolve(int k) {
        y.solvePlane(k, width);
    }

    private void linesInPlace(int k, int from) {
        long shift = from * (long) Double.BYTES;
        y.rhs = rhs.at(k, 0) + shift;
        y.coefficients = derived.at(k, 0) + shift;
        for (int p = 0; p < nodes; p++) y.source[p] = y.rhs(p);
    }

    /// Changes the solution along y to the variables of the lines along z.
    private void pinvr(int k, int from) {
        for (int p = 0; p < nodes; p++) PointOperations.pinvr(y.rhs(p), y.rhsStride, y.bytes);
    }

    /// Solves the lines along z of a row, which pass through the planes of many PEs: each is read once, and solved in
    /// scratch memory.
    private void zSolve(int j) {
        z.solvePlane(j, width);
        compute(14, 5, 3, 8); // the derived fields
        compute(SOLVE_OPERATIONS, SOLVE_LOADS, SOLVE_STORES, SOLVE_DISTINCT);
    }

    private void linesOfAllPes(int j, int from) {
        long shift = from * (long) Double.BYTES;
        for (int p = 0; p < nodes; p++) {
            z.source[p] = planes.rhsRows.at(p, j) + shift;
            long at = planes.uRows.at(p, j) + shift;
            PointOperations.deriveAlongZ(at, planes.uRows.stride(), z.coefficients(p), z.stride, z.bytes);
        }
    }

    /// Changes the solution along z to density, momenta and energy, and adds it to `u` (tzetar, add).
    private void tzetarAndAdd(int j, int from) {
        long shift = from * (long) Double.BYTES;
        Field to = planes.uRows;
        for (int p = 1; p < nodes - 1; p++) {
            long at = to.at(p, j) + shift, c = z.coefficients(p);
            PointOperations.tzetarAndAdd(at, to.stride(), z.rhs(p), z.stride, c, c + z.sound, z.bytes);
        }
    }

    /// Declares the work on each node of a plane, for simulated machines.
    private void compute(int operations, int loads, int stores, int distinct) {
        long n = (long) nodes * nodes;
        sh.compute(Work.flops(n * operations)
                .bytes(n * loads * Double.BYTES, n * stores * Double.BYTES)
                .footprint(n * distinct * Double.BYTES)
                .vectorized()
                .prefetched());
    }

    /// Returns sums over all interior nodes, equal on every PE: five of the squares of the right-hand side, then five
    /// of the squares of the error (rhs_norm, error_norm).
    /*
     * The sums are added plane by plane, in the order of the planes: the result has the same bits on any number of
     * PEs. Adding the zeros of the other PEs is exact. The boundary stays exact and adds nothing.
     */
    private double[] squares() {
        planes.declarePlaneLoads();
        for (long i = 0; i < sums.length(); i++) sums.set(i, 0);
        computeRhs(false);
        double unit = nodes - 1;
        for (int k = 0; k < count; k++) {
            double[] plane = new double[2 * VARIABLES];
            for (int m = 0; m < VARIABLES; m++) {
                for (int j = 1; j < nodes - 1; j++) {
                    for (int i = 1; i < nodes - 1; i++) {
                        double r = rhs.get(k, j, m, i);
                        double e = u.get(k, j, m, i) - Exact.at(m, i / unit, j / unit, (first + k) / unit);
                        plane[m] += r * r;
                        plane[VARIABLES + m] += e * e;
                    }
                }
            }
            for (int m = 0; m < plane.length; m++) sums.set((long) (first + k) * plane.length + m, plane[m]);
        }
        sh.world().reduce(Op.SUM, sums, sums, sums.length());
        double[] all = new double[2 * VARIABLES];
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
        for (int m = 0; m < VARIABLES; m++) {
            double residual = Math.sqrt(squares[m] / nodes) / problem.dt;
            double error = Math.sqrt(squares[VARIABLES + m] / nodes);
            worst = Math.max(worst, Verification.distance(residual, problem.residual[m]));
            worst = Math.max(worst, Verification.distance(error, problem.error[m]));
        }
        return Verification.of(problem, steps, worst, TOLERANCE, "norms off by " + worst);
    }
}
