// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas;

import static jdk.incubator.vector.DoubleVector.broadcast;
import static jdk.incubator.vector.DoubleVector.fromArray;
import static org.jshmem.nas.Lanes.COUNT;
import static org.jshmem.nas.Lanes.V;

import jdk.incubator.vector.DoubleVector;

/// What SP does node by node: the derived fields, and the changes of variables that decouple the five equations
/// along each direction.
final class SpPoint {
    private static final double BT = SpPhysics.BT;

    private SpPoint() {}

    /// Derives the auxiliary fields of a row, padding included, from `u`.
    static void derive(SpCell c, SpPhysics physics, int k, int j) {
        double[] u = c.u;
        double[] f = c.auxiliary;
        int row = c.row;
        int from = c.uAt(k, j) - 2;
        int to = c.auxiliaryAt(k, j) - 2;
        DoubleVector one = broadcast(V, 1);
        DoubleVector con3 = broadcast(V, physics.con3);
        DoubleVector con5 = broadcast(V, physics.con5);
        for (int i = 0; i < row; i += COUNT) {
            DoubleVector r = one.div(fromArray(V, u, from + i));
            DoubleVector u2 = fromArray(V, u, from + row + i);
            DoubleVector u3 = fromArray(V, u, from + 2 * row + i);
            DoubleVector u4 = fromArray(V, u, from + 3 * row + i);
            DoubleVector u5 = fromArray(V, u, from + 4 * row + i);
            DoubleVector square = u2.fma(u2, u3.fma(u3, u4.mul(u4))).mul(r).mul(0.5);
            DoubleVector pressure = u5.sub(square).mul(SpPhysics.C2);
            r.intoArray(f, to + i);
            u2.mul(r).intoArray(f, to + row + i);
            u3.mul(r).intoArray(f, to + 2 * row + i);
            u4.mul(r).intoArray(f, to + 3 * row + i);
            square.fma(con3, u5.mul(con5)).mul(r).intoArray(f, to + SpCell.HEAT * row + i);
            pressure.intoArray(f, to + SpCell.PRESSURE * row + i);
            pressure.mul(r).mul(SpPhysics.C1).sqrt().intoArray(f, to + SpCell.SOUND * row + i);
        }
    }

    /// Scales a row of the right-hand side by the time step and turns it to the variables of the x sweep (txinvr).
    static void txinvr(SpCell c, int k, int j) {
        double[] rhs = c.rhs;
        double[] f = c.auxiliary;
        double[] dt = c.dtRow;
        int row = c.row;
        int width = c.width;
        int at = c.rhsAt(k, j);
        int aux = c.auxiliaryAt(k, j);
        for (int i = 0; i < width; i += COUNT) {
            DoubleVector step = fromArray(V, dt, i);
            DoubleVector r1 = fromArray(V, rhs, at + i).mul(step);
            DoubleVector r2 = fromArray(V, rhs, at + width + i).mul(step);
            DoubleVector r3 = fromArray(V, rhs, at + 2 * width + i).mul(step);
            DoubleVector r4 = fromArray(V, rhs, at + 3 * width + i).mul(step);
            DoubleVector r5 = fromArray(V, rhs, at + 4 * width + i).mul(step);
            DoubleVector r = fromArray(V, f, aux + i);
            DoubleVector v1 = fromArray(V, f, aux + row + i);
            DoubleVector v2 = fromArray(V, f, aux + 2 * row + i);
            DoubleVector v3 = fromArray(V, f, aux + 3 * row + i);
            DoubleVector sound = fromArray(V, f, aux + SpCell.SOUND * row + i);
            DoubleVector qs = v1.fma(v1, v2.fma(v2, v3.mul(v3))).mul(0.5);
            DoubleVector t1 = qs.fma(r1, r5);
            t1 = t1.sub(v1.mul(r2)).sub(v2.mul(r3)).sub(v3.mul(r4)).mul(SpPhysics.C2);
            t1 = t1.div(sound.mul(sound));
            DoubleVector btr = r.mul(BT);
            DoubleVector t2 = v1.mul(r1).sub(r2).mul(btr);
            DoubleVector t3 = btr.mul(sound).mul(t1);
            r1.sub(t1).intoArray(rhs, at + i);
            r4.sub(v3.mul(r1)).mul(r).intoArray(rhs, at + width + i);
            v2.mul(r1).sub(r3).mul(r).intoArray(rhs, at + 2 * width + i);
            t3.sub(t2).intoArray(rhs, at + 3 * width + i);
            t3.add(t2).intoArray(rhs, at + 4 * width + i);
        }
    }

