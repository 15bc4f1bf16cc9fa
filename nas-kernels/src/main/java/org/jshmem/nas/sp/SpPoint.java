// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

import static jdk.incubator.vector.DoubleVector.broadcast;
import static org.jshmem.nas.sp.Lanes.ALL;
import static org.jshmem.nas.sp.Lanes.BIAS;
import static org.jshmem.nas.sp.Lanes.BYTES;
import static org.jshmem.nas.sp.Lanes.ORDER;
import static org.jshmem.nas.sp.Lanes.V;
import static org.jshmem.nas.sp.Lanes.load;
import static org.jshmem.nas.sp.Lanes.store;

import jdk.incubator.vector.DoubleVector;

/// The computations of SP at each node, a row of nodes at a time: the derived fields, and the changes of variables
/// that decouple the five equations along each direction.
///
/// Rows are `bytes` long. The first of the five variables of a row is at the given address, each other one `apart`
/// bytes after the one before.
final class SpPoint {
    static final int VARIABLES = 5;

    /// The derived fields: 1/density, the three velocities, the operand of the energy equation's second differences,
    /// pressure and the speed of sound.
    static final int RECIPROCAL = 0;

    static final int VELOCITY = 1;
    static final int HEAT = 4;
    static final int PRESSURE = 5;
    static final int SOUND = 6;
    static final int FIELDS = 7;

    private static final double BT = SpPhysics.BT;

    private SpPoint() {}

    /// Derives the seven fields at `f` from `u`.
    static void derive(SpPhysics physics, long uAt, long fAt, long apartBytes, int bytes) {
        long u = Lanes.row(uAt);
        long f = Lanes.row(fAt);
        long apart = Lanes.step(apartBytes);
        DoubleVector one = broadcast(V, 1);
        DoubleVector con3 = broadcast(V, physics.con3);
        DoubleVector con5 = broadcast(V, physics.con5);
        for (int i = 0; i < bytes; i += BYTES) {
            long at = u + i;
            DoubleVector r = one.div(load(at));
            DoubleVector u2 = load(at + apart);
            DoubleVector u3 = load(at + 2 * apart);
            DoubleVector u4 = load(at + 3 * apart);
            DoubleVector u5 = load(at + 4 * apart);
            DoubleVector square = u2.fma(u2, u3.fma(u3, u4.mul(u4))).mul(r).mul(0.5);
            DoubleVector pressure = u5.sub(square).mul(SpPhysics.C2);
            long to = f + i;
            store(r, to);
            store(u2.mul(r), to + apart);
            store(u3.mul(r), to + 2 * apart);
            store(u4.mul(r), to + 3 * apart);
            store(square.fma(con3, u5.mul(con5)).mul(r), to + HEAT * apart);
            store(pressure, to + PRESSURE * apart);
            store(pressure.mul(r).mul(SpPhysics.C1).sqrt(), to + SOUND * apart);
        }
    }

    /// Derives only the fields of line solves along z: 1/density, velocity and speed of sound, in rows `toApart`
    /// apart.
    static void deriveAlongZ(long uAt, long apartBytes, long toAt, long toApartBytes, int bytes) {
        long u = Lanes.row(uAt);
        long to = Lanes.row(toAt);
        long apart = Lanes.step(apartBytes);
        long toApart = Lanes.step(toApartBytes);
        DoubleVector one = broadcast(V, 1);
        for (int i = 0; i < bytes; i += BYTES) {
            long at = u + i;
            DoubleVector r = one.div(load(at));
            DoubleVector u2 = load(at + apart);
            DoubleVector u3 = load(at + 2 * apart);
            DoubleVector u4 = load(at + 3 * apart);
            DoubleVector square = u2.fma(u2, u3.fma(u3, u4.mul(u4))).mul(r).mul(0.5);
            DoubleVector pressure = load(at + 4 * apart).sub(square).mul(SpPhysics.C2);
            store(r, to + i);
            store(u4.mul(r), to + toApart + i);
            store(pressure.mul(r).mul(SpPhysics.C1).sqrt(), to + 2 * toApart + i);
        }
    }

    /// Changes a row of the right-hand side, in place, to the variables of the x sweep (txinvr).
    static void txinvr(long rhsAt, long fAt, long apartBytes, int bytes) {
        long rhs = Lanes.row(rhsAt);
        long f = Lanes.row(fAt);
        long apart = Lanes.step(apartBytes);
        DoubleVector half = broadcast(V, 0.5);
        DoubleVector c2 = broadcast(V, SpPhysics.C2);
        DoubleVector bt = broadcast(V, BT);
        for (int i = 0; i < bytes; i += BYTES) {
            long at = rhs + i;
            long aux = f + i;
            DoubleVector r1 = load(at);
            DoubleVector r2 = load(at + apart);
            DoubleVector r3 = load(at + 2 * apart);
            DoubleVector r4 = load(at + 3 * apart);
            DoubleVector r5 = load(at + 4 * apart);
            DoubleVector r = load(aux);
            DoubleVector v1 = load(aux + apart);
            DoubleVector v2 = load(aux + 2 * apart);
            DoubleVector v3 = load(aux + 3 * apart);
            DoubleVector sound = load(aux + SOUND * apart);
            DoubleVector doubled = v1.fma(v1, v2.fma(v2, v3.mul(v3)));
            DoubleVector carried = v1.fma(r2, v2.fma(r3, v3.mul(r4)));
            DoubleVector t1 = r1.mul(half).fma(doubled, r5).sub(carried).mul(c2).div(sound.mul(sound));
            DoubleVector btr = r.mul(bt);
            DoubleVector t2 = v1.mul(r1).sub(r2).mul(btr);
            DoubleVector t3 = btr.mul(sound).mul(t1);
            store(r1.sub(t1), at);
            store(r4.sub(v3.mul(r1)).mul(r), at + apart);
            store(v2.mul(r1).sub(r3).mul(r), at + 2 * apart);
            store(t3.sub(t2), at + 3 * apart);
            t3.add(t2).intoMemorySegment(ALL, at + 4 * apart + BIAS, ORDER); // not by `store`: see SpFlux
        }
    }

