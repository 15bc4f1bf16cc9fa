// SPDX-License-Identifier: Apache-2.0
package org.jshmem.papers.ramos;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.jshmem.sim.machine.MachineFiles;
import org.junit.jupiter.api.Test;

/// The formulas against numbers that are printed or follow from printed ones.
class MinMaxModelTest {
    private final MinMaxModel model = MinMaxModel.of(MachineFiles.named("knc")::value);

    @Test
    void singleAndMultiLinePingPong() {
        int[] n = {1, 2, 4, 8, 16, 32, 64, 128};
        double[] cached = {501.0, 1125, 1551, 1992, 2668.5, 3918.75, 6367.875, 11240.4375};
        double[] uncached = {827.4, 1931.05, 2625.225, 3257.0125, 4142.306, 5723.753, 8792.077, 14881.438};
        for (int i = 0; i < n.length; i++) {
            assertEquals(cached[i], model.lines(n[i], false), 0.001);
            assertEquals(uncached[i], model.lines(n[i], true), 0.001);
        }
    }

    @Test
    void contentionAndNotification() {
        assertEquals(244.4, model.contention(1), 1e-9);
        assertEquals(244.4 + 59 * 70, model.contention(60), 1e-9);
        assertEquals(277.7 + 2 * 235.8, model.notifyBack(3).min(), 1e-9);
        assertEquals(277.7 + 4 * 235.8, model.notifyBack(3).max(), 1e-9);
    }

    @Test
    void bandsAtC70() {
        check(1.33, 2.23, model.smallBroadcast(1));
        check(3.17, 6.32, model.smallBroadcast(7));
        check(4.83, 9.64, model.smallBroadcast(5, 5));
        check(5.88, 11.6, model.smallBroadcast(4, 4, 3));
        check(1.31, 2.03, model.reduction(1));
        check(5.38, 9.06, model.reduction(3, 3, 2));
        check(6.53, 11.1, model.reduction(4, 4, 3));
        check(3.32, 17.9, model.barrier(30, 6));
        check(3.56, 18.4, model.barrier(60, 4));
        check(23.3, 27.1, model.pipelinedBroadcast(8, 128));
        check(62.6, 75.3, model.pipelinedBroadcast(32, 128));
        check(100.9, 123.8, model.pipelinedBroadcast(60, 128));
        check(13.2, 15.9, model.flatBroadcast(8, 128));
        check(22.2, 32.3, model.flatBroadcast(32, 128));
        check(32.7, 51.4, model.flatBroadcast(60, 128));
    }

    private static void check(double min, double max, MinMaxModel.Band band) {
        assertEquals(min, band.min() / 1000, min * 0.005);
        assertEquals(max, band.max() / 1000, max * 0.005);
    }
}
