// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

import org.jshmem.nas.npb.Problem;

/// The problem classes of SP: size, steps, and the norms of a correct answer.
enum SpClass implements Problem {
    // spotless:off
    S(12, 100, 0.015,
        n(2.7470315451339479e-02, 1.0360746705285417e-02, 1.6235745065095532e-02, 1.5840557224455615e-02, 3.4849040609362460e-02),
        n(2.7289258557377227e-05, 1.0364446640837285e-05, 1.6154798287166471e-05, 1.5750704994480102e-05, 3.4177666183390531e-05)),
    W(36, 400, 0.0015,
        n(0.1893253733584e-02, 0.1717075447775e-03, 0.2778153350936e-03, 0.2887475409984e-03, 0.3143611161242e-02),
        n(0.7542088599534e-04, 0.6512852253086e-05, 0.1049092285688e-04, 0.1128838671535e-04, 0.1212845639773e-03)),
    A(64, 400, 0.0015,
        n(2.4799822399300195, 1.1276337964368832, 1.5028977888770491, 1.4217816211695179, 2.1292113035138280),
        n(1.0900140297820550e-04, 3.7343951769282091e-05, 5.0092785406541633e-05, 4.7671093939528255e-05, 1.3621613399213001e-04)),
    B(102, 400, 0.001,
        n(0.6903293579998e+02, 0.3095134488084e+02, 0.4103336647017e+02, 0.3864769009604e+02, 0.5643482272596e+02),
        n(0.9810006190188e-02, 0.1022827905670e-02, 0.1720597911692e-02, 0.1694479428231e-02, 0.1847456263981e-01)),
    C(162, 400, 0.00067,
        n(0.5881691581829e+03, 0.2454417603569e+03, 0.3293829191851e+03, 0.3081924971891e+03, 0.4597223799176e+03),
        n(0.2598120500183e+00, 0.2590888922315e-01, 0.5132886416320e-01, 0.4806073419454e-01, 0.5483377491301e+00)),
    D(408, 500, 0.0003,
        n(0.1044696216887e+05, 0.3204427762578e+04, 0.4648680733032e+04, 0.4238923283697e+04, 0.7588412036136e+04),
        n(0.5089471423669e+01, 0.5323514855894e+00, 0.1187051008971e+01, 0.1083734951938e+01, 0.1164108338568e+02));
    // spotless:on

    final int nodes, steps;
    final double dt;

    /// The norms of a correct answer, by variable.
    final double[] residual, error;

    SpClass(int nodes, int steps, double dt, double[] residual, double[] error) {
        this.nodes = nodes;
        this.steps = steps;
        this.dt = dt;
        this.residual = residual;
        this.error = error;
    }

    @Override
    public String extent() {
        return nodes + "x" + nodes + "x" + nodes;
    }

    @Override
    public int iterations() {
        return steps;
    }

    @Override
    public double millionOperations(int stepsTaken) {
        double n = nodes;
        return (881.174 * n * n * n - 4683.91 * n * n + 11484.5 * n - 19272.4) * stepsTaken / 1e6;
    }

    private static double[] n(double... norms) {
        return norms;
    }
}
