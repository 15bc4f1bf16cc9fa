// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jshmem.Shmem;
import org.jshmem.SymDoubles;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.sim.machine.MachineFiles;
import org.junit.jupiter.api.Test;

/// Races on elements that a PE loads and stores by itself.
class OwnAccessesTest {

    /// The program reads doubles of a piece of memory, and the report counts doubles.
    @Test
    void aRaceOnAViewOfMemoryNamesTheElement() {
        long region = Settings.shape(2, 1 << 20, 0).regionBytes();
        JobSpec spec = JobSpec.of(MachineFiles.named("knc"), 2, region).findingRaces();
        try (Simulation sim = new Simulation(spec)) {
            sim.runProgram(_ -> Shmem.run(new String[0], (sh, args) -> {
                SymDoubles x = sh.mem(64).named("field").asDoubles();
                sh.barrierAll();
                x.p(3, sh.myPe(), 0);
            }));
            sim.rethrow();
            assertTrue(sim.races().toString().contains("\"field\"[3]"), sim.races()::toString);
            assertFalse(sim.races().toString().contains("[24"), sim.races()::toString);
        }
    }
}
