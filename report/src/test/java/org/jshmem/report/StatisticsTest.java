// SPDX-License-Identifier: Apache-2.0
package org.jshmem.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StatisticsTest {
    private static double[] normal(Random random, int n, double mean, double deviation) {
        return DoubleStream.generate(() -> mean + deviation * random.nextGaussian())
                .limit(n)
                .toArray();
    }

    @Test
    void intervalsHoldTheTrueMedianAboutAsOftenAsTheySay() {
        var random = new Random(1);
        int samples = 0;
        int launches = 0;
        for (int k = 0; k < 2000; k++) {
            var one = Statistics.ofSamples(normal(random, 101, 100, 5));
            if (one.low() <= 100 && one.high() >= 100) samples++;
            var three = Statistics.ofLaunches(
                    DoubleStream.of(normal(random, 3, 100, 5)).boxed().toList());
            if (three.low() <= 100 && three.high() >= 100) launches++;
        }
        assertEquals(0.95, samples / 2000.0, 0.02);
        assertEquals(0.95, launches / 2000.0, 0.02);
    }

    @Test
    void trendsAndTwoModesAreNamedAndQuietSamplesAreNot() {
        var random = new Random(2);
        double[] quiet = normal(random, 300, 100, 4);
        assertEquals(List.of(), Statistics.unsteady(quiet));
        double[] slower = IntStream.range(0, 300)
                .mapToDouble(k -> quiet[k] * (1 + 0.001 * k))
                .toArray();
        assertTrue(
                Statistics.unsteady(slower).getFirst().startsWith("trend: +18 % "),
                Statistics.unsteady(slower).toString());
        double[] two = IntStream.range(0, 300)
                .mapToDouble(k -> quiet[k] * (k % 3 == 0 ? 2 : 1))
                .toArray();
        assertTrue(
                Statistics.unsteady(two).getFirst().startsWith("bimodal: near "),
                Statistics.unsteady(two).toString());
    }

    @Test
    void outOfManyTestsOnlyThoseHoldThatBenjaminiAndHochbergKeep() {
        assertArrayEquals(
                new boolean[] {true, true, false, false}, Statistics.hold(new double[] {0.001, 0.02, 0.06, 0.9}));
        assertArrayEquals(new boolean[] {true, true}, Statistics.hold(new double[] {0.045, 0.049}));
        assertArrayEquals(new boolean[] {}, Statistics.hold(new double[] {}));
    }
}
