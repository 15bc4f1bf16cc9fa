// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlabsTest {
    @ParameterizedTest
    @CsvSource({"12, 1", "12, 4", "12, 7", "12, 16", "36, 5", "64, 64", "102, 7"})
    void everyInteriorPlaneHasOneOwner(int nodes, int pes) {
        Slabs slabs = new Slabs(nodes, pes);
        int plane = 1;
        for (int pe = 0; pe < pes; pe++) {
            assertEquals(plane, slabs.first(pe));
            assertTrue(slabs.count(pe) >= 0 && slabs.count(pe) <= slabs.most());
            for (int i = 0; i < slabs.count(pe); i++) assertEquals(pe, slabs.owner(plane++));
        }
        assertEquals(nodes - 1, plane);
        assertEquals(slabs.owner(1), slabs.owner(0));
        assertEquals(slabs.owner(nodes - 2), slabs.owner(nodes - 1));
    }
}
