// SPDX-License-Identifier: Apache-2.0
package org.jshmem.gcmc;

import org.apache.commons.numbers.gamma.Erfc;

/// The simulated fluid: rigid molecules of two atoms with opposite charges in a periodic cube.
///
/// Units are reduced Lennard-Jones units: an atom's diameter, well depth and the inverse of its temperature factor are
/// 1.
///
/// @param side of the cube
/// @param beta the inverse temperature
/// @param activity `exp(beta mu) / Lambda^3`: an ideal gas has `activity * volume` molecules
/// @param charge of the positive atom; the other one has the opposite charge
/// @param bond distance of the two atoms of a molecule
/// @param ideal whether molecules do not interact
record Fluid(double side, double beta, double activity, double charge, double bond, boolean ideal) {
    /// Doubles of a molecule's place: its centre and its unit vector.
    static final int PLACE = 6;

    /// Atoms of a molecule.
    static final int ATOMS = 2;

    /// Ewald's split, in units of 1/side: the waves hold the interaction beyond half a side.
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

    /// The coordinate of atom `a` of the molecule at `place` on an axis.
    double atom(double[] place, int a, int axis) {
        double half = bond / 2 * place[3 + axis];
        return a == 0 ? place[axis] + half : place[axis] - half;
    }

    /// The energy of each molecule at any place. It removes the interaction of its charges with themselves and
    /// with each other, which the waves contain and a rigid molecule does not have.
    double ownEnergy() {
        if (ideal) return 0;
        double self = -alpha() / Math.sqrt(Math.PI) * 2 * charge * charge;
        double inside = -charge * charge * (1 - Erfc.value(alpha() * bond)) / bond;
        return self - inside;
    }
}
