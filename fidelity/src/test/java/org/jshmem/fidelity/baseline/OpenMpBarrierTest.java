// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.baseline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jshmem.sim.JobSpec;
import org.jshmem.sim.Simulation;
import org.jshmem.sim.machine.MachineFiles;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OpenMpBarrierTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 16, 17, 60})
    void sumsInABarrierThatReleasesNobodyEarly(int n) {
        long[] arrived = new long[n];
        try (Simulation sim =
                new Simulation(JobSpec.of(MachineFiles.named("knc"), n, 4096).seed(n))) {
            sim.runOrThrow(t -> {
                OpenMpBarrier barrier = new OpenMpBarrier(t, 0);
                for (long episode = 1; episode <= 3; episode++) {
                    t.sleep(100L * (t.pe() * 7 % n));
                    arrived[t.pe()] = episode;
                    long sum = barrier.sum(t.pe() + episode, episode);
                    for (long other : arrived) assertTrue(other >= episode);
                    if (t.pe() == 0) assertEquals(n * (n - 1L) / 2 + n * episode, sum);
                }
            });
        }
    }
}
