// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

/// SP as NPB 3.4 publishes it, in one thread and without vectors: the program to read before the solver of
/// this package, and the oracle that tests compare the solver's fields with.
///
/// The routines have the names of `sp.f` and stand in the order of their calls. [#run] is the main program,
/// [#adi] a time step.
///
/// A field of five variables is `u[m][p]`: density, three momenta, energy. Node (i, j, k) of the n^3 nodes
/// is `p = i + n * (j + n * k)`. Its neighbours along x, y and z are `p - s` and `p + s` with the strides
/// 1, n and n * n.
///
/// The equations are those of the report RNR-94-007. A time step is implicit and factored: instead of one
/// system for the whole cube it solves one for each direction. `txinvr`, `ninvr`, `pinvr` and `tzetar`
/// change the variables so that the system of the next direction falls apart into five, each with five
/// entries in a row.
final class PlainSp {
    private static final int X = 0;
    private static final int Y = 1;
    private static final int Z = 2;

    private static final double C1 = 1.4;
    private static final double C2 = 0.4;
    private static final double C3C4 = 0.1;
    private static final double C1C5 = 1.96;
    private static final double BT = Math.sqrt(0.5);

    /// The diffusion along each direction, and the dissipation, which is a quarter of the largest diffusion.
    private static final double[] D = {0.75, 0.75, 1};

    private static final double DSSP = 0.25;

    /// For each variable the coefficients of 1; of x, y and z; of their second, third and fourth powers.
    // spotless:off
    private static final double[][] CE = {
        {2,  0, 0, 4,  5, 3, 0.5,      0.02, 0.01, 0.03,  0.5, 0.4, 0.3},
        {1,  0, 0, 0,  1, 2, 3,        0.01, 0.03, 0.02,  0.4, 0.3, 0.5},
        {2,  2, 0, 0,  0, 2, 3,        0.04, 0.03, 0.05,  0.3, 0.5, 0.4},
        {2,  2, 0, 0,  0, 2, 3,        0.03, 0.05, 0.04,  0.2, 0.1, 0.3},
        {5,  4, 3, 2,  0.1, 0.4, 0.3,  0.05, 0.04, 0.03,  0.1, 0.3, 0.2},
    };
    // spotless:on

    /// The entries of the dissipation in a row of a line: in its first two rows, in the middle, in its last
    /// two rows.
    private static final double[][] DISSIPATION = {
        {0, 0, 5, -4, 1}, {0, -4, 6, -4, 1}, {1, -4, 6, -4, 1}, {1, -4, 6, -4, 0}, {1, -4, 5, 0, 0},
    };

    private final SpClass problem;
    private final int n;
    private final int nodes;
    private final int[] stride;
    private final double dt;

    /// `1 / h^2` and `1 / 2h`, where `h` is the distance of two nodes.
    private final double t1;

    private final double t2;

    final double[][] u;
    final double[][] rhs;
    final double[][] forcing;

    // computeRhs derives these from u: 1/density, velocity, kinetic energy by volume and by mass, speed of sound
    private final double[] rhoI;
    private final double[][] velocity;
    private final double[] square;
    private final double[] qs;
    private final double[] speed;

    private PlainSp(SpClass problem) {
        this.problem = problem;
        n = problem.nodes;
        nodes = n * n * n;
        stride = new int[] {1, n, n * n};
        dt = problem.dt;
        t1 = (n - 1.0) * (n - 1);
        t2 = (n - 1) / 2.0;
        u = new double[5][nodes];
        rhs = new double[5][nodes];
        forcing = new double[5][nodes];
        rhoI = new double[nodes];
        velocity = new double[3][nodes];
        square = new double[nodes];
        qs = new double[nodes];
        speed = new double[nodes];
    }

    /// Runs `steps` time steps and returns their result.
    static PlainSp run(SpClass problem, int steps) {
        PlainSp sp = new PlainSp(problem);
        sp.exactRhs();
        sp.initialize();
        for (int step = 1; step <= steps; step++) sp.adi();
        return sp;
    }

    /// The place of a node along a direction, from 0 to n - 1.
    private int place(int p, int direction) {
        return p / stride[direction] % n;
    }

    boolean interior(int p) {
        for (int d = X; d <= Z; d++) {
            if (place(p, d) == 0 || place(p, d) == n - 1) return false;
        }
        return true;
    }

