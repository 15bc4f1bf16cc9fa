// SPDX-License-Identifier: Apache-2.0
package org.jshmem.papers.ramos;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.jshmem.sim.machine.MachineFiles;
import org.junit.jupiter.api.Test;

/// The optima that the paper prints in section 5, and the window of c in which they are optima.
class OptimumTest {
    private static Optimum at(double c) {
        return new Optimum(MinMaxModel.of(MachineFiles.named("knc").with("c", c)::value));
    }

    @Test
    void thePrintedTreesAreOptimal() {
        assertArrayEquals(new int[] {5, 5}, at(70).broadcastTree(30));
        assertArrayEquals(new int[] {4, 4, 3}, at(70).broadcastTree(60));
        assertArrayEquals(new int[] {3, 3, 2}, at(70).reductionTree(30));
        assertArrayEquals(new int[] {4, 4, 3}, at(70).reductionTree(60));
    }

    @Test
    void thePrintedTreesNarrowCToItsWindow() {
        assertArrayEquals(new int[] {5, 5}, at(115.1).broadcastTree(30));
        assertArrayEquals(new int[] {3, 3, 2}, at(115.2).broadcastTree(30));
        assertArrayEquals(new int[] {4, 4, 3}, at(290.5).broadcastTree(60));
        assertEquals(4, at(290.7).broadcastTree(60).length);
        assertArrayEquals(new int[] {3, 3, 2}, at(47.7).reductionTree(30));
        assertEquals(2, at(47.5).reductionTree(30).length);
        assertArrayEquals(new int[] {4, 4, 3}, at(226).reductionTree(60));
    }

    @Test
    void thePrintedTreeTiesWithOthers() {
        MinMaxModel model = MinMaxModel.of(MachineFiles.named("knc")::value);
        double best = model.smallBroadcast(5, 5).min();
        List<String> equal = Optimum.trees(30, 4).stream()
                .filter(k -> Math.abs(model.smallBroadcast(k).min() - best) < 1e-6)
                .map(Arrays::toString)
                .sorted()
                .toList();
        assertEquals(List.of("[5, 5]", "[6, 4]"), equal);
    }

    @Test
    void theBarriersPartnersStepAt28() {
        Optimum optimum = at(70);
        int[] expected = new int[61];
        for (int n = 2; n <= 60; n++) {
            expected[n] = n <= 7 ? n : n <= 9 ? 3 : n <= 16 ? 4 : n <= 25 ? 5 : n <= 27 ? 3 : n <= 36 ? 6 : 4;
        }
        for (int n = 3; n <= 60; n++) assertEquals(expected[n], optimum.barrierPartners(n), "n=" + n);
        MinMaxModel model = MinMaxModel.of(MachineFiles.named("knc")::value);
        assertEquals(2855.4, model.barrier(27, 3).min(), 0.1);
        assertEquals(3318.4, model.barrier(28, 6).min(), 0.1);
        assertEquals(3562.8, model.barrier(60, 4).min(), 0.1);
    }
}
