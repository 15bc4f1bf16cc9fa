// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Random;
import org.jshmem.Shmem;
import org.jshmem.SymDoubles;
import org.jshmem.SymLongs;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.sim.cost.Machine;
import org.junit.jupiter.api.Test;

/// Accesses of a PE to its own elements are compared in runs unless reports name lines: in random programs both ways
/// find the same programs wrong.
class OwnAccessesTest {
    private static final int LENGTH = 12;

    private static boolean isWrong(int seed, boolean apart) {
        long region = Settings.shape(2, 1 << 20, 0).regionBytes();
        JobSpec spec = JobSpec.of(Machine.named("knc"), 2, region).findingRaces();
        spec.lines = apart;
        try (Simulation sim = new Simulation(spec)) {
            sim.runProgram(() -> Shmem.run(new String[0], (sh, args) -> program(sh, new Random(seed))));
            sim.rethrow();
            return !sim.races().isEmpty();
        }
    }

    /// PE 0 loads and stores elements of its own, mostly neighbours; PE 1 loads or stores one of them, before or after.
    private static void program(Shmem sh, Random random) {
        SymLongs x = sh.longs(LENGTH);
        boolean first = random.nextBoolean();
        boolean stores = random.nextBoolean();
        int index = random.nextInt(LENGTH);
        sh.barrierAll();
        if (sh.myPe() == 1) {
            if (!first) sh.sleep(Duration.ofMillis(1));
            if (stores) x.p(index, 1, 0);
            else x.g(index, 0);
            return;
        }
        if (first) sh.sleep(Duration.ofMillis(1));
        int at = 0;
        for (int i = 0; i < 9; i++) {
            at = random.nextInt(3) == 0 ? random.nextInt(LENGTH) : (at + random.nextInt(2)) % LENGTH;
            if (random.nextBoolean()) x.get(at);
            else x.set(at, i);
        }
    }

    /// The program reads doubles of a piece of memory, and the report counts doubles.
    @Test
    void aRaceOnAViewOfMemoryNamesTheElement() {
        long region = Settings.shape(2, 1 << 20, 0).regionBytes();
        JobSpec spec = JobSpec.of(Machine.named("knc"), 2, region).findingRaces();
        try (Simulation sim = new Simulation(spec)) {
            sim.runProgram(() -> Shmem.run(new String[0], (sh, args) -> {
                SymDoubles x = sh.mem(64).named("field").asDoubles();
                sh.barrierAll();
                x.p(3, sh.myPe(), 0);
            }));
            sim.rethrow();
            assertTrue(sim.races().toString().contains("\"field\"[3]"), sim.races()::toString);
            assertFalse(sim.races().toString().contains("[24"), sim.races()::toString);
        }
    }

    @Test
    void runsAreAsGoodAsSingleAccesses() {
        int wrong = 0;
        int programs = 300;
        for (int seed = 0; seed < programs; seed++) {
            boolean apart = isWrong(seed, true);
            assertEquals(apart, isWrong(seed, false), "seed " + seed);
            if (apart) wrong++;
        }
        int found = wrong;
        assertTrue(found > programs / 10 && found < 9 * programs / 10, () -> found + " of " + programs);
    }
}
