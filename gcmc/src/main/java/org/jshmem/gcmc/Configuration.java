// SPDX-License-Identifier: Apache-2.0
package org.jshmem.gcmc;

/// A complete configuration on one PE, and its energy as that PE alone computes it. The parallel chain is checked
/// against it.
record Configuration(Fluid fluid, double[][] places) {

    /// The energy of all pairs.
    double shortEnergy() {
        return shortEnergy(0, 1);
    }

    /// The part of one PE of `npes` in the energy of all pairs: the pairs of molecules `pe`, `pe + npes` and so
    /// on with those before them.
    double shortEnergy(int pe, int npes) {
        PairPotential pairs = new PairPotential(fluid);
        double energy = 0;
        for (int i = pe; i < places.length; i += npes) {
            for (int j = 0; j < i; j++) energy += pairs.between(places[i], places[j]);
        }
        return energy;
    }

    /// The energy of all waves.
    double longEnergy() {
        Waves waves = new Waves(fluid.side(), fluid.alpha(), Waves.LIMIT);
        double[] sum = new double[waves.doubles()];
        if (!fluid.ideal()) for (double[] place : places) add(waves, fluid, place, sum);
        return waves.energy(sum);
    }

    double energy() {
        return shortEnergy() + longEnergy() + places.length * fluid.ownEnergy();
    }

    /// Adds a molecule's atoms to a sum of waves.
    static void add(Waves waves, Fluid fluid, double[] place, double[] sum) {
        for (int a = 0; a < Fluid.ATOMS; a++) {
            waves.add(sum, fluid.charge(a), fluid.atom(place, a, 0), fluid.atom(place, a, 1), fluid.atom(place, a, 2));
        }
    }
}
