// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import org.jshmem.Program;
import org.jshmem.Shmem;
import org.jshmem.contract.RandomContract;

/// Random programs with threads as PEs. `ContractIT` runs them as processes.
class RandomProgramsTest extends RandomContract {
    @Override
    protected boolean isSampled() {
        return false;
    }

    @Override
    protected void run(int npes, Program body) {
        Shmem.runInProcess(npes, body);
    }
}
