// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

import static jdk.incubator.vector.DoubleVector.broadcast;
import static org.jshmem.nas.sp.VectorMemory.BYTES;
import static org.jshmem.nas.sp.VectorMemory.V;
import static org.jshmem.nas.sp.VectorMemory.address;
import static org.jshmem.nas.sp.VectorMemory.distance;
import static org.jshmem.nas.sp.VectorMemory.load;
import static org.jshmem.nas.sp.VectorMemory.store;

import jdk.incubator.vector.DoubleVector;

/// The line solves along one direction, without pivoting: many pentadiagonal systems in parallel lanes, one position of
/// all lines at a time. [Solver] decides where the lines' rows are, and uses the solution.
///
/// ```
///   rows of a position                      for all lanes
///   right-hand sides    f1 f2 f3 | f4 | f5  read at `source`, normalised and solved at `rhs`
///   coefficients        1/density, velocity along the direction, speed of sound
///   matrix              p4 p5 | q4 q5 | r4 r5    entries after the diagonal of a normalised position
/// ```
/// Right-hand sides and matrices have two positions more at either end, which stay zero: -2, -1, n and n + 1.
///
/// Row `p` of a system has the entries a1 to a5 in the columns p - 2 to p + 2. It is normalised against the two rows
/// before it, which are normalised already.
///
/// ```
///   a2 = k2 - W(p-1) - R(p-1)     a3 = k3 + 2 R(p)     a4 = k4 + W(p+1) - R(p+1)     a1 = k1, a5 = k5
/// ```
/// This matrix serves the first three right-hand sides. The convection W is dt t2 times the velocity, the diffusion R
/// dt t1 times (D + viscosity / density). For the fourth side, S(p-1), dt t2 times the speed of sound, is subtracted
/// from a2 and S(p+1) added to a4; for the fifth the signs are exchanged.
/*
 * Signs: the stored entries, and p2 to r4 below, are the negatives of the entries, so that every step is a fused
 * multiply-add. p, q and r are the matrices of the first three, the fourth and the fifth right-hand side.
 *
 * `collect` and `use` are called from one place for three directions, megamorphic on purpose: inlined together their
 * loops would exceed NodeCountInliningCutoff, see Flux.
 */
final class LineSolver {
    /// A step on the lines of a plane from the lane `first` on.
    interface Step {
        void of(int plane, int first);
    }

    static final int COEFFICIENTS = 3, MATRIX = 6;
    private static final int ENDS = 2;

    /// Lines with more bytes than this leave the second-level cache, so they are cut to fewer lanes.
    private static final long ROOM_BYTES = 600 << 10;

    private static final int MOST_LANES = 64;

    /// The sign of the speed of sound in each of the matrices.
    private static final double[] SIGNS = {0, 1, -1};

    /// The most lanes of a row, and the bytes that are computed now.
    final int lanes;

    int bytes;

    /// The addresses of the right-hand sides to read, by position, and the bytes from one variable to the next.
    final long[] source;

    long sourceStride;

    /// The address of the right-hand sides of position 0 to solve; the bytes to the next position, to the next
    /// variable.
    long rhs, rhsStep, rhsStride;

    /// The same for the coefficients; the bytes from 1/density to the velocity and to the speed of sound.
    long coefficients, coefficientsStep, velocity, sound;

    /// Bytes from one row of scratch memory to the next.
    final long stride;

    /// `work` has the other entries of a position's matrices during its normalisation: p2 1/p3 | q2 1/q3 | r2 1/r3.
    private final long matrices, work;
    private final double convection, viscosity;

    /// For each position the sum of dissipation and diffusion in k1 to k5; null on the boundary.
    private final double[][] k;

    private final Step collect, use;

    /// @param lanes lanes of a strip
    /// @param collect sets the addresses of the lines' rows, and copies rows that are elsewhere
    /// @param use changes the solution's variables, and copies the solution to its field
    LineSolver(Physics physics, int direction, int lanes, ScratchMemory memory, Step collect, Step use) {
        this.lanes = lanes;
        this.collect = collect;
        this.use = use;
        stride = (long) lanes * Double.BYTES;
        int nodes = physics.nodes;
        source = new long[nodes];
        matrices = memory.take((nodes + 2L * ENDS + 1) * MATRIX * lanes) + ENDS * MATRIX * stride;
        work = matrix(nodes + ENDS);
        double dt = physics.dt;
        double diffusion = dt * physics.t1 * Physics.DIFFUSION[direction];
        convection = dt * physics.t2;
        viscosity = dt * physics.t1 * Physics.VISCOSITY;
        k = new double[nodes][];
        for (int p = 1; p < nodes - 1; p++) {
            double[] entries = physics.dissipation(p);
            for (int t = 0; t < 5; t++) entries[t] *= dt * Physics.DSSP;
            entries[1] -= diffusion;
            entries[2] += 1 + 2 * diffusion;
            entries[3] -= diffusion;
            k[p] = entries;
        }
    }

