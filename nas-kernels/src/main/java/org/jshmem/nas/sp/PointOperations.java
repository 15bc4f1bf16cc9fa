// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

import static jdk.incubator.vector.DoubleVector.broadcast;
import static org.jshmem.nas.sp.VectorMemory.ALL;
import static org.jshmem.nas.sp.VectorMemory.BIAS;
import static org.jshmem.nas.sp.VectorMemory.BYTES;
import static org.jshmem.nas.sp.VectorMemory.ORDER;
import static org.jshmem.nas.sp.VectorMemory.V;
import static org.jshmem.nas.sp.VectorMemory.address;
import static org.jshmem.nas.sp.VectorMemory.distance;
import static org.jshmem.nas.sp.VectorMemory.load;
import static org.jshmem.nas.sp.VectorMemory.store;

import jdk.incubator.vector.DoubleVector;

/// The computations of SP at each node, a row of nodes at a time: the derived fields, and the changes of variables
/// that decouple the five equations along each direction.
///
/// Rows are `bytes` long. The first of the five variables of a row is at the given address, each other one `stride`
/// bytes after the one before.
final class PointOperations {
    static final int VARIABLES = 5;

    /// The derived fields: 1/density, the three velocities, the operand of the energy equation's second differences,
    /// pressure and the speed of sound.
    static final int RECIPROCAL = 0, VELOCITY = 1, HEAT = 4, PRESSURE = 5, SOUND = 6, FIELDS = 7;

    private static final double BT = Physics.BT;

    private PointOperations() {}

    /// Derives the seven fields at `f` from `u`.
    static void derive(Physics physics, long uAt, long fAt, long strideBytes, int bytes) {
        long u = address(uAt), f = address(fAt);
        long stride = distance(strideBytes);
        DoubleVector one = broadcast(V, 1), con3 = broadcast(V, physics.con3), con5 = broadcast(V, physics.con5);
        for (int i = 0; i < bytes; i += BYTES) {
            long at = u + i;
            DoubleVector r = one.div(load(at));
            DoubleVector u2 = load(at + stride), u3 = load(at + 2 * stride), u4 = load(at + 3 * stride);
            DoubleVector u5 = load(at + 4 * stride);
            DoubleVector square = u2.fma(u2, u3.fma(u3, u4.mul(u4))).mul(r).mul(0.5);
            DoubleVector pressure = u5.sub(square).mul(Physics.C2);
            long to = f + i;
            store(r, to);
            store(u2.mul(r), to + stride);
            store(u3.mul(r), to + 2 * stride);
            store(u4.mul(r), to + 3 * stride);
            store(square.fma(con3, u5.mul(con5)).mul(r), to + HEAT * stride);
            store(pressure, to + PRESSURE * stride);
            store(pressure.mul(r).mul(Physics.C1).sqrt(), to + SOUND * stride);
        }
    }

    /// Derives only the fields of line solves along z: 1/density, velocity and speed of sound, in rows `toStride`
    /// stride.
    static void deriveAlongZ(long uAt, long strideBytes, long toAt, long toStrideBytes, int bytes) {
        long u = address(uAt), to = address(toAt);
        long stride = distance(strideBytes), toStride = distance(toStrideBytes);
        DoubleVector one = broadcast(V, 1);
        for (int i = 0; i < bytes; i += BYTES) {
            long at = u + i;
            DoubleVector r = one.div(load(at));
            DoubleVector u2 = load(at + stride), u3 = load(at + 2 * stride), u4 = load(at + 3 * stride);
            DoubleVector square = u2.fma(u2, u3.fma(u3, u4.mul(u4))).mul(r).mul(0.5);
            DoubleVector pressure = load(at + 4 * stride).sub(square).mul(Physics.C2);
            store(r, to + i);
            store(u4.mul(r), to + toStride + i);
            store(pressure.mul(r).mul(Physics.C1).sqrt(), to + 2 * toStride + i);
        }
    }

