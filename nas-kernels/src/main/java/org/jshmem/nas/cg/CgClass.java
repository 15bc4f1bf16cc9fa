// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.cg;

import org.jshmem.nas.npb.Problem;

/// The problem classes of CG: the order of the matrix, its number of random elements, and the sought eigenvalue
/// estimate.
enum CgClass implements Problem {
    S(1400, 7, 15, 10, 8.5971775078648),
    W(7000, 8, 15, 12, 10.362595087124),
    A(14000, 11, 15, 20, 17.130235054029),
    B(75000, 13, 75, 60, 22.712745482631),
    C(150000, 15, 75, 110, 28.973605592845),
    D(1500000, 21, 100, 500, 52.514532105794);

    /// Steps of each conjugate gradient solution.
    static final int STEPS = 25;

    static final double TOLERANCE = 1e-10;

    /// Rows, and columns, of the matrix.
    final int order;
    /// Random elements of each vector; the matrix is the sum of the vectors' products with themselves.
    final int drawn;
    final double shift;
    /// The eigenvalue estimate of a correct answer.
    final double zeta;

    private final int iterations;

    CgClass(int order, int drawn, int iterations, double shift, double zeta) {
        this.order = order;
        this.drawn = drawn;
        this.iterations = iterations;
        this.shift = shift;
        this.zeta = zeta;
    }

    @Override
    public String extent() {
        return Integer.toString(order);
    }

    @Override
    public int iterations() {
        return iterations;
    }

    @Override
    public double millionOperations(int timed) {
        double elements = drawn * (drawn + 1.0);
        return 2.0 * timed * order * (3 + elements + STEPS * (5 + elements) + 3) / 1e6;
    }
}
