// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import org.jshmem.Config;
import org.jshmem.contract.Backend;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.machine.MachineFiles;

/// PEs on a simulated machine.
interface Simulated extends Backend {
    /// Which one.
    default Machine machine() {
        return MachineFiles.named("knc");
    }

    @Override
    default void launch(int npes, Config config, Main main) {
        long nanos = config.timeout().toNanos();
        long bytes = Settings.shape(npes, config.symmetricSize(), nanos).regionBytes();
        try (Simulation sim = new Simulation(Specs.limited(JobSpec.of(machine(), npes, bytes), nanos))) {
            sim.runProgram(_ -> main.run());
            sim.rethrow();
        }
    }
}
