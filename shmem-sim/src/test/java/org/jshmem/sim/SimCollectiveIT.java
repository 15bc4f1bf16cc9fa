// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import org.jshmem.collective.Group;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.contract.CollectiveContract;
import org.jshmem.sim.machine.MachineFiles;

/// The collectives' contract in virtual time.
public class SimCollectiveIT extends CollectiveContract {
    /// What is simulated.
    protected JobSpec job(int npes, long regionBytes) {
        return JobSpec.of(MachineFiles.named("knc"), npes, regionBytes);
    }

    @Override
    protected void run(int npes, long regionBytes, Body body) throws Exception {
        simulate(job(npes, regionBytes), body);
    }

    /// Runs `body` as each PE of a job.
    public static void simulate(JobSpec job, Body body) {
        try (Simulation sim = new Simulation(job)) {
            for (int pe = 0; pe < job.npes; pe++) Group.prepare(sim.transport(pe), SystemLayout.WORLD);
            sim.runOrThrow(t -> {
                try {
                    body.run(t);
                } catch (RuntimeException e) {
                    throw e;
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
        }
    }
}
