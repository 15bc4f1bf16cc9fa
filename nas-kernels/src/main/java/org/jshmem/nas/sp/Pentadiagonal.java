// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

import static jdk.incubator.vector.DoubleVector.broadcast;
import static org.jshmem.nas.sp.VectorMemory.BYTES;
import static org.jshmem.nas.sp.VectorMemory.V;
import static org.jshmem.nas.sp.VectorMemory.load;
import static org.jshmem.nas.sp.VectorMemory.store;

import jdk.incubator.vector.DoubleVector;

/// Gaussian elimination without pivoting of many pentadiagonal systems in parallel lanes, one position of all lines
/// at a time. The three sweeps differ by the addresses in [Lines] alone.
///
/// Row `p` has the entries a1 to a5 in the columns p - 2 to p + 2. It is normalised against the two rows before it,
/// which are normalised already.
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
 */
final class Pentadiagonal {
    /// The sign of the speed of sound in each of the matrices.
    private static final double[] SIGNS = {0, 1, -1};

    private final double convection;
    private final double viscosity;

    /// For each position the sum of dissipation and diffusion in k1 to k5; null on the boundary.
    private final double[][] k;

    Pentadiagonal(Physics physics, int direction) {
        double dt = physics.dt;
        double diffusion = dt * physics.t1 * Physics.DIFFUSION[direction];
        convection = dt * physics.t2;
        viscosity = dt * physics.t1 * Physics.VISCOSITY;
        k = new double[physics.nodes][];
        for (int p = 1; p < k.length - 1; p++) {
            double[] entries = physics.dissipation(p);
            for (int t = 0; t < 5; t++) entries[t] *= dt * Physics.DSSP;
            entries[1] -= diffusion;
            entries[2] += 1 + 2 * diffusion;
            entries[3] -= diffusion;
            k[p] = entries;
        }
    }

    /// Normalises all positions, towards the end of the lines.
    void eliminate(Lines l) {
        for (int p = 1; p < k.length - 1; p++) {
            for (int matrix = 0; matrix < SIGNS.length; matrix++) rows(l, p, k[p], matrix);
            reciprocals(l, p, -k[p][4]);
            rightHandSides(l, p, -k[p][0]);
        }
    }

    /// Solves all positions, towards the start of the lines.
    void substitute(Lines l) {
        for (int p = k.length - 2; p > 0; p--) substitute(l, p);
    }

    /// Eliminates a row of one of the matrices against the two before it: stores a2 and a3 in `work`, a4 in its
    /// place.
    private void rows(Lines l, int p, double[] k, int matrix) {
        long before = VectorMemory.checkedAddress(l.coefficients(p - 1));
        long here = VectorMemory.checkedAddress(l.coefficients(p));
        long after = VectorMemory.checkedAddress(l.coefficients(p + 1));
        long velocity = VectorMemory.checkedStride(l.velocity);
        long sound = VectorMemory.checkedStride(l.sound);
        long stride = VectorMemory.checkedStride(l.stride);
        long of = 2L * matrix * l.stride;
        long to = VectorMemory.checkedAddress(l.matrix(p) + of);
        long m1 = VectorMemory.checkedAddress(l.matrix(p - 1) + of);
        long m2 = VectorMemory.checkedAddress(l.matrix(p - 2) + of);
        long work = VectorMemory.checkedAddress(l.work() + of);
        int bytes = l.bytes;
        DoubleVector c = broadcast(V, convection);
        DoubleVector minusC = broadcast(V, -convection);
        DoubleVector s = broadcast(V, SIGNS[matrix] * convection);
        DoubleVector minusS = broadcast(V, -SIGNS[matrix] * convection);
        DoubleVector e = broadcast(V, viscosity);
        DoubleVector minusE2 = broadcast(V, -2 * viscosity);
        DoubleVector k1 = broadcast(V, -k[0]);
        DoubleVector k2 = broadcast(V, -k[1]);
        DoubleVector k3 = broadcast(V, -k[2]);
        DoubleVector k4 = broadcast(V, -k[3]);
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
    private static void reciprocals(Lines l, int p, double fifth) {
        long to = VectorMemory.checkedAddress(l.matrix(p));
        long work = VectorMemory.checkedAddress(l.work());
        long stride = VectorMemory.checkedStride(l.stride);
        int bytes = l.bytes;
        DoubleVector minusOne = broadcast(V, -1);
        DoubleVector k5 = broadcast(V, fifth);
        for (int i = 0; i < bytes; i += BYTES) {
            DoubleVector p3 = load(work + stride + i);
            DoubleVector q3 = load(work + 3 * stride + i);
            DoubleVector r3 = load(work + 5 * stride + i);
            DoubleVector pq = p3.mul(q3);
            DoubleVector all = minusOne.div(pq.mul(r3));
            DoubleVector rest = r3.mul(all);
            DoubleVector byP = q3.mul(rest);
            DoubleVector byQ = p3.mul(rest);
            DoubleVector byR = pq.mul(all);
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
    private static void rightHandSides(Lines l, int p, double first) {
        long work = VectorMemory.checkedAddress(l.work());
        long stride = VectorMemory.checkedStride(l.stride);
        int bytes = l.bytes;
        long from = VectorMemory.checkedAddress(l.source(p));
        long f = VectorMemory.checkedAddress(l.rhs(p));
        long f1 = VectorMemory.checkedAddress(l.rhs(p - 1));
        long f2 = VectorMemory.checkedAddress(l.rhs(p - 2));
        long fStride = VectorMemory.checkedStride(l.rhsStride);
        long fromStride = VectorMemory.checkedStride(l.sourceStride);
        DoubleVector k1 = broadcast(V, first);
        for (int m = 0; m < PointOperations.VARIABLES; m++) {
            long second = work + 2L * matrixOf(m) * stride;
            long inverse = second + stride;
            long o = m * fStride;
            long g = from + m * fromStride;
            for (int i = 0; i < bytes; i += BYTES) {
                DoubleVector sum = k1.fma(load(f2 + o + i), load(g + i));
                store(load(second + i).fma(load(f1 + o + i), sum).mul(load(inverse + i)), f + o + i);
            }
        }
    }

    /// Solves a position from the two after it.
    private static void substitute(Lines l, int p) {
        long matrix = VectorMemory.checkedAddress(l.matrix(p));
        long stride = VectorMemory.checkedStride(l.stride);
        int bytes = l.bytes;
        long f = VectorMemory.checkedAddress(l.rhs(p));
        long f1 = VectorMemory.checkedAddress(l.rhs(p + 1));
        long f2 = VectorMemory.checkedAddress(l.rhs(p + 2));
        long fStride = VectorMemory.checkedStride(l.rhsStride);
        for (int m = 0; m < PointOperations.VARIABLES; m++) {
            long fourth = matrix + 2L * matrixOf(m) * stride;
            long fifth = fourth + stride;
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