    /// Returns the number of lanes that stay in the cache with `rows` rows at each position.
    static int fitting(int nodes, int rows) {
        long most = ROOM_BYTES / ((long) nodes * rows * Double.BYTES);
        return even(nodes, Math.clamp(most, VectorMemory.PAD, MOST_LANES));
    }

    /// Returns at most `most` lanes, so that strips are as even as possible.
    static int even(int nodes, int most) {
        int width = VectorMemory.padded(nodes);
        int strips = (width + most - 1) / most;
        return VectorMemory.padded((width + strips - 1) / strips);
    }

    /// Gives the lines scratch memory for the right-hand sides and the coefficients of `positions` positions.
    void allocate(int positions, ScratchMemory memory) {
        velocity = rhsStride = sourceStride = stride;
        sound = 2 * stride;
        rhsStep = PointOperations.VARIABLES * stride;
        coefficientsStep = COEFFICIENTS * stride;
        rhs = memory.take((positions + 2L * ENDS) * PointOperations.VARIABLES * lanes) + ENDS * rhsStep;
        coefficients = memory.take((long) positions * COEFFICIENTS * lanes);
        for (int p = 0; p < source.length; p++) source[p] = rhs(p);
    }

    /// Lets the lines be solved along direction `d` of a plane where they are.
    void inPlace(Field field, Field derived, int d) {
        rhsStride = sourceStride = field.stride();
        rhsStep = field.row();
        coefficientsStep = derived.row();
        velocity = (PointOperations.VELOCITY + d) * derived.stride();
        sound = PointOperations.SOUND * derived.stride();
    }

    long rhs(int position) {
        return rhs + position * rhsStep;
    }

    long coefficients(int position) {
        return coefficients + position * coefficientsStep;
    }

    private long matrix(int position) {
        return matrices + position * (MATRIX * stride);
    }

    /// Solves all lines of a plane of `width` lanes.
    void solvePlane(int plane, int width) {
        for (int first = 0; first < width; first += lanes) solve(plane, first, Math.min(lanes, width - first));
    }

    /// Solves `count` lines of a plane, from `first` on.
    void solve(int plane, int first, int count) {
        bytes = count * Double.BYTES;
        collect.of(plane, first);
        eliminate();
        substitute();
        use.of(plane, first);
    }

    /// Normalises all positions, towards the end of the lines.
    private void eliminate() {
        for (int p = 1; p < k.length - 1; p++) {
            for (int matrix = 0; matrix < SIGNS.length; matrix++) lhs(p, k[p], matrix);
            reciprocals(p, -k[p][4]);
            rightHandSides(p, -k[p][0]);
        }
    }

    /// Solves all positions, towards the start of the lines.
    private void substitute() {
        for (int p = k.length - 2; p > 0; p--) substitute(p);
    }

