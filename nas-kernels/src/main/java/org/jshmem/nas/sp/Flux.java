// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

import static jdk.incubator.vector.DoubleVector.broadcast;
import static org.jshmem.nas.sp.VectorMemory.BYTES;
import static org.jshmem.nas.sp.VectorMemory.V;
import static org.jshmem.nas.sp.VectorMemory.load;
import static org.jshmem.nas.sp.VectorMemory.store;

import jdk.incubator.vector.DoubleVector;

/// The spatial operator F(u) on the planes of a PE, times the time step: the terms of the three directions in the
/// right-hand side.
///
/// ```
///   stencil      the 13 nodes of all directions, for all variables alike:      diffusion less dissipation
///   convection   the two neighbours along one direction, for each direction:   convection, pressure, shear, heat, work
/// ```
/*
 * The loops are divided for the compiler. C2 stops inlining this project's methods at 18000 nodes, which is about 60
 * vector operations, and beyond that every vector becomes an object. A row of the right-hand side stays in the
 * first-level cache from one loop to the next.
 */
final class Flux {
    private final Physics physics;

    /// The stencils across y and z at each position.
    private final double[][] y;

    private final double[][] z;

    /// The stencils along x: five rows, since dissipation varies from node to node at the ends.
    private final long along;

    private final int bytes;
    private final long stride;

    /// @param stride bytes from one variable of a row to the next, in all fields
    Flux(Physics physics, int firstPlane, int planes, long stride, ScratchMemory memory) {
        this.physics = physics;
        this.stride = stride;
        int width = VectorMemory.padded(physics.nodes);
        bytes = width * Double.BYTES;
        y = stencils(1, 0, physics.nodes);
        z = stencils(2, firstPlane, planes);
        along = memory.take(5L * width);
        for (int i = 0; i < physics.nodes; i++) {
            double[] x = stencil(0, i);
            for (int t = 0; t < 5; t++) VectorMemory.set(along + ((long) t * width + i) * Double.BYTES, x[t]);
        }
    }

    private double[][] stencils(int direction, int first, int n) {
        double[][] stencils = new double[n][];
        for (int p = 0; p < n; p++) stencils[p] = stencil(direction, first + p);
        return stencils;
    }

    private double[] stencil(int direction, int node) {
        double[] stencil = physics.stencil(direction, node);
        for (int t = 0; t < 5; t++) stencil[t] *= physics.dt;
        return stencil;
    }

    /// Sets a row of the right-hand side to forcing + F(u).
    void apply(PlaneBlock b, int k, int j) {
        long u = b.u.at(k, j);
        long f = b.derived.at(k, j);
        long rhs = b.rhs.at(k, j);
        long uStep = b.u.row;
        long fStep = b.derived.row;
        stencil(b, k, j);
        convection(0, u - Double.BYTES, u + Double.BYTES, f - Double.BYTES, f, f + Double.BYTES, rhs);
        convection(1, u - uStep, u + uStep, f - fStep, f, f + fStep, rhs);
        convection(2, b.u.at(k - 1, j), b.u.at(k + 1, j), b.derived.at(k - 1, j), f, b.derived.at(k + 1, j), rhs);
    }

    private void stencil(PlaneBlock b, int k, int j) {
        double[] y = this.y[j];
        double[] z = this.z[k];
        DoubleVector y0 = broadcast(V, y[0]);
        DoubleVector y1 = broadcast(V, y[1]);
        DoubleVector y3 = broadcast(V, y[3]);
        DoubleVector y4 = broadcast(V, y[4]);
        DoubleVector z0 = broadcast(V, z[0]);
        DoubleVector z1 = broadcast(V, z[1]);
        DoubleVector z3 = broadcast(V, z[3]);
        DoubleVector z4 = broadcast(V, z[4]);
        DoubleVector centre = broadcast(V, y[2] + z[2]);
        long forcing = VectorMemory.checkedAddress(b.forcing.at(k, j));
        long rhs = VectorMemory.checkedAddress(b.rhs.at(k, j));
        long u = VectorMemory.checkedAddress(b.u.at(k, j));
        long low2 = VectorMemory.checkedAddress(b.u.at(k - 2, j));
        long low1 = VectorMemory.checkedAddress(b.u.at(k - 1, j));
        long high1 = VectorMemory.checkedAddress(b.u.at(k + 1, j));
        long high2 = VectorMemory.checkedAddress(b.u.at(k + 2, j));
        long step = VectorMemory.checkedStride(b.u.row);
        long next = VectorMemory.checkedStride(stride);
        long x = VectorMemory.checkedAddress(along);
        int n = bytes;
        for (int m = 0; m < PointOperations.VARIABLES; m++) {
            long of = m * next;
            for (int i = 0; i < n; i += BYTES) {
                long at = u + of + i;
                DoubleVector sum = load(x + i).fma(load(at - 16), load(forcing + of + i));
                sum = load(x + n + i).fma(load(at - 8), sum);
                sum = load(x + 2L * n + i).add(centre).fma(load(at), sum);
                sum = load(x + 3L * n + i).fma(load(at + 8), sum);
                sum = load(x + 4L * n + i).fma(load(at + 16), sum);
                sum = y0.fma(load(at - 2 * step), sum);
                sum = y1.fma(load(at - step), sum);
                sum = y3.fma(load(at + step), sum);
                sum = y4.fma(load(at + 2 * step), sum);
                sum = z0.fma(load(low2 + of + i), sum);
                sum = z1.fma(load(low1 + of + i), sum);
                sum = z3.fma(load(high1 + of + i), sum);
                sum = z4.fma(load(high2 + of + i), sum);
                store(sum, rhs + of + i);
            }
        }
    }

