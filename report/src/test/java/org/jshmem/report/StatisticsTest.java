// SPDX-License-Identifier: Apache-2.0
package org.jshmem.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import org.jshmem.report.Statistics.Interval;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatisticsTest {
    /// The table of the binomial distribution: of 15 values an interval of 90 % leaves out three at each end.
    @ParameterizedTest
    @CsvSource({
        "1, 0.95, 0",
        "5, 0.9, 0",
        "6, 0.95, 0",
        "8, 0.9, 1",
        "9, 0.95, 1",
        "10, 0.9, 1",
        "15, 0.9, 3",
        "100, 0.95, 39"
    })
    void theIntervalOfAMedianLeavesOutAsManyAtEachEnd(int n, double level, int left) {
        double[] values = IntStream.range(0, n).mapToDouble(k -> n - k).toArray();
        assertEquals(new Interval(1 + left, n - left), Statistics.ofMedian(level, values));
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
