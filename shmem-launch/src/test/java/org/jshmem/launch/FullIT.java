// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jshmem.contract.Ended;
import org.jshmem.launch.programs.Fill;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A file system in memory that fills while the job runs: a small one of the test's own, which only root can mount.
class FullIT {
    @TempDir
    private Path folder;

    private static boolean did(String... command) throws IOException, InterruptedException {
        return Ended.of(List.of(command)).status() == 0;
    }

    @BeforeEach
    void mount() throws IOException, InterruptedException {
        assumeTrue(
                did("mount", "-t", "tmpfs", "-o", "size=24m", "jshmem-test", folder.toString()),
                "needs the right to mount a file system");
    }

    @AfterEach
    void unmount() throws IOException, InterruptedException {
        did("umount", folder.toString());
    }

    @Test
    void theRoomIsThatOfTheHeapDirectory() {
        var result = Launch.oshrun("-np", "3", "--heap", "25m", "--heap-dir", folder, "hello")
                .run(2);
        assertTrue(result.err().startsWith("oshrun: " + folder + " has room for "), result.err());
    }

    @Test
    void everyPeHearsThatAnAllocationFoundNoMemoryAndCanGoOn() {
        var result = Launch.program(3, Fill.class)
                .with("--heap", "20m", "--heap-dir", folder.toString())
                .run(0);
        for (int pe = 0; pe < 3; pe++) {
            String text = "PE " + pe + "/3: out of memory behind the heaps: PE [0-2] could not get its 1048576 bytes";
            assertTrue(result.out().matches("(?s).*" + text + ".*"), result.out());
        }
        result.assertErr("bytes of the job file cannot be backed by memory, No space left on device");
        assertTrue(result.out().matches("(?s).*went on with [5-7] MiB on each PE\n.*"), result.out());
    }
}
