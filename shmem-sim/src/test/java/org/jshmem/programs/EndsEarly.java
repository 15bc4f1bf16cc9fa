// SPDX-License-Identifier: Apache-2.0
package org.jshmem.programs;

import org.jshmem.compat.OpenShmem;

/// A program without finalize, of which PE 0 alone makes the last barrier.
public final class EndsEarly {
    private EndsEarly() {}

    /// Runs as one PE.
    public static void main(String[] args) {
        OpenShmem.start_pes(0);
        if (OpenShmem.my_pe() == 0) OpenShmem.shmem_barrier_all();
    }
}
