// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm.system;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AllowedCoresTest {
    @TempDir
    private Path folder;

    private void siblings(String list) throws IOException {
        for (int cpu : AllowedCores.parse(list)) {
            Path topology = Files.createDirectories(folder.resolve("cpu" + cpu + "/topology"));
            Files.writeString(topology.resolve("thread_siblings_list"), list + "\n");
        }
    }

    /// Kernels number the hyperthreads of a core next to each other, or first one of each core.
    @Test
    void hyperthreadsAreNoCores() throws IOException {
        siblings("0,4");
        siblings("1,5");
        siblings("2-3");
        assertEquals(List.of(0, 1, 2), AllowedCores.firsts(List.of(0, 1, 2, 3, 4, 5), folder));
        assertEquals(List.of(3, 4), AllowedCores.firsts(List.of(3, 4), folder), "those of a container");
    }

    @Test
    void aCpuWithoutSiblingsIsACore() {
        assertEquals(List.of(0, 7), AllowedCores.firsts(List.of(0, 7), folder));
    }
}
