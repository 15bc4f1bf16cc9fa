// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class PairsTest {
    @Test
    void partnersAreEachOthers() {
        for (int npes : new int[] {2, 6, 8, 64}) {
            var pairs = new Pairs(npes, npes / 2);
            for (int pe = 0; pe < npes; pe++) assertEquals(pe, pairs.partner(pairs.partner(pe)), npes + " PEs");
        }
    }

    @Test
    void thePartnerIsHalfTheJobAway() {
        assertEquals(33, new Pairs(64, 32).partner(1));
    }

    @Test
    void asManyOriginsAndTargetsAreActiveAsThereArePairs() {
        var pairs = new Pairs(8, 3);
        int origins = 0;
        int targets = 0;
        for (int pe = 0; pe < 8; pe++) {
            if (pairs.isOrigin(pe)) {
                origins++;
                assertEquals(true, pairs.isTarget(pairs.partner(pe)));
            }
            if (pairs.isTarget(pe)) targets++;
        }
        assertEquals(3, origins);
        assertEquals(3, targets);
    }
}
