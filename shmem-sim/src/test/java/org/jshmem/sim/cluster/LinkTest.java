// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class LinkTest {
    private final Link link = new Link();

    @Test
    void aShortMessageUsesAGapBeforeAPlannedOne() {
        assertEquals(100, link.enter(100, 50, 0));
        assertEquals(30, link.enter(30, 70, 0));
        assertEquals(150, link.enter(0, 31, 0));
        assertEquals(0, link.enter(0, 30, 0));
    }

    @Test
    void aMessageWithoutBytesLeavesItsGapWhole() {
        assertEquals(100, link.enter(100, 50, 0));
        assertEquals(40, link.enter(40, 0, 0));
        assertEquals(0, link.enter(0, 100, 0));
    }
}
