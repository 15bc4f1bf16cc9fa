// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jshmem.fidelity.Target.Role;
import org.junit.jupiter.api.Test;

class RowTest {
    private static final double NONE = Double.POSITIVE_INFINITY;

    private static Row row(Role role, double low, double high, List<String> overturnedBy, double... samples) {
        Target target = new Target("X-1", "X", "1", role, "claim", "1", low, high, "x", "", "");
        return new Row(target, Band.of(samples, List.of()), overturnedBy);
    }

    @Test
    void aBoundHoldsOverTheWholeBandAndANumberOverlapsIt() {
        assertFalse(row(Role.HELD, -NONE, 1, List.of(), 0.8, 0.9, 1.1).agrees());
        assertTrue(row(Role.HELD, -NONE, 1, List.of(), 0.8, 0.9, 1).agrees());
        assertTrue(row(Role.HELD, 1.05, 2, List.of(), 0.8, 0.9, 1.1).agrees());
        assertFalse(row(Role.HELD, 1.2, 2, List.of(), 0.8, 0.9, 1.1).agrees());
        assertFalse(row(Role.CAL, 1.05, 2, List.of(), 0.8, 0.9, 1.1).agrees(), "an input by its median");
    }

    @Test
    void theBandIsTheUnionOverSeedsAndVariations() {
        Band band = Band.of(new double[] {3, 1, 2}, List.of(new double[] {5, 4}, new double[] {0.5}));
        assertEquals(new Band(2, 1, 3, 0.5, 5, 3), band);
    }

    @Test
    void whatNoMechanismOverturnsIsNoEvidence() {
        assertFalse(row(Role.HELD, 0, 2, List.of(), 1).isEvidence());
        assertTrue(row(Role.HELD, 0, 2, List.of("contention"), 1).isEvidence());
        assertFalse(row(Role.SEEN, 0, 2, List.of("contention"), 1).isEvidence());
    }

    @Test
    void targetsHaveIdsOfTheirOwn() {
        Set<String> ids = new HashSet<>();
        for (Paper paper : Scoreboard.papers()) {
            for (Target target : paper.targets()) assertTrue(ids.add(target.id()), target.id());
        }
        assertTrue(ids.size() > 100, "of two papers");
    }
}
