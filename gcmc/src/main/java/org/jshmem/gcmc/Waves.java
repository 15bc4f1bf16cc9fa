// SPDX-License-Identifier: Apache-2.0
package org.jshmem.gcmc;

import java.util.ArrayList;
import java.util.List;

/// The long-range part of Ewald's energy: a sum over plane waves in the periodic cube.
///
/// ```
/// S(k) = sum over atoms of charge * exp(i k r)          k = 2 pi n / side, n a vector of integers
/// E    = 2 pi / volume * sum over k != 0 of exp(-k^2 / 4 alpha^2) / k^2 * |S(k)|^2
/// ```
///
/// `S` is a sum over atoms, so each PE adds its own atoms and all PEs add their sums. Waves k and -k have equal
/// energies. The waves with nx > 0 therefore count twice, and those with nx = 0 are all included. With n^2 < 25 these
/// are 276 waves, 552 doubles (Kohler 2012, section IV-C).
final class Waves {
    /// Limit of n^2 in a simulation: 276 waves.
    static final int LIMIT = 25;

    /// A wave: its vector n, and the factor of its square in the energy.
    private record Wave(int x, int y, int z, double weight) {}

    private final double side;
    private final int most;
    private final List<Wave> waves = new ArrayList<>();
    private final double[][] cos;
    private final double[][] sin;

    /// The waves with `n^2 < limit` for Ewald's split `alpha`.
    Waves(double side, double alpha, int limit) {
        this.side = side;
        most = (int) Math.ceil(Math.sqrt(limit)) - 1;
        double unit = 2 * Math.PI / side;
        for (int x = 0; x <= most; x++) {
            for (int y = -most; y <= most; y++) {
                for (int z = -most; z <= most; z++) {
                    int square = x * x + y * y + z * z;
                    if (square == 0 || square >= limit) continue;
                    double k2 = unit * unit * square;
                    double twice = x == 0 ? 1 : 2;
                    double weight =
                            twice * 2 * Math.PI / (side * side * side) * Math.exp(-k2 / (4 * alpha * alpha)) / k2;
                    waves.add(new Wave(x, y, z, weight));
                }
            }
        }
        cos = new double[3][2 * most + 1];
        sin = new double[3][2 * most + 1];
    }

    /// The number of waves.
    int count() {
        return waves.size();
    }

    /// Doubles of a sum: real and imaginary part of each wave.
    int doubles() {
        return 2 * count();
    }

    /// Adds a molecule's atoms to a sum.
    void add(double[] sum, Fluid fluid, double[] place) {
        for (int a = 0; a < Fluid.ATOMS; a++) {
            add(sum, fluid.charge(a), fluid.atom(place, a, 0), fluid.atom(place, a, 1), fluid.atom(place, a, 2));
        }
    }

    /// Adds an atom to a sum.
    void add(double[] sum, double charge, double x, double y, double z) {
        powers(0, x);
        powers(1, y);
        powers(2, z);
        for (int k = 0; k < waves.size(); k++) {
            Wave wave = waves.get(k);
            int ix = most + wave.x;
            int iy = most + wave.y;
            int iz = most + wave.z;
            double cosXy = cos[0][ix] * cos[1][iy] - sin[0][ix] * sin[1][iy];
            double sinXy = sin[0][ix] * cos[1][iy] + cos[0][ix] * sin[1][iy];
            sum[2 * k] += FixedPoint.wave(charge * (cosXy * cos[2][iz] - sinXy * sin[2][iz]));
            sum[2 * k + 1] += FixedPoint.wave(charge * (sinXy * cos[2][iz] + cosXy * sin[2][iz]));
        }
    }

    /// exp(i 2 pi n x / side) for all n of one axis.
    private void powers(int axis, double x) {
        double[] c = cos[axis];
        double[] s = sin[axis];
        double angle = 2 * Math.PI * x / side;
        double c1 = Math.cos(angle);
        double s1 = Math.sin(angle);
        c[most] = 1;
        s[most] = 0;
        for (int n = 1; n <= most; n++) {
            c[most + n] = c[most + n - 1] * c1 - s[most + n - 1] * s1;
            s[most + n] = s[most + n - 1] * c1 + c[most + n - 1] * s1;
            c[most - n] = c[most + n];
            s[most - n] = -s[most + n];
        }
    }

    /// The energy of a complete sum.
    double energy(double[] sum) {
        double energy = 0;
        for (int k = 0; k < waves.size(); k++) {
            energy += waves.get(k).weight * (sum[2 * k] * sum[2 * k] + sum[2 * k + 1] * sum[2 * k + 1]);
        }
        return energy;
    }

    /// Operations of [#add]: for each wave two complex products of which the second is scaled, rounded and
    /// added; for each axis the powers, a sine and a cosine of 20 operations each.
    long flopsOfAdd() {
        return 20L * count() + 3 * (6L * most + 42);
    }

    /// Operations of [#energy].
    long flopsOfEnergy() {
        return 5L * count();
    }
}
