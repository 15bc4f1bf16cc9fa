// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PeBlocksTest {
    @Test
    void theFirstBlocksAreTheLargerOnes() {
        var deal = new PeBlocks(7, 3);
        assertArrayEquals(new int[] {0, 0, 0, 1, 1, 2, 2}, deal.jvmOf());
        assertEquals(3, deal.first(1));
        assertEquals(2, deal.count(2));
        assertEquals("7 PEs in 3 JVMs", deal.text());
    }

    @Test
    void everyHostHasADealOfItsOwn() {
        var deal = PeBlocks.of(new PeBlocks(3, 2), new PeBlocks(4, 1), new PeBlocks(1, 1));
        assertArrayEquals(new int[] {0, 0, 1, 2, 2, 2, 2, 3}, deal.jvmOf());
        assertEquals(8, deal.npes());
        assertFalse(deal.isProcesses());
        assertTrue(PeBlocks.of(new PeBlocks(2, 2), new PeBlocks(1, 1)).isProcesses());
    }
}
