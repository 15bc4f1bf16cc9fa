// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import org.jshmem.sim.machine.MachineFiles;
import org.junit.jupiter.api.Tag;

/// The collectives' contract on simulated hosts of three cores, the last of which is seldom full.
@Tag("long")
class ClusterCollectiveIT extends SimCollectiveIT {
    @Override
    protected JobSpec job(int npes, long regionBytes) {
        return JobSpec.of(MachineFiles.named("cluster").with("cores", 3), npes, regionBytes);
    }
}
