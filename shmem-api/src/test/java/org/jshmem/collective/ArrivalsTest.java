// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArrivalsTest {
    private static final long FLAG = 0x1234_5678_ffff_f123L;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 65_535, 65_536}) // the most PEs of a job
    void theLastOfAllMembersKnowsThatItIs(int all) {
        long word = 0;
        for (int k = 1; k <= all; k++) {
            word += Arrivals.one(FLAG);
            assertEquals(k == all, Arrivals.areAll(word, all), k + " of " + all);
        }
        assertTrue(Arrivals.areOfOneCall(word, Arrivals.one(FLAG), all));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 65_536})
    void aMemberInAnotherCallIsSeen(int all) {
        long word = Arrivals.one(FLAG ^ 0x111);
        for (int k = 1; k < all; k++) word += Arrivals.one(FLAG);
        assertTrue(Arrivals.areAll(word, all));
        assertFalse(Arrivals.areOfOneCall(word, Arrivals.one(FLAG), all));
    }
}
