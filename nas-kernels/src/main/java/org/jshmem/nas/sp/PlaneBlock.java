// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

/// The planes of a PE: the addresses of their fields, and the work on a row of nodes. Rows of all fields are equally
/// wide.
///
/// Lanes beyond the cube hold finite values throughout: `u` starts as a gas at rest there, and the x sweep sets the
/// right-hand side to 0.
final class PlaneBlock {
    private final Physics physics;
    private final int nodes;
    private final int firstPlane;
    private final int planes;
    private final Flux flux;
    private final int bytes;
    final Field u;
    final Field derived;
    final Field forcing;
    final Field rhs;

    PlaneBlock(
            Physics physics,
            int firstPlane,
            int planes,
            Field u,
            Field derived,
            Field forcing,
            Field rhs,
            ScratchMemory memory) {
        this.physics = physics;
        nodes = physics.nodes;
        this.firstPlane = firstPlane;
        this.planes = planes;
        this.u = u;
        this.derived = derived;
        this.forcing = forcing;
        this.rhs = rhs;
        flux = new Flux(physics, firstPlane, planes, u.stride, memory);
        bytes = VectorMemory.padded(nodes) * Double.BYTES;
    }

    void deriveFields(int k, int j) {
        PointOperations.derive(physics, u.at(k, j), derived.at(k, j), u.stride, bytes);
    }

    /// Sets a row of the right-hand side to forcing + F(u).
    void flux(int k, int j) {
        flux.apply(this, k, j);
    }

    /// Changes a row of the right-hand side to the variables of the x sweep.
    void txinvr(int k, int j) {
        PointOperations.txinvr(rhs.at(k, j), derived.at(k, j), rhs.stride, bytes);
    }

    /// Sets `u` on the planes, and on their ghost planes inside the cube, to the start state or the exact solution.
    void fill(boolean exact) {
        if (planes == 0) return;
        for (int k = -Field.GHOSTS; k < planes + Field.GHOSTS; k++) {
            int z = firstPlane + k;
            if (z < 0 || z >= nodes) continue;
            for (int j = 0; j < nodes; j++) fillRow(nodes, u.at(k, j), u.stride, j, z, exact);
        }
    }

    /// Sets the row of `u` at `at` whose nodes have the numbers `y` and `z`.
    static void fillRow(int nodes, long at, long stride, int y, int z, boolean exact) {
        double unit = nodes - 1;
        for (int m = 0; m < PointOperations.VARIABLES; m++) {
            for (int i = 0; i < VectorMemory.padded(nodes); i++) {
                double value = i >= nodes
                        ? Exact.atRest(m)
                        : exact
                                ? Exact.at(m, i / unit, y / unit, z / unit)
                                : Exact.start(m, i / unit, y / unit, z / unit);
                VectorMemory.set(at + m * stride + i * (long) Double.BYTES, value);
            }
        }
    }

    /// Sets the forcing so that `u`, whose right-hand side is set, is a steady state.
    void computeForcing() {
        for (int k = 0; k < planes; k++) {
            for (int j = 1; j < nodes - 1; j++) {
                for (int m = 0; m < PointOperations.VARIABLES; m++) {
                    long to = forcing.at(k, j) + m * forcing.stride;
                    long from = rhs.at(k, j) + m * rhs.stride;
                    for (int i = 1; i < nodes - 1; i++) {
                        long lane = i * (long) Double.BYTES;
                        VectorMemory.set(to + lane, -VectorMemory.get(from + lane));
                    }
                }
            }
        }
    }

    /// Returns the sums of the squares of a plane's right-hand side and of its distance from the exact solution, five
    /// of each.
    double[] squares(int k) {
        double[] sums = new double[2 * PointOperations.VARIABLES];
        double unit = nodes - 1;
        double z = (firstPlane + k) / unit;
        for (int m = 0; m < PointOperations.VARIABLES; m++) {
            for (int j = 1; j < nodes - 1; j++) {
                long at = u.at(k, j) + m * u.stride;
                long change = rhs.at(k, j) + m * rhs.stride;
                for (int i = 1; i < nodes - 1; i++) {
                    long lane = i * (long) Double.BYTES;
                    double r = VectorMemory.get(change + lane);
                    double e = VectorMemory.get(at + lane) - Exact.at(m, i / unit, j / unit, z);
                    sums[m] += r * r;
                    sums[PointOperations.VARIABLES + m] += e * e;
                }
            }
        }
        return sums;
    }
}
