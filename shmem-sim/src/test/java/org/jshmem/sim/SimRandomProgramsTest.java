// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.jshmem.Program;
import org.jshmem.Shmem;
import org.jshmem.contract.RandomContract;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.sim.machine.MachineFiles;

/// Random programs on simulated PEs whose puts arrive as late as they may.
class SimRandomProgramsTest extends RandomContract {
    /// On what.
    protected String machine() {
        return "knc";
    }

    @Override
    protected void run(int npes, Program body) {
        long bytes = Settings.shape(npes, 64 << 20, 0).regionBytes();
        try (Simulation sim = new Simulation(Specs.late(JobSpec.of(MachineFiles.named(machine()), npes, bytes)))) {
            sim.runProgram(_ -> Shmem.run(new String[0], body));
            sim.rethrow();
            assertEquals(List.of(), sim.races());
        }
    }
}
