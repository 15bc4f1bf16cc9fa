// SPDX-License-Identifier: Apache-2.0
package org.jshmem.papers;

import java.lang.foreign.Arena;
import java.util.List;
import org.jshmem.Collective;
import org.jshmem.collective.EpochsContract;
import org.jshmem.collective.Group;
import org.jshmem.collective.choice.Algorithm;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.contract.CollectiveContract;
import org.jshmem.contract.FarJob;
import org.jshmem.contract.ThreadTransport;
import org.jshmem.contract.Threads;
import org.jshmem.sim.JobSpec;
import org.jshmem.sim.Simulation;
import org.jshmem.sim.machine.MachineFiles;
import org.junit.jupiter.api.Nested;

/// The contract of collectives for the papers' algorithms. Calls in any order mix them with the library's own.
class PapersCollectiveIT {
    private abstract static class PapersContract extends CollectiveContract {
        @Override
        protected List<String> names(Collective collective) {
            return new Papers()
                    .algorithms(collective).stream()
                            .<String>map(Algorithm::name)
                            .toList();
        }
    }

    @Nested
    class Near extends PapersContract {
        @Override
        protected void run(int npes, long regionBytes, Body body) throws Exception {
            try (Arena arena = Arena.ofShared()) {
                var job = ThreadTransport.Job.of(npes, regionBytes, true, arena);
                Threads.run(npes, job.failure(), pe -> body.run(new ThreadTransport(job, pe)));
            }
        }
    }

    @Nested
    class HostsOfTwo extends PapersContract {
        @Override
        protected void run(int npes, long regionBytes, Body body) throws Exception {
            try (var job = new FarJob(npes, regionBytes, false, 2, 11)) {
                Threads.run(npes, job.failure(), pe -> body.run(job.attach(pe)));
            }
        }
    }

    @Nested
    class Epochs extends EpochsContract {}

    @Nested
    class Simulated extends PapersContract {
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
