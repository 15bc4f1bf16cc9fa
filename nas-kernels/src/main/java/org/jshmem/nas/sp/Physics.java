// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

/// The constants of the discretised Navier-Stokes equations on the cube of a class, in the names of the NAS
/// report RNR-94-007.
final class Physics {
    static final int DIRECTIONS = 3;
    static final double C1 = 1.4, C2 = 0.4, C5 = 1.4;
    static final double BT = Math.sqrt(0.5);

    /// The coefficient of the fourth-order dissipation: a quarter of the largest diffusion.
    static final double DSSP = 0.25;

    private static final double C3C4 = 0.1;

    /// The growth of the spectral radius of the viscous terms with 1/density. Of 4/3, c1 c5 and 1 times c3 c4, c1 c5
    /// c3 c4 is the largest, and density is positive.
    static final double VISCOSITY = C1 * C5 * C3C4;

    /// The diffusion of each direction, equal for all five variables.
    static final double[] DIFFUSION = {0.75, 0.75, 1.0};

    final int nodes;
    final double dt;

    /// `1 / h^2` and `1 / 2h`, where `h` is the mesh width.
    final double t1, t2;
    final double con2, con3, con4, con5;

    Physics(SpClass problem) {
        nodes = problem.nodes;
        dt = problem.dt;
        double t3 = nodes - 1;
        t1 = t3 * t3;
        t2 = t3 / 2;
        double k = C3C4 * t3 * t3;
        con2 = k;
        con3 = k * (1 - C1 * C5);
        con4 = k / 6;
        con5 = k * C1 * C5;
    }

    /// Returns the five coefficients of the fourth-order dissipation at a node of a line, from two before to two
    /// after; all 0 on the boundary.
    double[] dissipation(int node) {
        if (node == 0 || node == nodes - 1) return new double[5];
        if (node == 1) return new double[] {0, 0, 5, -4, 1};
        if (node == 2) return new double[] {0, -4, 6, -4, 1};
        if (node == nodes - 3) return new double[] {1, -4, 6, -4, 0};
        if (node == nodes - 2) return new double[] {1, -4, 5, 0, 0};
        return new double[] {1, -4, 6, -4, 1};
    }

    /// Returns the factors of the five values of a variable around a node of a line in the spatial operator, times the
    /// time step: diffusion less dissipation.
    double[] stencil(int direction, int node) {
        double[] c = dissipation(node);
        double diffused = DIFFUSION[direction] * t1;
        for (int i = 0; i < 5; i++) c[i] *= -DSSP;
        if (node > 0 && node < nodes - 1) {
            c[1] += diffused;
            c[2] -= 2 * diffused;
            c[3] += diffused;
        }
        for (int i = 0; i < 5; i++) c[i] *= dt;
        return c;
    }
}
