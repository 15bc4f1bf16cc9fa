// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.time.Duration;
import org.jshmem.Config;
import org.jshmem.Program;
import org.jshmem.Shmem;
import org.jshmem.ThreadLevel;
import org.jshmem.contract.Backend;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.machine.MachineFiles;

/// PEs on a simulated machine.
public interface Simulated extends Backend {
    /// Which one.
    default Machine machine() {
        return MachineFiles.named("knc");
    }

    /// The job, with what is asked of it besides.
    default JobSpec job(JobSpec plain) {
        return plain;
    }

    /// Asserts what holds after a job that has ended well.
    default void check(Simulation ended) {}

    @Override
    default void launch(int npes, Config config, Main main) {
        long nanos = config.timeout().toNanos();
        long bytes = Settings.shape(npes, config.symmetricSize(), nanos).regionBytes();
        try (Simulation sim = new Simulation(job(Specs.limited(JobSpec.of(machine(), npes, bytes), nanos)))) {
            sim.runProgram(_ -> main.run());
            sim.rethrow();
            check(sim);
        }
    }

    /// Runs a program on PEs of a machine with heaps of a mebibyte.
    static void run(Machine machine, int npes, Program program) {
        var heap = new Config(1 << 20, ThreadLevel.FUNNELED, Duration.ZERO);
        new Simulated() {
            @Override
            public Machine machine() {
                return machine;
            }
        }.launch(npes, heap, () -> Shmem.run(new String[0], program));
    }
}