    /// Adds the terms of the neighbours along direction `d`: rows of `u` and of the derived fields, at the node
    /// itself (`f`), the node before (`um`, `fm`) and the node after (`up`, `fp`).
    private void convection(int d, long um, long up, long fm, long f, long fp, long rhs) {
        momentum(d, um, up, fm, f, fp, rhs);
        massAndEnergy(d, um, up, fm, f, fp, rhs);
    }

    /// Adds to the three momenta: convection by the velocity along `d`, shear, and pressure on the momentum along
    /// `d`.
    private void momentum(int d, long um, long up, long fm, long f, long fp, long rhs) {
        long uBefore = VectorMemory.checkedAddress(um);
        long uAfter = VectorMemory.checkedAddress(up);
        long before = VectorMemory.checkedAddress(fm);
        long here = VectorMemory.checkedAddress(f);
        long after = VectorMemory.checkedAddress(fp);
        long to = VectorMemory.checkedAddress(rhs);
        long next = VectorMemory.checkedStride(stride);
        long velocity = VectorMemory.checkedStride((PointOperations.VELOCITY + d) * stride);
        long pressure = PointOperations.PRESSURE * next;
        int n = bytes;
        DoubleVector t2 = broadcast(V, -physics.t2 * physics.dt);
        DoubleVector minusTwo = broadcast(V, -2);
        for (int m = 1; m <= Physics.DIRECTIONS; m++) {
            boolean driven = m == 1 + d;
            DoubleVector pressed = broadcast(V, driven ? 1 : 0);
            DoubleVector shear = broadcast(V, physics.dt * (driven ? physics.con2 * 4 / 3 : physics.con2));
            long of = m * next; // the velocity along a direction has the momentum's number
            for (int i = 0; i < n; i += BYTES) {
                DoubleVector push = load(after + pressure + i).sub(load(before + pressure + i));
                DoubleVector gain = load(uAfter + of + i).fma(load(after + velocity + i), push.mul(pressed));
                DoubleVector loss = load(uBefore + of + i).mul(load(before + velocity + i));
                DoubleVector bend = load(before + of + i).add(load(after + of + i));
                bend = load(here + of + i).fma(minusTwo, bend);
                DoubleVector sum = shear.fma(bend, load(to + of + i));
                store(gain.sub(loss).fma(t2, sum), to + of + i);
            }
        }
    }

    /// Adds to the density, which the momentum along `d` carries, and to the energy: convection, the conduction of
    /// heat, and the work of viscous stress.
    private void massAndEnergy(int d, long um, long up, long fm, long f, long fp, long rhs) {
        long uBefore = VectorMemory.checkedAddress(um);
        long uAfter = VectorMemory.checkedAddress(up);
        long before = VectorMemory.checkedAddress(fm);
        long here = VectorMemory.checkedAddress(f);
        long after = VectorMemory.checkedAddress(fp);
        long to = VectorMemory.checkedAddress(rhs);
        long next = VectorMemory.checkedStride(stride);
        long velocity = VectorMemory.checkedStride((PointOperations.VELOCITY + d) * stride);
        long pressure = PointOperations.PRESSURE * next;
        int n = bytes;
        long heat = PointOperations.HEAT * next;
        long energy = 4 * next;
        DoubleVector dt = broadcast(V, physics.dt);
        DoubleVector t2 = broadcast(V, -physics.t2 * physics.dt);
        DoubleVector con4 = broadcast(V, physics.con4);
        DoubleVector minusTwo = broadcast(V, -2);
        for (int i = 0; i < n; i += BYTES) {
            DoubleVector carried = load(uAfter + velocity + i).sub(load(uBefore + velocity + i));
            store(carried.fma(t2, load(to + i)), to + i);

            DoubleVector w = load(after + velocity + i);
            DoubleVector gain =
                    load(uAfter + energy + i).add(load(after + pressure + i)).mul(w);
            DoubleVector work = w.mul(w);
            w = load(before + velocity + i);
            DoubleVector loss =
                    load(uBefore + energy + i).add(load(before + pressure + i)).mul(w);
            work = w.fma(w, work);
            w = load(here + velocity + i);
            work = w.mul(w).fma(minusTwo, work);
            DoubleVector conducted = load(before + heat + i).add(load(after + heat + i));
            conducted = load(here + heat + i).fma(minusTwo, conducted);
            DoubleVector sum = work.fma(con4, conducted).fma(dt, load(to + energy + i));
            store(gain.sub(loss).fma(t2, sum), to + energy + i);
        }
    }
}
