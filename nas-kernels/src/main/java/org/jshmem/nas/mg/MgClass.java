// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.mg;

import org.jshmem.nas.npb.Problem;

/// The problem classes of MG: the cube, the smoother, and the norm of the residual of a correct answer.
enum MgClass implements Problem {
    S(5, 4, false, 0.5307707005734e-04),
    W(7, 4, false, 0.6467329375339e-05),
    A(8, 4, false, 0.2433365309069e-05),
    B(8, 20, true, 0.1800564401355e-05),
    C(9, 20, true, 0.5706732285740e-06),
    D(10, 50, true, 0.1583275060440e-09);

    static final double TOLERANCE = 1e-8;

    /// Base-2 logarithm of the points along each edge: the number of the finest level.
    final int levels;
    /// The smoother's factors for a point, its face neighbours and its edge neighbours.
    final double[] smoother;
    /// The norm of the residual of a correct answer.
    final double norm;

    private final int iterations;

    MgClass(int levels, int iterations, boolean large, double norm) {
        this.levels = levels;
        this.iterations = iterations;
        smoother = large ? new double[] {-3.0 / 17, 1.0 / 33, -1.0 / 61} : new double[] {-3.0 / 8, 1.0 / 32, -1.0 / 64};
        this.norm = norm;
    }

    int edge() {
        return 1 << levels;
    }

    double points() {
        return Math.pow(edge(), 3);
    }

    @Override
    public String extent() {
        return edge() + "x" + edge() + "x" + edge();
    }

    @Override
    public int iterations() {
        return iterations;
    }

    @Override
    public double millionOperations(int timed) {
        return 58.0 * timed * points() / 1e6;
    }
}
