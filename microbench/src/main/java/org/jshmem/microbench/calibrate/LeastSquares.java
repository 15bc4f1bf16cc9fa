// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.calibrate;

/// Least squares for three costs, none negative, whose weighted sum in every row is closest to one.
final class LeastSquares {
    private static final int COSTS = 3;
    private static final int ROUNDS = 100_000; // of 50 ns; the costs of lines settle in about 1,000

    private LeastSquares() {}

    /// The costs for rows of coefficients, each divided by the time of its row. Each round sets one cost after the
    /// other to its best value for the others, or to zero.
    static double[] ofOnes(double[][] x) {
        double[][] a = new double[COSTS][COSTS];
        double[] b = new double[COSTS];
        for (double[] row : x) {
            for (int i = 0; i < COSTS; i++) {
                b[i] += row[i];
                for (int j = 0; j < COSTS; j++) a[i][j] += row[i] * row[j];
            }
        }
        double[] costs = new double[COSTS];
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < COSTS; i++) {
                double rest = b[i];
                for (int j = 0; j < COSTS; j++) rest -= a[i][j] * costs[j];
                if (a[i][i] > 0) costs[i] = Math.max(0, costs[i] + rest / a[i][i]);
            }
        }
        return costs;
    }
}