    private static double exactSolution(int m, double x, double y, double z) {
        double[] c = CE[m];
        return c[0]
                + x * (c[1] + x * (c[4] + x * (c[7] + x * c[10])))
                + y * (c[2] + y * (c[5] + y * (c[8] + y * c[11])))
                + z * (c[3] + z * (c[6] + z * (c[9] + z * c[12])));
    }

    private double exactSolution(int m, int p) {
        double last = n - 1;
        return exactSolution(m, place(p, X) / last, place(p, Y) / last, place(p, Z) / last);
    }

    /// Sets the forcing so that the exact solution is a steady state: to -F(exact).
    private void exactRhs() {
        for (int m = 0; m < 5; m++) {
            for (int p = 0; p < nodes; p++) u[m][p] = exactSolution(m, p);
        }
        computeRhs();
        for (int m = 0; m < 5; m++) {
            for (int p = 0; p < nodes; p++) forcing[m][p] = -rhs[m][p] / dt;
        }
    }

    /// Sets `u` to the start: the exact solution on the boundary, and inside the interpolation of the six
    /// faces.
    private void initialize() {
        double last = n - 1;
        for (int p = 0; p < nodes; p++) {
            double x = place(p, X) / last;
            double y = place(p, Y) / last;
            double z = place(p, Z) / last;
            for (int m = 0; m < 5; m++) {
                double px = x * exactSolution(m, 1, y, z) + (1 - x) * exactSolution(m, 0, y, z);
                double py = y * exactSolution(m, x, 1, z) + (1 - y) * exactSolution(m, x, 0, z);
                double pz = z * exactSolution(m, x, y, 1) + (1 - z) * exactSolution(m, x, y, 0);
                double between = px + py + pz - px * py - px * pz - py * pz + px * py * pz;
                u[m][p] = interior(p) ? between : exactSolution(m, p);
            }
        }
    }

    /// A time step.
    private void adi() {
        computeRhs();
        txinvr();
        xSolve();
        ySolve();
        zSolve();
        add();
    }

    /// Sets the right-hand side to dt (forcing + F(u)), and to 0 on the boundary.
    private void computeRhs() {
        for (int p = 0; p < nodes; p++) {
            rhoI[p] = 1 / u[0][p];
            for (int d = X; d <= Z; d++) velocity[d][p] = u[1 + d][p] * rhoI[p];
            square[p] = 0.5 * (u[1][p] * u[1][p] + u[2][p] * u[2][p] + u[3][p] * u[3][p]) * rhoI[p];
            qs[p] = square[p] * rhoI[p];
            speed[p] = Math.sqrt(C1 * C2 * rhoI[p] * (u[4][p] - square[p]));
        }
        for (int p = 0; p < nodes; p++) {
            if (!interior(p)) continue;
            for (int m = 0; m < 5; m++) rhs[m][p] = forcing[m][p];
            for (int d = X; d <= Z; d++) {
                fluxes(p, d);
                dissipation(p, d);
            }
            for (int m = 0; m < 5; m++) rhs[m][p] *= dt;
        }
    }

    /// Adds the differences along a direction: convection, pressure, diffusion, shear and heat.
    private void fluxes(int p, int d) {
        int before = p - stride[d];
        int after = p + stride[d];
        double[] w = velocity[d];
        double con2 = C3C4 * t1;
        double con3 = con2 * (1 - C1C5);
        double con4 = con2 / 6;
        double con5 = con2 * C1C5;

        for (int m = 0; m < 5; m++) {
            rhs[m][p] += D[d] * t1 * (u[m][before] - 2 * u[m][p] + u[m][after]);
        }
        rhs[0][p] -= t2 * (u[1 + d][after] - u[1 + d][before]);
        for (int m = 1; m <= 3; m++) {
            double[] v = velocity[m - 1];
            double con = m == 1 + d ? con2 * 4 / 3 : con2;
            rhs[m][p] += con * (v[before] - 2 * v[p] + v[after]);
            rhs[m][p] -= t2 * (u[m][after] * w[after] - u[m][before] * w[before]);
        }
        rhs[1 + d][p] -= t2 * C2 * (u[4][after] - square[after] - u[4][before] + square[before]);
        rhs[4][p] += con3 * (qs[before] - 2 * qs[p] + qs[after]);
        rhs[4][p] += con4 * (w[before] * w[before] - 2 * w[p] * w[p] + w[after] * w[after]);
        rhs[4][p] += con5 * (u[4][before] * rhoI[before] - 2 * u[4][p] * rhoI[p] + u[4][after] * rhoI[after]);
        rhs[4][p] -= t2 * (C1 * u[4][after] - C2 * square[after]) * w[after];
        rhs[4][p] += t2 * (C1 * u[4][before] - C2 * square[before]) * w[before];
    }

