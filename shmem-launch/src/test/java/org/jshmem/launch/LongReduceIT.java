// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import org.jshmem.contract.Samples;
import org.jshmem.launch.programs.LongReduce;
import org.jshmem.runtime.settings.UsableMemory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("long")
class LongReduceIT {
    private static final long ROOM = 6L << 30;

    @Test
    void countsBeyondTwoToThe31AreReduced() {
        assumeTrue(UsableMemory.ofFiles(Path.of("/dev/shm")) > ROOM, "needs 6 GiB of memory");
        List<String> names = List.of("flat", "rd", "bruck", "rsag", "ring", "tiled");
        String name = names.get((int) Samples.seedOfCases() % names.size());
        var result = Launch.program(2, LongReduce.class, name)
                .with("--heap", "2050m")
                .run(0);
        assertEquals("summed 2147487747 bytes by " + name + "\n", result.out());
        Leftovers.assertNoneOf(result);
    }
}
