// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How much memory there is, in and outside of containers.
class UsableMemoryTest {
    private static final long GIB = 1L << 30;

    @TempDir
    private Path root;

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    @Test
    void aMachineWithoutControlGroupsHasWhatItHas() throws IOException {
        write("proc/meminfo", "MemTotal:       67108864 kB\nMemFree: 1 kB\n");
        assertEquals(64 * GIB, UsableMemory.bytes(root));
    }

    @Test
    void theTightestLimitAboveThisProcessCounts() throws IOException {
        write("proc/meminfo", "MemTotal:       67108864 kB\n");
        write("proc/self/cgroup", "0::/outer/inner\n");
        write("sys/fs/cgroup/outer/memory.max", (2 * GIB) + "\n");
        write("sys/fs/cgroup/outer/inner/memory.max", "max\n");
        assertEquals(2 * GIB, UsableMemory.bytes(root));
    }

    @Test
    void theFirstVersionIsReadToo() throws IOException {
        write("proc/meminfo", "MemTotal:       67108864 kB\n");
        write("proc/self/cgroup", "5:cpu,cpuacct:/x\n4:memory:/docker/1\n");
        write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
        write("sys/fs/cgroup/memory/docker/1/memory.limit_in_bytes", (3 * GIB) + "\n");
        assertEquals(3 * GIB, UsableMemory.bytes(root));
    }
}
