// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.ft;

import org.jshmem.nas.npb.Problem;
import org.jshmem.nas.npb.Verification;

/// The problem classes of FT: the grid, and the checksum of a correct answer after each iteration.
enum FtClass implements Problem {
    // spotless:off
    S(64, 64, 64,
        sums(554.6087004964, 484.5363331978, 554.6385409189, 486.5304269511, 554.6148406171, 488.3910722336,
            554.5423607415, 490.1273169046, 554.4255039624, 491.7475857993, 554.2683411902, 493.2597244941)),
    W(128, 128, 32,
        sums(567.3612178944, 529.3246849175, 563.1436885271, 528.2149986629, 559.402408997, 527.0996558037,
            556.069804702, 526.0027904925, 553.089899125, 524.9400845633, 550.4159734538, 523.9212247086)),
    A(256, 256, 128,
        sums(504.6735008193, 511.404790551, 505.9412319734, 509.8809666433, 506.9376896287, 509.8144042213,
            507.7892868474, 510.1336130759, 508.5233095391, 510.4914655194, 509.1487099959, 510.7917842803)),
    B(512, 256, 256,
        sums(517.7643571579, 507.7803458597, 515.4521291263, 508.8249431599, 514.6409228649, 509.6208912659,
            514.2378756213, 510.1023387619, 513.9626667737, 510.3976610617, 513.7423460082, 510.5948019802,
            513.5547056878, 510.7404165783, 513.3910925466, 510.8576573661, 513.247070539, 510.9577278523,
            513.1197729984, 511.0460304483, 513.0070319283, 511.12524338, 512.9070537032, 511.1968077718,
            512.8182883502, 511.2616233064, 512.7393733383, 511.3203605551, 512.669106202, 511.3735928093,
            512.6064276004, 511.4218460548, 512.550407657, 511.465613976, 512.500233172, 511.5053595966,
            512.4551951846, 511.5415130407, 512.4146770029, 511.5744692211)),
    C(512, 512, 512,
        sums(519.5078707457, 514.9019699238, 515.5422171134, 512.7578201997, 514.4678022222, 512.2251847514,
            514.0150594328, 512.1090289018, 513.755042681, 512.1143685824, 513.5811056728, 512.1496764568,
            513.4569343165, 512.1870921893, 513.3651975661, 512.2193250322, 513.2955192805, 512.2454735794,
            513.2410471738, 512.2663649603, 513.1971141679, 512.2830879827, 513.1605205716, 512.2965869718,
            513.1290734194, 512.3075927445, 513.1012720314, 512.3166486553, 513.0760908195, 512.3241541685,
            513.0528295923, 512.3304037599, 513.0310107773, 512.3356167976, 513.0103090133, 512.3399592211,
            512.9905029333, 512.3435588985, 512.9714421109, 512.3465164008));
    // spotless:on

    static final double TOLERANCE = 1e-12;

    final int nx;
    final int ny;
    final int nz;

    /// Real and imaginary parts in turn.
    private final double[] checksums;

    FtClass(int nx, int ny, int nz, double[] checksums) {
        this.nx = nx;
        this.ny = ny;
        this.nz = nz;
        this.checksums = checksums;
    }

    long points() {
        return (long) nx * ny * nz;
    }

    /// Returns the relative distance of a checksum from the reference of `iteration`, counted from 1.
    double error(int iteration, double re, double im) {
        double wantedRe = checksums[2 * iteration - 2];
        double wantedIm = checksums[2 * iteration - 1];
        return Verification.distance(Math.hypot(re - wantedRe, im - wantedIm) / Math.hypot(wantedRe, wantedIm) + 1, 1);
    }

    @Override
    public String extent() {
        return nx + "x" + ny + "x" + nz;
    }

    @Override
    public int iterations() {
        return checksums.length / 2;
    }

    @Override
    public double millionOperations(int timed) {
        double log = Math.log(points());
        return 1e-6 * points() * (14.8157 + 7.19641 * log + (5.23518 + 7.21113 * log) * timed);
    }

    private static double[] sums(double... reAndIm) {
        return reAndIm;
    }
}
