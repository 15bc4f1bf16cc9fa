// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.AbstractList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlacementTest {
    /// Counts the looks at a list, not the time.
    @Test
    void theWorkForAListOfCoresGrowsWithItsLength() {
        int pes = 16_384;
        long[] looks = new long[1];
        List<Integer> cores = new AbstractList<>() {
            @Override
            public Integer get(int pe) {
                looks[0]++;
                return pes - 1 - pe;
            }

            @Override
            public int size() {
                return pes;
            }
        };
        Placement placement = Placement.chosen(cores, pes, pes, 1);
        assertEquals(0, placement.core(pes - 1));
        assertTrue(looks[0] <= 4L * pes, () -> looks[0] + " looks");
    }
}
