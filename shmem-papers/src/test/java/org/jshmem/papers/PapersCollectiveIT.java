// SPDX-License-Identifier: Apache-2.0
package org.jshmem.papers;

import java.util.List;
import org.jshmem.Collective;
import org.jshmem.collective.EpochsContract;
import org.jshmem.collective.choice.Algorithm;
import org.jshmem.contract.CollectiveContract;
import org.jshmem.sim.JobSpec;
import org.jshmem.sim.SimCollectiveIT;
import org.jshmem.sim.machine.MachineFiles;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

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
            onThreads(npes, regionBytes, true, body);
        }
    }

    @Nested
    @Tag("long")
    class HostsOfTwo extends PapersContract {
        @Override
        protected void run(int npes, long regionBytes, Body body) throws Exception {
            onHosts(npes, regionBytes, false, 2, body);
        }
    }

    @Nested
    class Epochs extends EpochsContract {}

    @Nested
    @Tag("long")
    class Simulated extends PapersContract {
        @Override
        protected void run(int npes, long regionBytes, Body body) throws Exception {
            SimCollectiveIT.simulate(JobSpec.of(MachineFiles.named("knc"), npes, regionBytes), body);
        }
    }
}