    /// Eliminates a row of one of the matrices (lhsx, lhsy, lhsz) against the two before it: stores a2 and a3 in
    /// `work`, a4 in its place.
    private void lhs(int p, double[] k, int matrix) {
        long before = address(coefficients(p - 1)), here = address(coefficients(p));
        long after = address(coefficients(p + 1));
        long velocity = distance(this.velocity), sound = distance(this.sound), stride = distance(this.stride);
        long of = 2L * matrix * this.stride;
        long to = address(matrix(p) + of), m1 = address(matrix(p - 1) + of), m2 = address(matrix(p - 2) + of);
        long work = address(this.work + of);
        int bytes = this.bytes;
        DoubleVector c = broadcast(V, convection), minusC = broadcast(V, -convection);
        DoubleVector s = broadcast(V, SIGNS[matrix] * convection), minusS = broadcast(V, -SIGNS[matrix] * convection);
        DoubleVector e = broadcast(V, viscosity), minusE2 = broadcast(V, -2 * viscosity), k1 = broadcast(V, -k[0]);
        DoubleVector k2 = broadcast(V, -k[1]), k3 = broadcast(V, -k[2]), k4 = broadcast(V, -k[3]);
        for (int i = 0; i < bytes; i += BYTES) {
            DoubleVector a2 = c.fma(load(before + velocity + i), e.fma(load(before + i), k2));
            a2 = k1.fma(load(m2 + i), s.fma(load(before + sound + i), a2));
            DoubleVector a3 = k1.fma(load(m2 + stride + i), minusE2.fma(load(here + i), k3));
            DoubleVector a4 = minusC.fma(load(after + velocity + i), e.fma(load(after + i), k4));
            a4 = minusS.fma(load(after + sound + i), a4);
            store(a2, work + i);
            store(a2.fma(load(m1 + i), a3), work + stride + i);
            store(a2.fma(load(m1 + stride + i), a4), to + i);
        }
    }

    /// Computes the reciprocals of three diagonals, each positive, by one division, and multiplies the entries after
    /// the diagonals by them.
    private void reciprocals(int p, double fifth) {
        long to = address(matrix(p)), work = address(this.work);
        long stride = distance(this.stride);
        int bytes = this.bytes;
        DoubleVector minusOne = broadcast(V, -1), k5 = broadcast(V, fifth);
        for (int i = 0; i < bytes; i += BYTES) {
            DoubleVector p3 = load(work + stride + i), q3 = load(work + 3 * stride + i);
            DoubleVector r3 = load(work + 5 * stride + i);
            DoubleVector pq = p3.mul(q3), all = minusOne.div(pq.mul(r3)), rest = r3.mul(all);
            DoubleVector byP = q3.mul(rest), byQ = p3.mul(rest), byR = pq.mul(all);
            store(byP, work + stride + i);
            store(byQ, work + 3 * stride + i);
            store(byR, work + 5 * stride + i);
            store(load(to + i).mul(byP), to + i);
            store(k5.mul(byP), to + stride + i);
            store(load(to + 2 * stride + i).mul(byQ), to + 2 * stride + i);
            store(k5.mul(byQ), to + 3 * stride + i);
            store(load(to + 4 * stride + i).mul(byR), to + 4 * stride + i);
            store(k5.mul(byR), to + 5 * stride + i);
        }
    }

    /// Eliminates the right-hand sides of a position against those of the two before, the first three by one matrix.
    private void rightHandSides(int p, double first) {
        long work = address(this.work);
        long stride = distance(this.stride);
        int bytes = this.bytes;
        long from = address(source[p]), f = address(rhs(p)), f1 = address(rhs(p - 1)), f2 = address(rhs(p - 2));
        long fStride = distance(rhsStride), fromStride = distance(sourceStride);
        DoubleVector k1 = broadcast(V, first);
        for (int m = 0; m < PointOperations.VARIABLES; m++) {
            long second = work + 2L * matrixOf(m) * stride, inverse = second + stride;
            long o = m * fStride, g = from + m * fromStride;
            for (int i = 0; i < bytes; i += BYTES) {
                DoubleVector sum = k1.fma(load(f2 + o + i), load(g + i));
                store(load(second + i).fma(load(f1 + o + i), sum).mul(load(inverse + i)), f + o + i);
            }
        }
    }

    /// Solves a position from the two after it.
    private void substitute(int p) {
        long matrix = address(matrix(p));
        long stride = distance(this.stride);
        int bytes = this.bytes;
        long f = address(rhs(p)), f1 = address(rhs(p + 1)), f2 = address(rhs(p + 2));
        long fStride = distance(rhsStride);
        for (int m = 0; m < PointOperations.VARIABLES; m++) {
            long fourth = matrix + 2L * matrixOf(m) * stride, fifth = fourth + stride;
            long o = m * fStride;
            for (int i = 0; i < bytes; i += BYTES) {
                DoubleVector sum = load(fifth + i).fma(load(f2 + o + i), load(f + o + i));
                store(load(fourth + i).fma(load(f1 + o + i), sum), f + o + i);
            }
        }
    }

    /// Returns the matrix, of the three, that serves a right-hand side.
    private static int matrixOf(int m) {
        return Math.max(m - 2, 0);
    }
}
