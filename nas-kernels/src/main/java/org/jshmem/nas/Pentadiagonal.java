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
///   what a position of the lines holds, each row as long as there are lanes:
///
///   f1 f2 f3 f4 f5 | a4 a5 | a4 a5 | a4 a5
///   right-hand side  f1..f3   f4      f5      less the two entries behind the diagonal, once the row is normalised
/// ```
///
/// Row `p` has the entries a1 to a5 in the columns p - 2 to p + 2. It is normalised against the two rows before
/// it, which are normalised already: nothing behind is touched, so what the next PE needs is the last two
/// positions just as they lie here, and nothing else.
///
/// ```
///   a2 = k2 - W(p-1) - R(p-1)     a3 = k3 + 2 R(p)     a4 = k4 + W(p+1) - R(p+1)     a1 = k1, a5 = k5
/// ```
/// serves f1 to f3, convection W being dt t2 times the velocity and diffusion R dt t1 times (D + viscosity /
/// density); for f4, S(p-1), dt t2 times the speed of sound, is taken off a2 and S(p+1) is added to a4; for f5
/// the other way round.
final class Pentadiagonal {
    static final int ROWS = 11;

    /// The place of the first a4 among the rows.
    private static final int A = 5;

    /*
     * Signs: what is stored, and p2 to r4 below, are the negatives of the entries, so that every step is a fused
     * multiply-add. p, q and r are the matrices of f1..f3, f4 and f5. No calls inside the loops: see SpFlux.
     */
    private final double convection;
    private final double viscosity;
    private final double[] k;

    /// The matrix row at one position of all lines along one direction.
    ///
    /// @param k what the dissipation makes of k1 to k5, without the 1 on the diagonal
    Pentadiagonal(double[] dissipation, double convection, double diffusion, double viscosity) {
        this.convection = convection;
        this.viscosity = viscosity;
        k = dissipation.clone();
        k[1] -= diffusion;
        k[2] += 1 + 2 * diffusion;
        k[3] -= diffusion;
    }

