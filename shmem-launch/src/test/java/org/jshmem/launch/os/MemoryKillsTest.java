// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.os;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a report on a killed process has about memory.
class MemoryKillsTest {
    @TempDir
    private Path root;

    private void count(String text) throws IOException {
        Files.writeString(Files.createDirectories(root.resolve("proc")).resolve("vmstat"), text);
    }

    @Test
    void onlyKillsSinceTheBeginningCount() throws IOException {
        count("nr_free_pages 5\noom_kill 3\n");
        var kills = new MemoryKills(root);
        assertEquals("", kills.clause());
        count("nr_free_pages 5\noom_kill 4\n");
        String one =
                "; meanwhile the kernel has killed 1 process for lack of memory: lower --heap, or give the job more memory";
        assertEquals(one, kills.clause());
        count("oom_kill 6\n");
        assertEquals(one.replace("1 process", "3 processes"), kills.clause());
    }

    @Test
    void aKernelThatCountsNoneIsNotAccused() {
        assertEquals("", new MemoryKills(root).clause());
    }
}
