// SPDX-License-Identifier: Apache-2.0
package org.jshmem.gcmc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.apache.commons.numbers.gamma.Erfc;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The waves and the screened pairs against what is known of a crystal.
class EwaldTest {
    /// Of rock salt, for each ion, in units of charge squared over the distance of neighbours.
    private static final double MADELUNG = 1.747564594633182;

    @Test
    void aSimulationSums552Doubles() {
        Waves waves = new Waves(12, 5.0 / 12, Waves.LIMIT);
        assertEquals(276, waves.count());
        assertEquals(552, waves.doubles());
    }

    @Test
    void rockSaltHasItsMadelungConstant() {
        assertEquals(-MADELUNG, ofRockSalt(10, 17 * 17), 2e-11);
    }

    @ParameterizedTest
    @ValueSource(doubles = {9, 9.5, 10.5, 11})
    void theSplitBetweenPairsAndWavesDoesNotMatter(double split) {
        assertEquals(-MADELUNG, ofRockSalt(split, 19 * 19), 2e-9);
    }

    /// What a simulation uses: what it errs by is known.
    @Test
    void theSimulationsOwnSplitIsGoodForThreeDigits() {
        assertEquals(-MADELUNG, ofRockSalt(5, Waves.LIMIT), 5e-3);
    }

    /// The energy of an ion in a cube of eight with neighbours at distance 1, times two.
    private static double ofRockSalt(double split, int limit) {
        double side = 2;
        double alpha = split / side;
        Waves waves = new Waves(side, alpha, limit);
        double[] sum = new double[waves.doubles()];
        double pairs = 0;
        for (int i = 0; i < 8; i++) {
            waves.add(sum, sign(i), i & 1, i >> 1 & 1, i >> 2);
            for (int j = 0; j < i; j++) {
                // in so small a cube the nearest image is one of several at the same distance: all within a side
                for (int image = 0; image < 27; image++) {
                    double dx = (i & 1) - (j & 1) + side * (image % 3 - 1);
                    double dy = (i >> 1 & 1) - (j >> 1 & 1) + side * (image / 3 % 3 - 1);
                    double dz = (i >> 2) - (j >> 2) + side * (image / 9 - 1);
                    double r = Math.sqrt(dx * dx + dy * dy + dz * dz);
                    pairs += sign(i) * sign(j) * Erfc.value(alpha * r) / r;
                }
            }
            for (int image = 0; image < 27; image++) {
                if (image == 13) continue;
                double r = side
                        * Math.sqrt(Math.pow(image % 3 - 1, 2)
                                + Math.pow(image / 3 % 3 - 1, 2)
                                + Math.pow(image / 9 - 1, 2));
                pairs += Erfc.value(alpha * r) / r / 2;
            }
        }
        double self = -8 * alpha / Math.sqrt(Math.PI);
        return (pairs + waves.energy(sum) + self) / 8 * 2;
    }

    private static int sign(int i) {
        return Integer.bitCount(i) % 2 == 0 ? 1 : -1;
    }
}
