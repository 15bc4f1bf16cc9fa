// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.ft;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.jshmem.nas.npb.Randlc;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FourierTest {
    private static final int LANES = 3;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8, 32, 64, 128})
    void transformsAreThoseOfTheDefinition(int length) {
        double[] re = new double[length * LANES];
        double[] im = new double[length * LANES];
        Randlc random = new Randlc(Randlc.SEED, 0);
        random.fill(re);
        random.fill(im);
        for (int sign : new int[] {1, -1}) {
            double[] gotRe = re.clone();
            double[] gotIm = im.clone();
            Fourier fourier = new Fourier(length);
            fourier.transform(gotRe, gotIm, 0, LANES, LANES, sign);
            for (int row = 0; row < length; row++) {
                for (int lane = 0; lane < LANES; lane++) {
                    double wantedRe = 0;
                    double wantedIm = 0;
                    for (int j = 0; j < length; j++) {
                        double angle = sign * 2 * Math.PI * ((long) j * fourier.frequency[row] % length) / length;
                        double a = re[j * LANES + lane];
                        double b = im[j * LANES + lane];
                        wantedRe += a * Math.cos(angle) - b * Math.sin(angle);
                        wantedIm += a * Math.sin(angle) + b * Math.cos(angle);
                    }
                    assertEquals(wantedRe, gotRe[row * LANES + lane], 1e-12 * length);
                    assertEquals(wantedIm, gotIm[row * LANES + lane], 1e-12 * length);
                }
            }
        }
    }
}
