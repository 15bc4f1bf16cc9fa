// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

import static jdk.incubator.vector.DoubleVector.broadcast;
import static org.jshmem.nas.sp.VectorMemory.BYTES;
import static org.jshmem.nas.sp.VectorMemory.V;
import static org.jshmem.nas.sp.VectorMemory.address;
import static org.jshmem.nas.sp.VectorMemory.distance;
import static org.jshmem.nas.sp.VectorMemory.load;
import static org.jshmem.nas.sp.VectorMemory.store;

import java.util.stream.IntStream;
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
    private final Field u, derived, forcing, rhs;

    /// The stencils across y and z at each position.
    private final double[][] y, z;

    /// The stencils along x: five rows, since dissipation varies from node to node at the ends.
    private final long along;

    private final int bytes;

    /// Bytes from one variable of a row to the next, in all fields.
    private final long stride;

    Flux(Physics physics, Slabs slabs, int me, Field u, Field derived, Field forcing, Field rhs, ScratchMemory memory) {
        this.physics = physics;
        this.u = u;
        this.derived = derived;
        this.forcing = forcing;
        this.rhs = rhs;
        stride = u.stride();
        int width = VectorMemory.padded(physics.nodes);
        bytes = width * Double.BYTES;
        int nodes = physics.nodes, first = slabs.first(me);
        y = IntStream.range(0, nodes).mapToObj(j -> physics.stencil(1, j)).toArray(double[][]::new);
        z = IntStream.range(first, slabs.first(me + 1))
                .mapToObj(k -> physics.stencil(2, k))
                .toArray(double[][]::new);
        along = memory.take(5L * width);
        for (int i = 0; i < nodes; i++) {
            double[] x = physics.stencil(0, i);
            for (int t = 0; t < 5; t++) VectorMemory.set(along + ((long) t * width + i) * Double.BYTES, x[t]);
        }
    }

    /// Sets a row of the right-hand side to forcing + F(u).
    void apply(int k, int j) {
        long u = this.u.at(k, j), f = derived.at(k, j), to = rhs.at(k, j);
        long uStep = this.u.row(), fStep = derived.row();
        stencil(k, j);
        convection(0, u - Double.BYTES, u + Double.BYTES, f - Double.BYTES, f, f + Double.BYTES, to);
        convection(1, u - uStep, u + uStep, f - fStep, f, f + fStep, to);
        convection(2, this.u.at(k - 1, j), this.u.at(k + 1, j), derived.at(k - 1, j), f, derived.at(k + 1, j), to);
    }

    private void stencil(int k, int j) {
        double[] y = this.y[j], z = this.z[k];
        DoubleVector y0 = broadcast(V, y[0]), y1 = broadcast(V, y[1]), y3 = broadcast(V, y[3]), y4 = broadcast(V, y[4]);
        DoubleVector z0 = broadcast(V, z[0]), z1 = broadcast(V, z[1]), z3 = broadcast(V, z[3]), z4 = broadcast(V, z[4]);
        DoubleVector centre = broadcast(V, y[2] + z[2]);
        long forcing = address(this.forcing.at(k, j)), rhs = address(this.rhs.at(k, j)), u = address(this.u.at(k, j));
        long low2 = address(this.u.at(k - 2, j)), low1 = address(this.u.at(k - 1, j));
        long high1 = address(this.u.at(k + 1, j)), high2 = address(this.u.at(k + 2, j));
        long step = distance(this.u.row()), next = distance(stride);
        long x = address(along);
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
        long uBefore = address(um), uAfter = address(up), before = address(fm), here = address(f), after = address(fp);
        long to = address(rhs);
        long next = distance(stride), velocity = distance((PointOperations.VELOCITY + d) * stride);
        long pressure = PointOperations.PRESSURE * next;
        int n = bytes;
        DoubleVector t2 = broadcast(V, -physics.t2 * physics.dt), minusTwo = broadcast(V, -2);
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
        long uBefore = address(um), uAfter = address(up), before = address(fm), here = address(f), after = address(fp);
        long to = address(rhs);
        long next = distance(stride), velocity = distance((PointOperations.VELOCITY + d) * stride);
        long pressure = PointOperations.PRESSURE * next, heat = PointOperations.HEAT * next, energy = 4 * next;
        int n = bytes;
        DoubleVector dt = broadcast(V, physics.dt), t2 = broadcast(V, -physics.t2 * physics.dt);
        DoubleVector con4 = broadcast(V, physics.con4), minusTwo = broadcast(V, -2);
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
