// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.util.List;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.sim.machine.MachineFiles;
import org.jshmem.spi.JobOutcome;
import org.jshmem.spi.Machines;
import org.jshmem.spi.PeBody;
import org.jshmem.spi.SimulatedJob;

/// The simulated machines, which the launcher finds as a service.
public final class SimMachines implements Machines {

    /// For the service loader.
    public SimMachines() {}

    @Override
    public List<String> names() {
        return MachineFiles.names();
    }

    @Override
    public boolean has(String name) {
        return MachineFiles.isFile(name) || MachineFiles.names().contains(name);
    }

    @Override
    public Class<?> main() {
        return Main.class;
    }

    @Override
    public JobOutcome run(SimulatedJob job, PeBody body) {
        long region = Settings.shape(job.npes(), job.heapBytes(), 0).regionBytes();
        JobSpec spec = JobSpec.of(MachineFiles.named(job.machine()), job.npes(), region);
        if (job.seed().isPresent()) spec.seed(job.seed().getAsLong());
        spec.latePuts = job.latePuts();
        spec.races = job.races();
        try (var sim = new Simulation(spec)) {
            sim.runProgram(body);
            JobOutcome failure = sim.failure();
            Throwable found = sim.watch.left >= 0 || sim.races().isEmpty()
                    ? null
                    : new AssertionError(String.join(System.lineSeparator(), sim.races()));
            if (failure != null) return new JobOutcome(failure.status(), failure.pe(), failure.why(), found);
            return found == null ? new JobOutcome(0, -1, null) : new JobOutcome(Main.RACES, -1, found);
        }
    }
}
