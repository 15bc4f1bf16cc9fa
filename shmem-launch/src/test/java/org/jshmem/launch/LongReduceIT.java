// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jshmem.launch.programs.LongReduce;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("long")
class LongReduceIT {
    private static final Path SHM = Path.of("/dev/shm");
    private static final long ROOM = 6L << 30;

    @Test
    void countsBeyondTwoToThe31AreReducedByEveryAlgorithm() throws IOException {
        assumeTrue(Files.isDirectory(SHM) && Files.getFileStore(SHM).getUsableSpace() > ROOM, "needs 6 GiB of shm");
        assumeTrue(availableBytes() > ROOM, "needs 6 GiB of memory");
        List<String> names = List.of("flat", "rd", "bruck", "rsag", "ring", "tiled");
        var result = Launch.program(2, LongReduce.class, names.toArray())
                .with("--heap", "2050m")
                .run(0);
        assertEquals("summed 2147487747 bytes by " + String.join(", ", names) + "\n", result.out());
        Leftovers.assertNoneOf(result);
    }

    private static long availableBytes() throws IOException {
        return Files.readAllLines(Path.of("/proc/meminfo")).stream()
                .filter(line -> line.startsWith("MemAvailable:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                .findFirst()
                .orElse(0);
    }
}
