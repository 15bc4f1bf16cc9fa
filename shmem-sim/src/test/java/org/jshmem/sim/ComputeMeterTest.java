// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jshmem.Shmem;
import org.jshmem.Work;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.sim.cost.AccessKind;
import org.jshmem.sim.machine.MachineFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/// `--compute auto`: what PEs compute takes time that nobody declared. It is CPU time of one thread, so a busy host
/// changes it little; margins are wide all the same.
@Isolated // what it measures would compete for cores
class ComputeMeterTest {
    private static final int STEPS = 20;
    private static final int UNIT = 1_000_000; // some milliseconds of additions

    private static volatile double sink;

    /// Times of a program whose PE k computes `units[k]` in each step and then meets the others.
    private static Simulation run(double factor, boolean declares, int... units) {
        int npes = units.length;
        long bytes = Settings.shape(npes, 1 << 20, 0).regionBytes();
        JobSpec spec = JobSpec.of(MachineFiles.named("knc"), npes, bytes);
        spec.measured = factor;
        Simulation sim = new Simulation(spec);
        sim.runProgram(_ -> Shmem.run(new String[0], (sh, a) -> {
            for (int step = 0; step < STEPS; step++) {
                sink = sum(units[sh.myPe()] * UNIT);
                if (declares) sh.compute(Work.flops(1000));
                sh.barrierAll();
            }
        }));
        sim.rethrow();
        return sim;
    }

    private static double sum(int n) {
        double sum = 0;
        for (int i = 0; i < n; i++) sum += 1.0 / (i + 1);
        return sum;
    }

    @Test
    void computationTakesTimeInProportionToWhatIsComputed() {
        try (Simulation sim = run(1, false, 1, 8)) {
            long little = sim.job.memory.times.spent(0, AccessKind.COMPUTE);
            long much = sim.job.memory.times.spent(1, AccessKind.COMPUTE);
            assertTrue(little > 0, "little=" + little);
            assertTrue(much > 2 * little && much < 100 * little, "little=" + little + " much=" + much);
            assertTrue(sim.picos() >= much, "the clock has what was computed");
        }
    }

    @Test
    void theFactorScalesIt() {
        try (Simulation sim = run(1, false, 2);
                Simulation slow = run(100, false, 2)) {
            assertTrue(slow.job.memory.times.spent(0, AccessKind.COMPUTE)
                    > 10 * sim.job.memory.times.spent(0, AccessKind.COMPUTE));
        }
    }

    @Test
    void whatIsDeclaredCountsAsDeclared() {
        try (Simulation sim = run(1, true, 4)) { // 5 ms or more a step, declared as 237 ns
            long each = sim.job.memory.times.spent(0, AccessKind.COMPUTE) / STEPS;
            assertTrue(each >= 237_000 && each < 1_000_000_000, "each=" + each);
        }
    }
}
