// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import org.jshmem.sim.machine.MachineFiles;
import org.junit.jupiter.api.Tag;

/// The collectives' contract with puts that arrive only when ordered or completed: a forgotten fence fails here.
@Tag("long")
class LatePutsCollectiveIT extends SimCollectiveIT {
    @Override
    protected JobSpec job(int npes, long regionBytes) {
        return Specs.late(JobSpec.of(MachineFiles.named("knc"), npes, regionBytes));
    }
}
