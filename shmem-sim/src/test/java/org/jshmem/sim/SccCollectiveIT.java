// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import org.jshmem.sim.machine.MachineFiles;
import org.junit.jupiter.api.Tag;

/// The collectives' contract on a machine without coherence, whose flags and MPBs lie on the chip.
@Tag("long")
class SccCollectiveIT extends SimCollectiveIT {
    @Override
    protected JobSpec job(int npes, long regionBytes) {
        return JobSpec.of(MachineFiles.named("scc"), npes, regionBytes);
    }
}
