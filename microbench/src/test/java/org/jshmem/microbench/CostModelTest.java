// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class CostModelTest {
    private final CostModel model = new CostModel(1000, 0.5, 0.25);

    @Test
    void formulasAreThePapers() {
        double n = 4096;
        assertEquals(8 * 1000 + 2 * n * 7 * 0.5 + n * 7 * 0.25, model.nanos("flat", 8, n), 1e-9);
        assertEquals(3 * (1000 + n * 0.5 + n * 0.25), model.nanos("rd", 8, n), 1e-9);
        assertEquals(model.nanos("rd", 8, n), model.nanos("bruck", 8, n), 1e-9);
        assertEquals(6 * 1000 + 2 * 7 / 8.0 * n * 0.5 + 7 / 8.0 * n * 0.25, model.nanos("rsag", 8, n), 1e-9);
    }

    @Test
    void recursiveDoublingWinsBelowTheCrossingAndRabenseifnerAbove() {
        double crossing = model.crossing("rd", "rsag", 64, 1 << 30);
        assertTrue(crossing > 1 && crossing < 1 << 20, "crossing=" + crossing);
        assertTrue(model.nanos("rd", 64, crossing / 2) < model.nanos("rsag", 64, crossing / 2));
        assertTrue(model.nanos("rsag", 64, crossing * 2) < model.nanos("rd", 64, crossing * 2));
    }

    @Test
    void whatCannotBePricedIsRefused() {
        var name = assertThrows(IllegalArgumentException.class, () -> model.nanos("fast", 2, 1));
        assertTrue(
                name.getMessage()
                        .startsWith("no algorithm 'fast' for REDUCE; known are flat, rd, bruck, rsag, ring, tiled"),
                name.getMessage());
        var price = assertThrows(IllegalArgumentException.class, () -> new CostModel(-1, 0, 0));
        assertEquals("prices are never negative: alpha=-1.0, beta=0.0, gamma=0.0", price.getMessage());
    }
}
