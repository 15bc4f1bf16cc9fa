// SPDX-License-Identifier: Apache-2.0
package org.jshmem.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.stream.DoubleStream;
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
        int forks = 0;
        for (int k = 0; k < 2000; k++) {
            var one = Statistics.ofSamples(normal(random, 101, 100, 5));
            if (one.low() <= 100 && one.high() >= 100) samples++;
            var three = Statistics.ofForks(
                    DoubleStream.of(normal(random, 3, 100, 5)).boxed().toList());
            if (three.low() <= 100 && three.high() >= 100) forks++;
        }
        assertEquals(0.95, samples / 2000.0, 0.02);
        assertEquals(0.95, forks / 2000.0, 0.02);
    }

    @Test
    void aChangeIsTheRatioOfMeansAndItsChance() {
        double[] then = {0, 0.1, 0.2, 0.1};
        double[] now = {1, 1.1, 1.2, 1.1};
        assertEquals(Math.E, Statistics.change(then, now).ratio(), 1e-9);
        assertTrue(Statistics.change(then, now).p() < 0.001);
        assertEquals(1, Statistics.change(then, then).p(), 1e-9);
        assertEquals(1, Statistics.change(new double[1], now).p());
        assertEquals(0, Statistics.change(new double[2], new double[] {1, 1}).p());
    }
}
