// SPDX-License-Identifier: Apache-2.0
package org.jshmem.gcmc;

/// Sums that are the same bits in any order.
///
/// A term is rounded to a multiple of a power of two that is small enough for physics and large enough for all sums of
/// terms to be representable. Then no addition ever rounds: the energy does not depend on the number of PEs, on
/// who owns which molecule, or on the algorithm of a reduction.
final class Exact {
    /// Amplitudes of waves are multiples of 2^-40; their sums are exact below 2^13.
    private static final double WAVE = 0x1p40;

    /// Energies of pairs are multiples of 2^-30; their sums are exact below 2^23.
    private static final double PAIR = 0x1p30;

    /// The largest sum of amplitudes that is exact.
    static final double MOST_AMPLITUDE = 0x1p13;

    private Exact() {}

    static double wave(double term) {
        return Math.rint(term * WAVE) / WAVE;
    }

    static double pair(double term) {
        return Math.rint(term * PAIR) / PAIR;
    }
}
