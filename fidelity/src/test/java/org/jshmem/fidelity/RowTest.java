// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jshmem.fidelity.Target.Role;
import org.jshmem.fidelity.Target.Side;
import org.jshmem.sim.model.Mechanism;
import org.junit.jupiter.api.Test;

class RowTest {
    private static final double NONE = Double.POSITIVE_INFINITY;

    private static Target target(Role role, double low, double high) {
        Map<String, Side> moves = Map.of("caches", Side.BELOW, "flags", Side.ABOVE);
        return new Target("X-1", "X", "1", role, "claim", "1", "", low, high, "x", "", moves, "");
    }

    private static Row row(Role role, double low, double high, double... samples) {
        Band band = Band.of(samples, List.of(new double[] {1.5}));
        return new Row(target(role, low, high), band, band.median(), Map.of());
    }

    private static Row without(Role role, double own, Map<String, Double> without) {
        return new Row(target(role, 1, 2), Band.of(new double[] {own}, List.of()), own, without);
    }

    @Test
    void aNumberAgreesByItsMedianAndABoundOverTheWholeBand() {
        assertTrue(row(Role.HELD, 0.85, 0.95, 0.8, 0.9, 1.1).agrees());
        assertFalse(row(Role.HELD, 1.05, 2, 0.8, 0.9, 1.1).agrees(), "the band touches it, the median does not");
        assertTrue(row(Role.HELD, -NONE, 1.5, 0.8, 0.9, 1).agrees());
        assertFalse(row(Role.HELD, -NONE, 1, 0.8, 0.9, 1).agrees(), "a variation gives 1.5");
        assertTrue(row(Role.FIT, -NONE, 1, 0.8, 0.9, 1).agrees(), "what is fitted, by its median");
    }

    @Test
    void theBandIsTheUnionOverSeedsAndVariations() {
        Band band = Band.of(new double[] {3, 1, 2}, List.of(new double[] {5, 4}, new double[] {0.5}));
        assertEquals(new Band(2, 1, 3, 0.5, 5, 3), band);
    }

    @Test
    void evidenceIsInsideAndLeavesOnThePredictedSideWithoutAMechanism() {
        assertTrue(without(Role.HELD, 1.5, Map.of("caches", 0.5)).isEvidence());
        assertTrue(without(Role.ASSERTED, 1.5, Map.of("flags", 2.5)).isEvidence());
        assertFalse(without(Role.HELD, 1.5, Map.of("caches", 2.5)).isEvidence(), "on the other side");
        assertFalse(without(Role.HELD, 1.5, Map.of("distance", 2.5)).isEvidence(), "not predicted");
        assertFalse(without(Role.HELD, 1.5, Map.of("caches", 1.1)).isEvidence(), "inside without it too");
        assertFalse(without(Role.SEEN, 1.5, Map.of("caches", 0.5)).isEvidence());
        assertFalse(without(Role.OURS, 1.5, Map.of("caches", 0.5)).isEvidence());
    }

    /// K-12a once: the machine gave 44 for 48, and was right without a mechanism.
    @Test
    void whatBecomesRightWithoutAMechanismIsNoEvidence() {
        Row wrong = without(Role.HELD, 2.5, Map.of("caches", 1.5));
        assertEquals(List.of("caches"), wrong.overturning());
        assertFalse(wrong.isEvidence());
        assertEquals("caches: 1.5, inside", wrong.cells().getLast());
    }

    @Test
    void predictionsNameMechanismsOfTheirMachine() {
        for (Paper paper : Scoreboard.papers()) {
            for (Target target : paper.targets()) {
                if (target.moves().isEmpty()) continue;
                List<String> known = paper.machine().architecture().mechanisms().stream()
                        .map(Mechanism::name)
                        .toList();
                assertTrue(known.containsAll(target.moves().keySet()), target.id() + " of " + known);
            }
        }
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
