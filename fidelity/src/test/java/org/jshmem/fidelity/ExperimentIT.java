// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.OptionalLong;
import org.jshmem.contract.Samples;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ExperimentIT {
    private static boolean concerns(String name, String only) {
        return new Experiment(name, false, 0, false, null).concerns(only);
    }

    @Test
    void itIsRunForEachIdThatItMayHave() {
        for (String only : List.of("", "R", "R-7", "R-73", "R-73/mpi"))
            assertTrue(concerns("R-7 libraries", only), only);
        for (String only : List.of("R-6", "N", "R-8/a")) assertEquals(false, concerns("R-7 libraries", only), only);
    }

    /// Else a row would be silently empty where somebody asks for it alone.
    @Test
    @Tag(Samples.TAG)
    void theIdsOfAllItsValuesBeginWithItsName() {
        for (Paper paper : Scoreboard.papers()) {
            if (!Samples.of(List.of("P"), List.of("P", "R")).contains(paper.key())) continue; // the others take minutes
            for (Experiment e : paper.experiments()) {
                if (e.noisy()) continue;
                for (String id :
                        e.run().on(paper.machine(), OptionalLong.empty()).keySet()) {
                    assertTrue(e.concerns(id), () -> e.name() + " gives " + id);
                }
            }
        }
    }
}