    /// Changes variables of the x sweep to those of the y sweep, in place (ninvr).
    static void ninvr(long rhsAt, long apartBytes, int bytes) {
        long rhs = Lanes.row(rhsAt);
        long apart = Lanes.step(apartBytes);
        for (int i = 0; i < bytes; i += BYTES) {
            long at = rhs + i;
            DoubleVector r1 = load(at);
            DoubleVector r2 = load(at + apart);
            DoubleVector t1 = load(at + 2 * apart).mul(BT);
            DoubleVector r4 = load(at + 3 * apart);
            DoubleVector r5 = load(at + 4 * apart);
            DoubleVector t2 = r4.add(r5).mul(0.5);
            store(r2.neg(), at);
            store(r1, at + apart);
            store(r4.sub(r5).mul(BT), at + 2 * apart);
            store(t2.sub(t1), at + 3 * apart);
            store(t2.add(t1), at + 4 * apart);
        }
    }

    /// Changes variables of the y sweep to those of the z sweep, in place (pinvr).
    static void pinvr(long rhsAt, long apartBytes, int bytes) {
        long rhs = Lanes.row(rhsAt);
        long apart = Lanes.step(apartBytes);
        for (int i = 0; i < bytes; i += BYTES) {
            long at = rhs + i;
            DoubleVector t1 = load(at).mul(BT);
            DoubleVector r2 = load(at + apart);
            DoubleVector r3 = load(at + 2 * apart);
            DoubleVector r4 = load(at + 3 * apart);
            DoubleVector r5 = load(at + 4 * apart);
            DoubleVector t2 = r4.add(r5).mul(0.5);
            store(r4.sub(r5).mul(BT), at);
            store(r3.neg(), at + apart);
            store(r2, at + 2 * apart);
            store(t2.sub(t1), at + 3 * apart);
            store(t2.add(t1), at + 4 * apart);
        }
    }

    /// Changes variables of the z sweep, at `s`, back to the conserved ones (tzetar), and adds these to `u`.
    ///
    /// @param reciprocal the row of 1/density
    /// @param sound the row of the speed of sound
    static void tzetarAndAdd(
            long uAt, long apartBytes, long sAt, long sApartBytes, long reciprocalAt, long soundAt, int bytes) {
        long u = Lanes.row(uAt);
        long s = Lanes.row(sAt);
        long reciprocal = Lanes.row(reciprocalAt);
        long sound = Lanes.row(soundAt);
        long apart = Lanes.step(apartBytes);
        long sApart = Lanes.step(sApartBytes);
        DoubleVector half = broadcast(V, 0.5);
        DoubleVector bt = broadcast(V, BT);
        DoubleVector c2iv = broadcast(V, 1 / SpPhysics.C2);
        for (int i = 0; i < bytes; i += BYTES) {
            long to = u + i;
            long at = s + i;
            DoubleVector r = load(reciprocal + i);
            DoubleVector a = load(sound + i);
            DoubleVector u1 = load(to);
            DoubleVector u2 = load(to + apart);
            DoubleVector u3 = load(to + 2 * apart);
            DoubleVector u4 = load(to + 3 * apart);
            DoubleVector v1 = u2.mul(r);
            DoubleVector v2 = u3.mul(r);
            DoubleVector v3 = u4.mul(r);
            DoubleVector x = load(at).mul(u1);
            DoubleVector y = load(at + sApart).mul(u1);
            DoubleVector r4 = load(at + 3 * sApart);
            DoubleVector r5 = load(at + 4 * sApart);
            DoubleVector b = u1.mul(bt);
            DoubleVector t1 = b.div(a).mul(r4.add(r5));
            DoubleVector t2 = load(at + 2 * sApart).add(t1);
            DoubleVector t3 = r4.sub(r5).mul(b);
            store(u1.add(t2), to);
            store(v1.fma(t2, u2).sub(y), to + apart);
            store(v2.fma(t2, u3).add(x), to + 2 * apart);
            store(v3.fma(t2, u4).add(t3), to + 3 * apart);
            DoubleVector qs = v1.fma(v1, v2.fma(v2, v3.mul(v3))).mul(half);
            DoubleVector e = qs.fma(t2, load(to + 4 * apart));
            e = v2.fma(x, v3.fma(t3, e)).sub(v1.mul(y));
            e = a.mul(a).mul(t1).fma(c2iv, e);
            e.intoMemorySegment(ALL, to + 4 * apart + BIAS, ORDER); // not by `store`: see SpFlux
        }
    }
}
