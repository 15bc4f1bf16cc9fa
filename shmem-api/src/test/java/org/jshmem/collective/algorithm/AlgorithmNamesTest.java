// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.algorithm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.jshmem.Collective;
import org.jshmem.collective.choice.Algorithm;
import org.junit.jupiter.api.Test;

class AlgorithmNamesTest {
    @Test
    void anAlgorithmIsFoundByItsName() {
        for (Collective collective : Collective.values()) {
            for (Algorithm<?> each : AlgorithmNames.of(collective)) {
                assertSame(each, AlgorithmNames.named(collective, each.name()));
            }
            assertNull(AlgorithmNames.named(collective, "auto"));
            boolean has = AlgorithmNames.names(collective).contains("hierarchical"); // a program may choose it for each
            assertEquals(!has, AlgorithmNames.named(collective, "hierarchical") == null);
        }
    }

    @Test
    void anUnknownNameIsRefusedWithAllNames() {
        assertEquals(
                "algorithm 'binomail' of BROADCAST is unknown; use one of auto, flat, binomial, scatter, hierarchical",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> AlgorithmNames.named(Collective.BROADCAST, "binomail"))
                        .getMessage());
    }

    @Test
    void theHelpHasALineForEachAlgorithm() {
        assertEquals("""
                barrier: auto, or
                  dissemination each round signals the member twice as far away
                  linear        member 0 waits for all, and releases them
                  hierarchical  one member of each host represents it
                """, AlgorithmNames.help(Collective.BARRIER));
    }

    @Test
    void theCodeOfARecordedCallHasTheNameAndTheAccess() {
        for (String name :
                List.of("a", "rd", "rd-left", "dissemination", "zzzzzzzzzzzzz", "oc:2", "oc:47", "zzzzzzzz:1023")) {
            Algorithm<Integer> algorithm = new Algorithm<>(name, 0, "");
            assertEquals(name + "/ptr", Algorithm.label(algorithm.code(true)));
            assertEquals(name + "/putget", Algorithm.label(algorithm.code(false)));
        }
        assertThrows(IllegalArgumentException.class, () -> new Algorithm<>("fourteenletter", 0, ""));
        assertThrows(IllegalArgumentException.class, () -> new Algorithm<>("nineletter:7", 0, ""));
    }
}
