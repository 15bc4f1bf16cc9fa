// SPDX-License-Identifier: Apache-2.0
package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.jshmem.Config;
import org.jshmem.Shmem;
import org.jshmem.ShmemTimeoutException;
import org.jshmem.ThreadLevel;
import org.junit.jupiter.api.Test;

/// What a wait without end says, and what it leaves.
class HangTest {
    @Test
    void aReceiveWithoutASendIsNamed() {
        Config hurry = new Config(0, ThreadLevel.SINGLE, Duration.ofMillis(300));
        ShmemTimeoutException hang = assertThrows(
                ShmemTimeoutException.class,
                () -> Shmem.runInProcess(1, hurry, (sh, args) -> {
                    MPI.Init(args);
                    MPI.COMM_WORLD.Recv(new int[4], 0, 4, MPI.INT, 0, 7);
                }));
        assertEquals(
                "PE 0/1: waited N ms in Recv of 4 INT from rank 0 with tag 7 in COMM_WORLD; the job allows 300 ms"
                        + " (--timeout)",
                hang.getMessage().replaceFirst("waited \\d+", "waited N"));
    }
}
