// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas;

import static jdk.incubator.vector.DoubleVector.broadcast;
import static jdk.incubator.vector.DoubleVector.fromArray;
import static org.jshmem.nas.Lanes.COUNT;
import static org.jshmem.nas.Lanes.V;

import jdk.incubator.vector.DoubleVector;

/// Gaussian elimination without pivoting of many pentadiagonal systems side by side, one position of all lines at a
/// time.
///
/// ```
///   what a position of a block of lines holds, each row as long as the block has lanes:
///
///   f1 f2 f3 f4 f5 | a4 a5 | a4 a5 | a4 a5
///   right-hand side  f1..f3   f4      f5      the two entries behind the diagonal, once the row is normalised
/// ```
///
/// Row `p` has the entries a1 to a5 in the columns p - 2 to p + 2. It is normalised against the two rows before it,
/// which are normalised already: nothing behind is touched, so what the next PE needs is the last two positions just as
/// they lie here, and nothing else.
///
/// The coefficients at a position are three rows: convection W, diffusion R and sound S, each scaled by the time step.
/// ```
///   a2 = k2 - W(p-1) - R(p-1)     a3 = k3 + 2 R(p)     a4 = k4 + W(p+1) - R(p+1)     a1 = k1, a5 = k5
/// ```
/// serves f1 to f3; for f4, S(p-1) is taken off a2 and S(p+1) is added to a4; for f5 the other way round.
final class Pentadiagonal {
    static final int ROWS = 11;
    static final int COEFFICIENTS = 3;

    private Pentadiagonal() {}

    /// Normalises a position for f1 to f3. `k` holds k1 to k5; `at` and `c` are where the position starts in the block
    /// and in the coefficients; rows are `apart` doubles apart and `lanes` of them are in use.
    static void convected(double[] block, int at, double[] co, int c, int apart, int lanes, double[] k) {
        int before = at - ROWS * apart;
        int twoBefore = before - ROWS * apart;
        int cBefore = c - COEFFICIENTS * apart;
        int cBehind = c + COEFFICIENTS * apart;
        DoubleVector one = broadcast(V, 1);
        DoubleVector k1 = broadcast(V, k[0]);
        DoubleVector k2 = broadcast(V, k[1]);
        DoubleVector k3 = broadcast(V, k[2]);
        DoubleVector k4 = broadcast(V, k[3]);
        DoubleVector k5 = broadcast(V, k[4]);
        for (int i = 0; i < lanes; i += COUNT) {
            DoubleVector a2 = k2.sub(fromArray(V, co, cBefore + i)).sub(fromArray(V, co, cBefore + apart + i));
            DoubleVector a3 = fromArray(V, co, c + apart + i);
            a3 = a3.add(a3).add(k3);
            DoubleVector a4 = k4.add(fromArray(V, co, cBehind + i)).sub(fromArray(V, co, cBehind + apart + i));
            a2 = a2.sub(k1.mul(fromArray(V, block, twoBefore + 5 * apart + i)));
            a3 = a3.sub(k1.mul(fromArray(V, block, twoBefore + 6 * apart + i)));
            a3 = a3.sub(a2.mul(fromArray(V, block, before + 5 * apart + i)));
            a4 = a4.sub(a2.mul(fromArray(V, block, before + 6 * apart + i)));
            DoubleVector inverse = one.div(a3);
            a4.mul(inverse).intoArray(block, at + 5 * apart + i);
            k5.mul(inverse).intoArray(block, at + 6 * apart + i);
            DoubleVector from2 = k1.mul(inverse).neg();
            DoubleVector from1 = a2.mul(inverse).neg();
            DoubleVector f1 = from2.fma(
                    fromArray(V, block, twoBefore + i),
                    fromArray(V, block, at + i).mul(inverse));
            DoubleVector f2 = from2.fma(
                    fromArray(V, block, twoBefore + apart + i),
                    fromArray(V, block, at + apart + i).mul(inverse));
            DoubleVector f3 = from2.fma(
                    fromArray(V, block, twoBefore + 2 * apart + i),
                    fromArray(V, block, at + 2 * apart + i).mul(inverse));
            from1.fma(fromArray(V, block, before + i), f1).intoArray(block, at + i);
            from1.fma(fromArray(V, block, before + apart + i), f2).intoArray(block, at + apart + i);
            from1.fma(fromArray(V, block, before + 2 * apart + i), f3).intoArray(block, at + 2 * apart + i);
        }
    }

