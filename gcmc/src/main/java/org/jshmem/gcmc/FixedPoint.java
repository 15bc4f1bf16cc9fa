// SPDX-License-Identifier: Apache-2.0
package org.jshmem.gcmc;

/// Rounding that makes sums equal to the bit in any order.
///
/// A term is rounded to a multiple of a power of two. The power is small enough for the physics, and large enough for
/// all sums of terms to be representable. No addition then rounds. The energy does not depend on the number of PEs, on
/// the owners of the molecules, or on the algorithm of a reduction.
final class FixedPoint {
    /// Reciprocal unit of the amplitudes of waves, 2^-40; their sums are exact below 2^13.
    private static final double WAVE = 0x1p40;

    /// Reciprocal unit of the energies of pairs, 2^-30; their sums are exact below 2^23.
    private static final double PAIR = 0x1p30;

    /// The largest sum of amplitudes that is exact.
    static final double MOST_AMPLITUDE = 0x1p13;

    /// The largest sum of energies of pairs that is exact.
    static final double MOST_PAIRS = 0x1p23;

    private FixedPoint() {}

    static double wave(double term) {
        return Math.rint(term * WAVE) / WAVE;
    }

    static double pair(double term) {
        return Math.rint(term * PAIR) / PAIR;
    }
}
