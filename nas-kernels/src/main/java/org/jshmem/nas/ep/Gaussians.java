// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.ep;

import org.jshmem.nas.npb.Randlc;

/// Pairs of Gaussian deviates by the polar method: their sums, and the number of pairs in each annulus.
final class Gaussians {
    static final long SEED = 271828183;
    static final int ANNULI = 10;

    /// Uniforms computed before their first use: the work is two short loops, of which the first has no branch.
    private static final int STRETCH = 1024;

    private final double[] uniforms = new double[STRETCH];
    final long[] counts = new long[ANNULI];
    double sumX;
    double sumY;

    /// Adds batch `number` of the whole sequence.
    void batch(long number, int pairs) {
        Randlc random = new Randlc(SEED, 2L * pairs * number);
        double x = 0;
        double y = 0;
        for (int done = 0; done < pairs; done += STRETCH / 2) {
            random.fill(uniforms);
            for (int i = 0; i < STRETCH; i += 2) {
                double u = 2 * uniforms[i] - 1;
                double v = 2 * uniforms[i + 1] - 1;
                double t = u * u + v * v;
                if (t > 1) continue;
                double f = Math.sqrt(-2 * Math.log(t) / t);
                double gx = u * f;
                double gy = v * f;
                counts[(int) Math.max(Math.abs(gx), Math.abs(gy))]++;
                x += gx;
                y += gy;
            }
        }
        sumX += x;
        sumY += y;
    }
}
