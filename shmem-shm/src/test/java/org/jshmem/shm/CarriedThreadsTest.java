// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import org.jshmem.shm.wait.Carriers;

/// The real backend keeps the contract with PEs that carriers run.
class CarriedThreadsTest extends ShmThreadsTest {
    private static final long STACK_BYTES = 1 << 20;

    @Override
    Carriers carriers(LocalJob job, int npes) {
        return carriersOf(job, npes, STACK_BYTES);
    }
}
