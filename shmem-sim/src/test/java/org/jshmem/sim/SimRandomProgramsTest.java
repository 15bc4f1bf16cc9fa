// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import org.jshmem.Program;
import org.jshmem.contract.RandomContract;

/// Random programs on simulated PEs whose puts arrive as late as they may.
class SimRandomProgramsTest extends RandomContract {
    /// On what.
    protected Simulated machine() {
        return new Late() {};
    }

    @Override
    protected void run(int npes, Program body) {
        machine().run(npes, 64 << 20, body);
    }
}