    /// Normalises a position for f4, where `sign` is 1, or f5, where it is -1.
    static void acoustic(double[] block, int at, double[] co, int c, int apart, int lanes, double[] k, int sign) {
        int f = (sign > 0 ? 3 : 4) * apart;
        int a = (sign > 0 ? 7 : 9) * apart;
        int before = at - ROWS * apart;
        int twoBefore = before - ROWS * apart;
        int cBefore = c - COEFFICIENTS * apart;
        int cBehind = c + COEFFICIENTS * apart;
        DoubleVector s = broadcast(V, sign);
        DoubleVector one = broadcast(V, 1);
        DoubleVector k1 = broadcast(V, k[0]);
        DoubleVector k2 = broadcast(V, k[1]);
        DoubleVector k3 = broadcast(V, k[2]);
        DoubleVector k4 = broadcast(V, k[3]);
        DoubleVector k5 = broadcast(V, k[4]);
        for (int i = 0; i < lanes; i += COUNT) {
            DoubleVector a2 = k2.sub(fromArray(V, co, cBefore + i)).sub(fromArray(V, co, cBefore + apart + i));
            a2 = a2.sub(s.mul(fromArray(V, co, cBefore + 2 * apart + i)));
            DoubleVector a3 = fromArray(V, co, c + apart + i);
            a3 = a3.add(a3).add(k3);
            DoubleVector a4 = k4.add(fromArray(V, co, cBehind + i)).sub(fromArray(V, co, cBehind + apart + i));
            a4 = s.fma(fromArray(V, co, cBehind + 2 * apart + i), a4);
            a2 = a2.sub(k1.mul(fromArray(V, block, twoBefore + a + i)));
            a3 = a3.sub(k1.mul(fromArray(V, block, twoBefore + a + apart + i)));
            a3 = a3.sub(a2.mul(fromArray(V, block, before + a + i)));
            a4 = a4.sub(a2.mul(fromArray(V, block, before + a + apart + i)));
            DoubleVector inverse = one.div(a3);
            a4.mul(inverse).intoArray(block, at + a + i);
            k5.mul(inverse).intoArray(block, at + a + apart + i);
            DoubleVector from2 = k1.mul(inverse).neg();
            DoubleVector from1 = a2.mul(inverse).neg();
            DoubleVector sum = from2.fma(
                    fromArray(V, block, twoBefore + f + i),
                    fromArray(V, block, at + f + i).mul(inverse));
            from1.fma(fromArray(V, block, before + f + i), sum).intoArray(block, at + f + i);
        }
    }

    /// Solves a position for rows `f` to `f + count - 1`, whose matrix is at row `a`, from the two positions behind it.
    static void substitute(double[] block, int at, int apart, int lanes, int f, int count, int a) {
        int behind = ROWS * apart;
        int twoBehind = 2 * behind;
        for (int i = at; i < at + lanes; i += COUNT) {
            DoubleVector a4 = fromArray(V, block, i + a * apart).neg();
            DoubleVector a5 = fromArray(V, block, i + (a + 1) * apart).neg();
            for (int r = i + f * apart; r < i + (f + count) * apart; r += apart) {
                DoubleVector sum = a5.fma(fromArray(V, block, r + twoBehind), fromArray(V, block, r));
                a4.fma(fromArray(V, block, r + behind), sum).intoArray(block, r);
            }
        }
    }

    /// Scales velocity, 1/density and speed of sound to the coefficients of a position: rows `apart` doubles apart.
    static void coefficients(
            double[] from,
            int velocity,
            int reciprocal,
            int sound,
            double[] co,
            int to,
            int apart,
            int lanes,
            double[] scale) {
        DoubleVector convection = broadcast(V, scale[0]);
        DoubleVector diffusion = broadcast(V, scale[1]);
        DoubleVector viscosity = broadcast(V, scale[2]);
        for (int i = 0; i < lanes; i += COUNT) {
            fromArray(V, from, velocity + i).mul(convection).intoArray(co, to + i);
            fromArray(V, from, reciprocal + i).fma(viscosity, diffusion).intoArray(co, to + apart + i);
            fromArray(V, from, sound + i).mul(convection).intoArray(co, to + 2 * apart + i);
        }
    }
}