    /// Subtracts the dissipation along a direction: fourth differences, which are one-sided next to the
    /// boundary.
    private void dissipation(int p, int d) {
        double[] entries = dissipation(place(p, d));
        for (int t = 0; t < 5; t++) {
            if (entries[t] == 0) continue; // that neighbour is outside the cube
            for (int m = 0; m < 5; m++) rhs[m][p] -= DSSP * entries[t] * u[m][p + (t - 2) * stride[d]];
        }
    }

    private double[] dissipation(int place) {
        if (place <= 2) return DISSIPATION[place - 1];
        return place >= n - 3 ? DISSIPATION[place - n + 6] : DISSIPATION[2];
    }

    /// Changes the right-hand side to the variables of the lines along x.
    private void txinvr() {
        for (int p = 0; p < nodes; p++) {
            double r1 = rhs[0][p];
            double r2 = rhs[1][p];
            double r3 = rhs[2][p];
            double r4 = rhs[3][p];
            double r5 = rhs[4][p];
            double uu = velocity[X][p];
            double vv = velocity[Y][p];
            double ww = velocity[Z][p];
            double a = speed[p];
            double sound = C2 / (a * a) * (qs[p] * r1 - uu * r2 - vv * r3 - ww * r4 + r5);
            double t = BT * rhoI[p] * (uu * r1 - r2);
            double s = BT * rhoI[p] * a * sound;
            set(p, r1 - sound, rhoI[p] * (r4 - ww * r1), rhoI[p] * (vv * r1 - r3), s - t, s + t);
        }
    }

    private void set(int p, double r1, double r2, double r3, double r4, double r5) {
        rhs[0][p] = r1;
        rhs[1][p] = r2;
        rhs[2][p] = r3;
        rhs[3][p] = r4;
        rhs[4][p] = r5;
    }

    private void xSolve() {
        for (int k = 1; k < n - 1; k++) {
            for (int j = 1; j < n - 1; j++) solveLine(j * stride[Y] + k * stride[Z], X);
        }
        ninvr();
    }

    /// Changes the solution along x to the variables of the lines along y.
    private void ninvr() {
        for (int p = 0; p < nodes; p++) {
            double t = BT * rhs[2][p];
            double half = 0.5 * (rhs[3][p] + rhs[4][p]);
            set(p, -rhs[1][p], rhs[0][p], BT * (rhs[3][p] - rhs[4][p]), half - t, half + t);
        }
    }

    private void ySolve() {
        for (int k = 1; k < n - 1; k++) {
            for (int i = 1; i < n - 1; i++) solveLine(i * stride[X] + k * stride[Z], Y);
        }
        pinvr();
    }

    /// Changes the solution along y to the variables of the lines along z.
    private void pinvr() {
        for (int p = 0; p < nodes; p++) {
            double t = BT * rhs[0][p];
            double half = 0.5 * (rhs[3][p] + rhs[4][p]);
            set(p, BT * (rhs[3][p] - rhs[4][p]), -rhs[2][p], rhs[1][p], half - t, half + t);
        }
    }

    private void zSolve() {
        for (int j = 1; j < n - 1; j++) {
            for (int i = 1; i < n - 1; i++) solveLine(i * stride[X] + j * stride[Y], Z);
        }
        tzetar();
    }

    /// Changes the solution along z to density, momenta and energy.
    private void tzetar() {
        for (int p = 0; p < nodes; p++) {
            double r1 = rhs[0][p];
            double r2 = rhs[1][p];
            double uu = velocity[X][p];
            double vv = velocity[Y][p];
            double ww = velocity[Z][p];
            double a = speed[p];
            double density = u[0][p];
            double sound = BT * density / a * (rhs[3][p] + rhs[4][p]);
            double r = rhs[2][p] + sound;
            double t = BT * density * (rhs[3][p] - rhs[4][p]);
            double energy = density * (vv * r1 - uu * r2) + qs[p] * r + a * a / C2 * sound + ww * t;
            set(p, r, uu * r - density * r2, vv * r + density * r1, ww * r + t, energy);
        }
    }