    /// Changes a row of the right-hand side, in place, to the variables of the lines along x (txinvr).
    static void txinvr(long rhsAt, long fAt, long strideBytes, int bytes) {
        long rhs = address(rhsAt), f = address(fAt);
        long stride = distance(strideBytes);
        DoubleVector half = broadcast(V, 0.5), c2 = broadcast(V, Physics.C2), bt = broadcast(V, BT);
        for (int i = 0; i < bytes; i += BYTES) {
            long at = rhs + i, aux = f + i;
            DoubleVector r1 = load(at), r2 = load(at + stride), r3 = load(at + 2 * stride), r4 = load(at + 3 * stride);
            DoubleVector r5 = load(at + 4 * stride), r = load(aux), v1 = load(aux + stride);
            DoubleVector v2 = load(aux + 2 * stride), v3 = load(aux + 3 * stride), sound = load(aux + SOUND * stride);
            DoubleVector doubled = v1.fma(v1, v2.fma(v2, v3.mul(v3)));
            DoubleVector carried = v1.fma(r2, v2.fma(r3, v3.mul(r4)));
            DoubleVector t1 = r1.mul(half).fma(doubled, r5).sub(carried).mul(c2).div(sound.mul(sound));
            DoubleVector btr = r.mul(bt),
                    t2 = v1.mul(r1).sub(r2).mul(btr),
                    t3 = btr.mul(sound).mul(t1);
            store(r1.sub(t1), at);
            store(r4.sub(v3.mul(r1)).mul(r), at + stride);
            store(v2.mul(r1).sub(r3).mul(r), at + 2 * stride);
            store(t3.sub(t2), at + 3 * stride);
            t3.add(t2).intoMemorySegment(ALL, at + 4 * stride + BIAS, ORDER); // not by `store`: see Flux
        }
    }

    /// Changes the solution along x to the variables of the lines along y, in place (ninvr).
    static void ninvr(long rhs, long stride, int bytes) {
        exchange(rhs, rhs + 2 * stride, stride, rhs + 3 * stride, bytes);
    }

    /// Changes the solution along y to the variables of the lines along z, in place (pinvr).
    static void pinvr(long rhs, long stride, int bytes) {
        exchange(rhs + stride, rhs, stride, rhs + 3 * stride, bytes);
    }

    /// Turns the two variables at `pair` by a right angle, and exchanges the one at `single` with the difference of the
    /// two sound waves at `waves`.
    private static void exchange(long pairAt, long singleAt, long strideBytes, long wavesAt, int bytes) {
        long pair = address(pairAt), single = address(singleAt), waves = address(wavesAt);
        long stride = distance(strideBytes);
        for (int i = 0; i < bytes; i += BYTES) {
            DoubleVector a = load(pair + i),
                    b = load(pair + stride + i),
                    t1 = load(single + i).mul(BT);
            DoubleVector r4 = load(waves + i),
                    r5 = load(waves + stride + i),
                    t2 = r4.add(r5).mul(0.5);
            store(b.neg(), pair + i);
            store(a, pair + stride + i);
            store(r4.sub(r5).mul(BT), single + i);
            store(t2.sub(t1), waves + i);
            store(t2.add(t1), waves + stride + i);
        }
    }

    /// Changes the solution along z, at `s`, to density, momenta and energy (tzetar), and adds these to `u` (add).
    ///
    /// @param reciprocal the row of 1/density
    /// @param sound the row of the speed of sound
    static void tzetarAndAdd(
            long uAt, long strideBytes, long sAt, long sStrideBytes, long reciprocalAt, long soundAt, int bytes) {
        long u = address(uAt), s = address(sAt), reciprocal = address(reciprocalAt), sound = address(soundAt);
        long stride = distance(strideBytes), sStride = distance(sStrideBytes);
        DoubleVector half = broadcast(V, 0.5), bt = broadcast(V, BT), c2iv = broadcast(V, 1 / Physics.C2);
        for (int i = 0; i < bytes; i += BYTES) {
            long to = u + i, at = s + i;
            DoubleVector r = load(reciprocal + i), a = load(sound + i), u1 = load(to), u2 = load(to + stride);
            DoubleVector u3 = load(to + 2 * stride), u4 = load(to + 3 * stride);
            DoubleVector v1 = u2.mul(r), v2 = u3.mul(r), v3 = u4.mul(r);
            DoubleVector x = load(at).mul(u1), y = load(at + sStride).mul(u1);
            DoubleVector r4 = load(at + 3 * sStride), r5 = load(at + 4 * sStride);
            DoubleVector b = u1.mul(bt), t1 = b.div(a).mul(r4.add(r5));
            DoubleVector t2 = load(at + 2 * sStride).add(t1), t3 = r4.sub(r5).mul(b);
            store(u1.add(t2), to);
            store(v1.fma(t2, u2).sub(y), to + stride);
            store(v2.fma(t2, u3).add(x), to + 2 * stride);
            store(v3.fma(t2, u4).add(t3), to + 3 * stride);
            DoubleVector qs = v1.fma(v1, v2.fma(v2, v3.mul(v3))).mul(half);
            DoubleVector e = qs.fma(t2, load(to + 4 * stride));
            e = v2.fma(x, v3.fma(t3, e)).sub(v1.mul(y));
            e = a.mul(a).mul(t1).fma(c2iv, e);
            e.intoMemorySegment(ALL, to + 4 * stride + BIAS, ORDER); // not by `store`: see Flux
        }
    }
}
