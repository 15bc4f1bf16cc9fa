// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SymbolNamesTest {
    private final SymbolNames objects = new SymbolNames();

    @Test
    void aNameStaysWhenAnotherPeMakesTheSameObject() {
        objects.object(64, 32, 8, "longs 1");
        objects.named(64, "a");
        objects.object(64, 32, 8, "longs 1");
        assertEquals("\"a\"[1]", objects.words(72, 8));
    }

    /// Bytes that the program views as doubles.
    @Test
    void indicesAreThoseOfTheWidestView() {
        objects.object(64, 32, 1, "mem 1");
        objects.object(64, 32, 8, "mem 1");
        objects.object(64, 32, 1, "mem 1");
        assertEquals("mem 1[1]", objects.words(72, 8));
    }

    @Test
    void anObjectInThePlaceOfAFreedOneHasNotItsName() {
        objects.object(64, 32, 8, "longs 1");
        objects.named(64, "a");
        objects.object(64, 32, 8, "longs 2");
        assertEquals("longs 2[1]", objects.words(72, 8));
    }
}