    /// From the variables of the x sweep to those of the y sweep, in place (ninvr): five rows, `apart` doubles
    /// from one to the next.
    static void ninvr(double[] s, int at, int apart, int n) {
        for (int i = at; i < at + n; i += COUNT) {
            DoubleVector r1 = fromArray(V, s, i);
            DoubleVector r2 = fromArray(V, s, i + apart);
            DoubleVector r3 = fromArray(V, s, i + 2 * apart);
            DoubleVector r4 = fromArray(V, s, i + 3 * apart);
            DoubleVector r5 = fromArray(V, s, i + 4 * apart);
            DoubleVector t1 = r3.mul(BT);
            DoubleVector t2 = r4.add(r5).mul(0.5);
            r2.neg().intoArray(s, i);
            r1.intoArray(s, i + apart);
            r4.sub(r5).mul(BT).intoArray(s, i + 2 * apart);
            t2.sub(t1).intoArray(s, i + 3 * apart);
            t2.add(t1).intoArray(s, i + 4 * apart);
        }
    }

    /// From the variables of the y sweep to those of the z sweep, in place (pinvr): a row of the right-hand side.
    static void pinvr(double[] rhs, int at, int width) {
        for (int i = at; i < at + width; i += COUNT) {
            DoubleVector r1 = fromArray(V, rhs, i);
            DoubleVector r2 = fromArray(V, rhs, i + width);
            DoubleVector r3 = fromArray(V, rhs, i + 2 * width);
            DoubleVector r4 = fromArray(V, rhs, i + 3 * width);
            DoubleVector r5 = fromArray(V, rhs, i + 4 * width);
            DoubleVector t1 = r1.mul(BT);
            DoubleVector t2 = r4.add(r5).mul(0.5);
            r4.sub(r5).mul(BT).intoArray(rhs, i);
            r3.neg().intoArray(rhs, i + width);
            r2.intoArray(rhs, i + 2 * width);
            t2.sub(t1).intoArray(rhs, i + 3 * width);
            t2.add(t1).intoArray(rhs, i + 4 * width);
        }
    }

    /// From the variables of the z sweep back to the conserved ones (tzetar), and on to `u`: the right-hand side
    /// is then what a row of nodes moves by.
    static void tzetarAndAdd(SpCell c, int k, int j) {
        double[] u = c.u;
        double[] f = c.auxiliary;
        double[] s = c.rhs;
        int row = c.row;
        int width = c.width;
        int to = c.uAt(k, j);
        int aux = c.auxiliaryAt(k, j);
        int at = c.rhsAt(k, j);
        for (int i = 0; i < width; i += COUNT) {
            DoubleVector r1 = fromArray(V, s, at + i);
            DoubleVector r2 = fromArray(V, s, at + width + i);
            DoubleVector r3 = fromArray(V, s, at + 2 * width + i);
            DoubleVector r4 = fromArray(V, s, at + 3 * width + i);
            DoubleVector r5 = fromArray(V, s, at + 4 * width + i);
            DoubleVector u1 = fromArray(V, u, to + i);
            DoubleVector v1 = fromArray(V, f, aux + row + i);
            DoubleVector v2 = fromArray(V, f, aux + 2 * row + i);
            DoubleVector v3 = fromArray(V, f, aux + 3 * row + i);
            DoubleVector sound = fromArray(V, f, aux + SpCell.SOUND * row + i);
            DoubleVector b = u1.mul(BT);
            DoubleVector t1 = b.div(sound).mul(r4.add(r5));
            DoubleVector t2 = r3.add(t1);
            DoubleVector t3 = r4.sub(r5).mul(b);
            DoubleVector x = u1.mul(r1);
            DoubleVector y = u1.mul(r2);
            u1.add(t2).intoArray(u, to + i);
            v1.fma(t2, fromArray(V, u, to + row + i)).sub(y).intoArray(u, to + row + i);
            v2.fma(t2, fromArray(V, u, to + 2 * row + i)).add(x).intoArray(u, to + 2 * row + i);
            v3.fma(t2, fromArray(V, u, to + 3 * row + i)).add(t3).intoArray(u, to + 3 * row + i);
            DoubleVector qs = v1.fma(v1, v2.fma(v2, v3.mul(v3))).mul(0.5);
            DoubleVector e = qs.fma(t2, fromArray(V, u, to + 4 * row + i));
            e = v2.mul(x).sub(v1.mul(y)).add(v3.mul(t3)).add(e);
            sound.mul(sound).mul(2.5).fma(t1, e).intoArray(u, to + 4 * row + i);
        }
    }
}
