// SPDX-License-Identifier: Apache-2.0
package org.jshmem.papers;

import java.lang.foreign.Arena;
import org.jshmem.collective.Group;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.contract.CollectiveContract;
import org.jshmem.contract.FarJob;
import org.jshmem.contract.ThreadTransport;
import org.jshmem.contract.Threads;
import org.jshmem.sim.JobSpec;
import org.jshmem.sim.Simulation;
import org.jshmem.sim.machine.MachineFiles;
import org.junit.jupiter.api.Nested;

/// The contract of collectives with the papers' algorithms among those that it names.
class PapersCollectiveIT {
    @Nested
    class Near extends CollectiveContract {
        @Override
        protected void run(int npes, long regionBytes, Body body) throws Exception {
            try (Arena arena = Arena.ofShared()) {
                var job = ThreadTransport.Job.of(npes, regionBytes, true, arena);
                Threads.run(npes, pe -> body.run(new ThreadTransport(job, pe)), job.failure());
            }
        }
    }

    @Nested
    class HostsOfTwo extends CollectiveContract {
        @Override
        protected void run(int npes, long regionBytes, Body body) throws Exception {
            try (var job = new FarJob(npes, regionBytes, false, 2, 11)) {
                Threads.run(npes, pe -> body.run(job.attach(pe)), job.failure());
            }
        }
    }

    @Nested
    class Simulated extends CollectiveContract {
        @Override
        protected void run(int npes, long regionBytes, Body body) throws Exception {
            try (Simulation sim = new Simulation(JobSpec.of(MachineFiles.named("knc"), npes, regionBytes))) {
                for (int pe = 0; pe < npes; pe++) Group.prepare(sim.transport(pe), SystemLayout.WORLD);
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
}
