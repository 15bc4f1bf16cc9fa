// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheSizesTest {
    /// Four cores with a second level each, and a third level for each two.
    @Test
    void theLastLevelsOfAllCoresAreCountedOnce(@TempDir Path cpus) throws Exception {
        assertEquals(32 << 20, CacheSizes.lastLevels(cpus), "without a report");
        for (int cpu = 0; cpu < 4; cpu++) {
            String pair = cpu < 2 ? "0-1" : "2-3";
            String[] lists = {cpu + "", cpu + "", cpu + "", pair};
            String[] sizes = {"32K", "32K", "1024K", "8192K"};
            for (int index = 0; index < 4; index++) {
                Path cache = Files.createDirectories(cpus.resolve("cpu" + cpu + "/cache/index" + index));
                Files.writeString(cache.resolve("size"), sizes[index] + "\n");
                Files.writeString(cache.resolve("shared_cpu_list"), lists[index] + "\n");
            }
        }
        assertEquals(16 << 20, CacheSizes.lastLevels(cpus));
    }
}
