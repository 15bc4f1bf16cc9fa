// SPDX-License-Identifier: Apache-2.0
package org.jshmem.gcmc;

/// What is simulated: rigid molecules of two atoms with opposite charges in a periodic cube, in reduced Lennard-Jones
/// units (an atom's diameter, well depth and the inverse of its temperature factor are 1).
///
/// @param side of the cube
/// @param beta the inverse temperature
/// @param activity `exp(beta mu) / Lambda^3`: an ideal gas has `activity * volume` molecules
/// @param charge of the positive atom; the other one has the opposite
/// @param bond distance of the two atoms of a molecule
/// @param ideal whether nothing interacts
record Fluid(double side, double beta, double activity, double charge, double bond, boolean ideal) {
    /// Doubles that say where a molecule is: its centre and its unit vector.
    static final int PLACE = 6;

    /// Atoms of a molecule.
    static final int ATOMS = 2;

    /// Ewald's split, in units of 1/side: what is beyond half a side is in the waves.
    private static final double SPLIT = 5;

    double volume() {
        return side * side * side;
    }

    /// The split between pairs and waves, an inverse length.
    double alpha() {
        return SPLIT / side;
    }

    /// The charge of atom `a` of a molecule.
    double charge(int a) {
        return a == 0 ? charge : -charge;
    }

    /// Where atom `a` of the molecule at `place` lies on an axis.
    double atom(double[] place, int a, int axis) {
        double half = bond / 2 * place[3 + axis];
        return a == 0 ? place[axis] + half : place[axis] - half;
    }

    /// What each molecule adds to the energy wherever it is: the interaction of its charges with themselves and with
    /// each other, which the waves contain and nature does not.
    double ownEnergy() {
        if (ideal) return 0;
        double self = -alpha() / Math.sqrt(Math.PI) * 2 * charge * charge;
        double inside = -charge * charge * (1 - Erfc.of(alpha() * bond)) / bond;
        return self - inside;
    }
}
