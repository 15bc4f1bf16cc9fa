// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.ep;

import org.jshmem.nas.npb.Problem;
import org.jshmem.nas.npb.Verification;

/// The problem classes of EP: the number of pairs, and the sums of a correct answer.
enum EpClass implements Problem {
    S(24, -3.247834652034740e+3, -6.958407078382297e+3),
    W(25, -2.863319731645753e+3, -6.320053679109499e+3),
    A(28, -4.295875165629892e+3, -1.580732573678431e+4),
    B(30, 4.033815542441498e+4, -2.660669192809235e+4),
    C(32, 4.764367927995374e+4, -8.084072988043731e+4),
    D(36, 1.982481200946593e+5, -1.020596636361769e+5);

    /// Base-2 logarithm of the pairs in one batch; PEs are assigned batches.
    static final int LOG_BATCH = 16;

    private static final double TOLERANCE = 1e-8;

    private final int logPairs;
    private final double sumX;
    private final double sumY;

    EpClass(int logPairs, double sumX, double sumY) {
        this.logPairs = logPairs;
        this.sumX = sumX;
        this.sumY = sumY;
    }

    long batches() {
        return 1L << logPairs - LOG_BATCH;
    }

    Verification verify(int iterations, double x, double y) {
        double error = Math.max(Verification.distance(x, sumX), Verification.distance(y, sumY));
        return Verification.of(this, iterations, error, TOLERANCE, "error " + error);
    }

    @Override
    public String extent() {
        return Long.toString(1L << logPairs + 1);
    }

    @Override
    public int iterations() {
        return 1;
    }

    @Override
    public int untimed() {
        return 0;
    }

    @Override
    public double millionOperations(int timed) {
        return timed * ((1L << logPairs + 1) / 1e6);
    }
}