    /// Normalises a position.
    ///
    /// @param f right-hand sides of this position from `at` on; of the one before in `f1`, before that in `f2`;
    ///     rows are `apart` doubles apart in all of them
    /// @param b the entries behind the diagonal: `a` is where the rows of this position start
    /// @param g 1/density of this position from `here` on, of others `step` away; the velocity is `velocity`
    ///     doubles on from it, the speed of sound `sound` doubles
    void eliminate(
            double[] f,
            int at,
            double[] f1,
            int at1,
            double[] f2,
            int at2,
            double[] b,
            int a,
            int apart,
            int lanes,
            double[] g,
            int here,
            int step,
            int velocity,
            int sound) {
        int to = a + A * apart;
        int b1 = to - ROWS * apart;
        int b2 = b1 - ROWS * apart;
        DoubleVector minusOne = broadcast(V, -1);
        DoubleVector c = broadcast(V, convection);
        DoubleVector minusC = broadcast(V, -convection);
        DoubleVector e = broadcast(V, viscosity);
        DoubleVector minusE2 = broadcast(V, -2 * viscosity);
        DoubleVector k1 = broadcast(V, -k[0]);
        DoubleVector k2 = broadcast(V, -k[1]);
        DoubleVector k3 = broadcast(V, -k[2]);
        DoubleVector k4 = broadcast(V, -k[3]);
        DoubleVector k5 = broadcast(V, -k[4]);
        for (int i = 0; i < lanes; i += COUNT) {
            int before = here - step + i;
            int behind = here + step + i;
            DoubleVector a2 = c.fma(fromArray(V, g, before + velocity), e.fma(fromArray(V, g, before), k2));
            DoubleVector a3 = minusE2.fma(fromArray(V, g, here + i), k3);
            DoubleVector a4 = minusC.fma(fromArray(V, g, behind + velocity), e.fma(fromArray(V, g, behind), k4));
            DoubleVector s2 = fromArray(V, g, before + sound).mul(c);
            DoubleVector s4 = fromArray(V, g, behind + sound).mul(c);

            DoubleVector p2 = k1.fma(fromArray(V, b, b2 + i), a2);
            DoubleVector q2 = k1.fma(fromArray(V, b, b2 + 2 * apart + i), a2.add(s2));
            DoubleVector r2 = k1.fma(fromArray(V, b, b2 + 4 * apart + i), a2.sub(s2));
            DoubleVector p3 = k1.fma(fromArray(V, b, b2 + apart + i), a3);
            DoubleVector q3 = k1.fma(fromArray(V, b, b2 + 3 * apart + i), a3);
            DoubleVector r3 = k1.fma(fromArray(V, b, b2 + 5 * apart + i), a3);
            p3 = p2.fma(fromArray(V, b, b1 + i), p3);
            q3 = q2.fma(fromArray(V, b, b1 + 2 * apart + i), q3);
            r3 = r2.fma(fromArray(V, b, b1 + 4 * apart + i), r3);
            DoubleVector p4 = p2.fma(fromArray(V, b, b1 + apart + i), a4);
            DoubleVector q4 = q2.fma(fromArray(V, b, b1 + 3 * apart + i), a4.sub(s4));
            DoubleVector r4 = r2.fma(fromArray(V, b, b1 + 5 * apart + i), a4.add(s4));

            // one division for three reciprocals, each positive
            DoubleVector pq = p3.mul(q3);
            DoubleVector all = minusOne.div(pq.mul(r3));
            DoubleVector rest = r3.mul(all);
            DoubleVector pInverse = q3.mul(rest);
            DoubleVector qInverse = p3.mul(rest);
            DoubleVector rInverse = pq.mul(all);

            p4.mul(pInverse).intoArray(b, to + i);
            k5.mul(pInverse).intoArray(b, to + apart + i);
            q4.mul(qInverse).intoArray(b, to + 2 * apart + i);
            k5.mul(qInverse).intoArray(b, to + 3 * apart + i);
            r4.mul(rInverse).intoArray(b, to + 4 * apart + i);
            k5.mul(rInverse).intoArray(b, to + 5 * apart + i);
            int o = i;
            DoubleVector sum = k1.fma(fromArray(V, f2, at2 + o), fromArray(V, f, at + o));
            p2.fma(fromArray(V, f1, at1 + o), sum).mul(pInverse).intoArray(f, at + o);
            o += apart;
            sum = k1.fma(fromArray(V, f2, at2 + o), fromArray(V, f, at + o));
            p2.fma(fromArray(V, f1, at1 + o), sum).mul(pInverse).intoArray(f, at + o);
            o += apart;
            sum = k1.fma(fromArray(V, f2, at2 + o), fromArray(V, f, at + o));
            p2.fma(fromArray(V, f1, at1 + o), sum).mul(pInverse).intoArray(f, at + o);
            o += apart;
            sum = k1.fma(fromArray(V, f2, at2 + o), fromArray(V, f, at + o));
            q2.fma(fromArray(V, f1, at1 + o), sum).mul(qInverse).intoArray(f, at + o);
            o += apart;
            sum = k1.fma(fromArray(V, f2, at2 + o), fromArray(V, f, at + o));
            r2.fma(fromArray(V, f1, at1 + o), sum).mul(rInverse).intoArray(f, at + o);
        }
    }

    /// Solves a position from the two behind it: in `f1` at `at1` and in `f2` at `at2`.
    static void substitute(
            double[] f, int at, double[] f1, int at1, double[] f2, int at2, double[] b, int a, int apart, int lanes) {
        int from = a + A * apart;
        for (int i = 0; i < lanes; i += COUNT) {
            DoubleVector a4 = fromArray(V, b, from + i);
            DoubleVector a5 = fromArray(V, b, from + apart + i);
            int o = i;
            DoubleVector sum = a5.fma(fromArray(V, f2, at2 + o), fromArray(V, f, at + o));
            a4.fma(fromArray(V, f1, at1 + o), sum).intoArray(f, at + o);
            o += apart;
            sum = a5.fma(fromArray(V, f2, at2 + o), fromArray(V, f, at + o));
            a4.fma(fromArray(V, f1, at1 + o), sum).intoArray(f, at + o);
            o += apart;
            sum = a5.fma(fromArray(V, f2, at2 + o), fromArray(V, f, at + o));
            a4.fma(fromArray(V, f1, at1 + o), sum).intoArray(f, at + o);
            o += apart;
            a4 = fromArray(V, b, from + 2 * apart + i);
            a5 = fromArray(V, b, from + 3 * apart + i);
            sum = a5.fma(fromArray(V, f2, at2 + o), fromArray(V, f, at + o));
            a4.fma(fromArray(V, f1, at1 + o), sum).intoArray(f, at + o);
            o += apart;
            a4 = fromArray(V, b, from + 4 * apart + i);
            a5 = fromArray(V, b, from + 5 * apart + i);
            sum = a5.fma(fromArray(V, f2, at2 + o), fromArray(V, f, at + o));
            a4.fma(fromArray(V, f1, at1 + o), sum).intoArray(f, at + o);
        }
    }
}
