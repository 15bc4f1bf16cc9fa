// SPDX-License-Identifier: Apache-2.0
package org.jshmem.gcmc;

import org.apache.commons.numbers.gamma.Erfc;

/// The short-range part of the energy: Lennard-Jones and the screened part of Coulomb's law between atoms of different
/// molecules. Each atom interacts with the nearest image of the other, up to half a side.
final class PairPotential {
    /// Operations for a pair of atoms: distances and images 18, erfc, exp and root about 60, the rest 22.
    static final long FLOPS = 100;

    /// The energy of atoms closer than half a diameter. No step accepts it, and it keeps sums finite.
    private static final double OVERLAP = 0x1p16;

    private final Fluid fluid;
    private final double alpha;
    private final double side;

    PairPotential(Fluid fluid) {
        this.fluid = fluid;
        alpha = fluid.alpha();
        side = fluid.side();
    }

    /// The energy between two molecules.
    double between(double[] a, double[] b) {
        if (fluid.ideal()) return 0;
        double energy = 0;
        for (int i = 0; i < Fluid.ATOMS; i++) {
            for (int j = 0; j < Fluid.ATOMS; j++) {
                double dx = image(fluid.atom(a, i, 0) - fluid.atom(b, j, 0));
                double dy = image(fluid.atom(a, i, 1) - fluid.atom(b, j, 1));
                double dz = image(fluid.atom(a, i, 2) - fluid.atom(b, j, 2));
                energy += FixedPoint.pair(ofAtoms(fluid.charge(i) * fluid.charge(j), dx * dx + dy * dy + dz * dz));
            }
        }
        return energy;
    }

    private double ofAtoms(double charges, double r2) {
        if (r2 >= side * side / 4) return 0;
        if (r2 < 0.25) return OVERLAP;
        double r = Math.sqrt(r2);
        double s = 1 / (r2 * r2 * r2);
        return 4 * s * (s - 1) + charges * Erfc.value(alpha * r) / r;
    }

    private double image(double d) {
        return d - side * Math.rint(d / side);
    }
}
