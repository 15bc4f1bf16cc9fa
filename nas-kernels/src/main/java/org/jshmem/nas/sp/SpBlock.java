// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

/// A box of nodes and the addresses of its fields; rows of all fields are equally wide.
///
/// Lanes beyond the box hold finite values throughout: `u` starts as a gas at rest there, and the x sweep sets the
/// right-hand side to 0.
final class SpBlock {
    final Box box;
    final Field u;
    final Field derived;
    final Field forcing;
    final Field rhs;

    final SpPhysics physics;
    private final SpFlux flux;
    private final int bytes;

    /// Lanes before and after a row that belong to neighbours.
    final int ghostLanes;

    SpBlock(SpPhysics physics, Box box, int ghostLanes, Field u, Field derived, Field forcing, Field rhs) {
        this.ghostLanes = ghostLanes;
        this.physics = physics;
        this.box = box;
        this.u = u;
        this.derived = derived;
        this.forcing = forcing;
        this.rhs = rhs;
        flux = new SpFlux(physics, box, u.apart);
        bytes = box.width() * Double.BYTES;
    }

    /// Derives a row of the auxiliary fields, ghosts included.
    void derive(int k, int j) {
        long ghosts = (long) ghostLanes * Double.BYTES;
        SpPoint.derive(
                physics,
                u.at(k, j) - ghosts,
                derived.at(k, j) - ghosts,
                u.apart,
                bytes + 2 * ghostLanes * Double.BYTES);
    }

    /// Sets a row of the right-hand side to forcing + F(u).
    void flux(int k, int j) {
        flux.apply(this, k, j);
    }

    /// Changes a row of the right-hand side to the variables of the x sweep.
    void txinvr(int k, int j) {
        SpPoint.txinvr(rhs.at(k, j), derived.at(k, j), rhs.apart, bytes);
    }

    /// Fills a row of `u`, with `ghosts` lanes on either side, with the start state or the exact solution. All lanes
    /// outside the cube or the box are filled with a gas at rest.
    void fill(int k, int j, int ghosts, boolean exact) {
        double y = box.coordinate(1, j);
        double z = box.coordinate(2, k);
        for (int m = 0; m < SpPoint.VARIABLES; m++) {
            long at = u.at(k, j) + m * u.apart;
            for (int i = -ghostLanes; i < box.width() + ghostLanes; i++) {
                double x = box.coordinate(0, i);
                boolean outside = i < -ghosts || i >= box.nx() + ghosts || !box.inside(i, j, k);
                double value = outside ? SpExact.atRest(m) : exact ? SpExact.at(m, x, y, z) : SpExact.start(m, x, y, z);
                Lanes.set(at + i * (long) Double.BYTES, value);
            }
        }
    }

    /// Sets the forcing so that `u`, whose right-hand side is set, is a steady state.
    void force() {
        for (int k = box.first(2); k < box.end(2); k++) {
            for (int j = box.first(1); j < box.end(1); j++) {
                for (int m = 0; m < SpPoint.VARIABLES; m++) {
                    long to = forcing.at(k, j) + m * forcing.apart;
                    long from = rhs.at(k, j) + m * rhs.apart;
                    for (int i = box.first(0); i < box.end(0); i++) {
                        long lane = i * (long) Double.BYTES;
                        Lanes.set(to + lane, -Lanes.get(from + lane));
                    }
                }
            }
        }
    }

    /// Adds the squares of a plane's right-hand side and of its distance from the exact solution, five of each.
    void addSquares(int k, double[] sums) {
        double z = box.coordinate(2, k);
        for (int m = 0; m < SpPoint.VARIABLES; m++) {
            for (int j = box.first(1); j < box.end(1); j++) {
                double y = box.coordinate(1, j);
                long at = u.at(k, j) + m * u.apart;
                long change = rhs.at(k, j) + m * rhs.apart;
                for (int i = box.first(0); i < box.end(0); i++) {
                    long lane = i * (long) Double.BYTES;
                    double r = Lanes.get(change + lane);
                    double e = Lanes.get(at + lane) - SpExact.at(m, box.coordinate(0, i), y, z);
                    sums[m] += r * r;
                    sums[SpPoint.VARIABLES + m] += e * e;
                }
            }
        }
    }
}