    /// Solves the five systems of a line, whose first node is `first`: three have one matrix, in the other
    /// two the speed of sound is added to the velocity or subtracted from it.
    private void solveLine(int first, int d) {
        for (int m = 0; m <= 2; m++) eliminate(lhs(first, d, 0), first, d, m);
        eliminate(lhs(first, d, 1), first, d, 3);
        eliminate(lhs(first, d, -1), first, d, 4);
    }

    /// Returns the matrix of a line (lhsx, lhsy, lhsz): row `i` has the entries of the nodes `i - 2` to `i
    /// + 2`.
    private double[][] lhs(int first, int d, int signOfSound) {
        double[] moved = new double[n];
        double[] spread = new double[n];
        for (int i = 0; i < n; i++) {
            int p = first + i * stride[d];
            double viscosity = C3C4 * rhoI[p];
            moved[i] = dt * t2 * (velocity[d][p] + signOfSound * speed[p]);
            spread[i] = dt * t1 * (D[d] + Math.max(C1C5, 4.0 / 3) * viscosity);
        }
        double[][] lhs = new double[n][5];
        lhs[0][2] = 1; // the boundary does not change
        lhs[n - 1][2] = 1;
        for (int i = 1; i < n - 1; i++) {
            double[] row = lhs[i];
            for (int t = 0; t < 5; t++) row[t] = dt * DSSP * dissipation(i)[t];
            row[1] -= moved[i - 1] + spread[i - 1];
            row[2] += 1 + 2 * spread[i];
            row[3] += moved[i + 1] - spread[i + 1];
        }
        return lhs;
    }

    /// Solves one system by Gaussian elimination without pivoting: forwards each row is divided by its
    /// diagonal and taken out of the next two, backwards the solutions are inserted.
    private void eliminate(double[][] lhs, int first, int d, int m) {
        double[] r = new double[n];
        for (int i = 0; i < n; i++) r[i] = rhs[m][first + i * stride[d]];
        for (int i = 0; i < n; i++) {
            double inverse = 1 / lhs[i][2];
            lhs[i][3] *= inverse;
            lhs[i][4] *= inverse;
            r[i] *= inverse;
            for (int below = 1; below <= 2 && i + below < n; below++) {
                double[] row = lhs[i + below];
                double factor = row[2 - below];
                row[3 - below] -= factor * lhs[i][3];
                row[4 - below] -= factor * lhs[i][4];
                r[i + below] -= factor * r[i];
            }
        }
        for (int i = n - 2; i >= 0; i--) {
            r[i] -= lhs[i][3] * r[i + 1];
            if (i + 2 < n) r[i] -= lhs[i][4] * r[i + 2];
        }
        for (int i = 0; i < n; i++) rhs[m][first + i * stride[d]] = r[i];
    }

    private void add() {
        for (int m = 0; m < 5; m++) {
            for (int p = 0; p < nodes; p++) u[m][p] += rhs[m][p];
        }
    }

    /// The root mean square of a variable's error over the nodes.
    private double errorNorm(int m) {
        double sum = 0;
        for (int p = 0; p < nodes; p++) sum += Math.pow(u[m][p] - exactSolution(m, p), 2);
        return norm(sum);
    }

    /// The root mean square of a variable's change in a unit of time.
    private double rhsNorm(int m) {
        double sum = 0;
        for (int p = 0; p < nodes; p++) sum += rhs[m][p] * rhs[m][p];
        return norm(sum) / dt;
    }

    private double norm(double sum) {
        return Math.sqrt(sum / Math.pow(n - 2, 3));
    }

    /// Returns the largest relative distance of the ten norms from the published ones. NPB accepts 1e-8.
    double verify() {
        computeRhs();
        double worst = 0;
        for (int m = 0; m < 5; m++) {
            worst = Math.max(worst, Math.abs(rhsNorm(m) / problem.residual[m] - 1));
            worst = Math.max(worst, Math.abs(errorNorm(m) / problem.error[m] - 1));
        }
        return worst;
    }
}
