// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.jshmem.launch.programs.Acts;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// More PEs of one host than a look of a waiting PE reads.
class ManyPesOfAHostIT {
    @Test
    @Tag("long")
    void fourThousandPesStartAndEnd() {
        var job = Launch.oshrun("-np", "4096", "-q", "hello").run(0);
        assertEquals(4096, job.out().lines().distinct().count());
    }

    @Test
    @Tag("long")
    void callsThatDifferAreFoundAmongMorePesThanOneLookReads() {
        var job =
                Launch.program(200, Acts.class, "far-apart").with("--jvms", "2").run();
        assertEquals(1, job.status(), job::toString);
        job.assertErrMatches("(?s).*call \\d of the world team is (barrier\\(\\) on PE 0 but sync\\(\\) on PE 100"
                + "|sync\\(\\) on PE 100 but barrier\\(\\) on PE 0) \\(Acts.java:\\d+.*");
    }
}
