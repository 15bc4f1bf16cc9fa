// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.calibrate;

/// Least squares for three costs, none negative, whose weighted sum in every row is closest to one.
final class LeastSquares {
    /*
     * There are eight choices of the costs that are zero. Each has its least squares in closed form, and the
     * best one without a negative cost is the answer.
     */
    private static final int PRICES = 3;

    private LeastSquares() {}

    /// The costs for rows of coefficients, each divided by the time of its row.
    static double[] ofOnes(double[][] x) {
        double[] best = new double[PRICES];
        double least = x.length; // the error if all costs are zero
        for (int free = 1; free < 1 << PRICES; free++) {
            double[] prices = solve(x, free);
            if (prices == null) continue;
            double error = 0;
            for (double[] xi : x) {
                double rest = 1 - xi[0] * prices[0] - xi[1] * prices[1] - xi[2] * prices[2];
                error += rest * rest;
            }
            if (error < least) {
                least = error;
                best = prices;
            }
        }
        return best;
    }

    /// The costs with the bits of `free` set that bring all rows closest to one. Returns null if one is
    /// negative or the rows cannot separate them.
    private static double[] solve(double[][] x, int free) {
        double[][] a = new double[PRICES][PRICES + 1];
        for (int i = 0; i < PRICES; i++) {
            if ((free >> i & 1) == 0) {
                a[i][i] = 1;
                continue;
            }
            for (double[] row : x) {
                for (int j = 0; j < PRICES; j++) if ((free >> j & 1) != 0) a[i][j] += row[i] * row[j];
                a[i][PRICES] += row[i];
            }
        }
        for (int i = 0; i < PRICES; i++) { // elimination; the matrix is positive definite and needs no pivots
            if (!(a[i][i] > 1e-30)) return null;
            for (int k = 0; k < PRICES; k++) {
                double factor = k == i ? 0 : a[k][i] / a[i][i];
                for (int j = i; j <= PRICES && factor != 0; j++) a[k][j] -= factor * a[i][j];
            }
        }
        double[] prices = new double[PRICES];
        for (int i = 0; i < PRICES; i++) {
            prices[i] = a[i][PRICES] / a[i][i];
            if (!(prices[i] >= 0)) return null;
        }
        return prices;
    }
}
