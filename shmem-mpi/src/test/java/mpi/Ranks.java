// SPDX-License-Identifier: Apache-2.0
package mpi;

import org.jshmem.Shmem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/// Tests between `Init` and `Finalize`.
abstract class Ranks {
    Intracomm world;
    int me;
    int n;

    @BeforeEach
    void init() {
        MPI.Init(new String[0]);
        world = MPI.COMM_WORLD;
        me = world.Rank();
        n = world.Size();
    }

    @AfterEach
    void end(Shmem sh) {
        MPI.Finalize();
    }
}
