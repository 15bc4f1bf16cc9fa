// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jshmem.microbench.Rows;
import org.junit.jupiter.api.Test;

class DisturbanceTest {

    /// A row whose set-up takes nearly all of its time was said to have waited for a core "861 % of the time".
    @Test
    void noShareIsMoreThanTheTime() throws Exception {
        var loops = new Thread[2 * Runtime.getRuntime().availableProcessors()];
        for (int k = 0; k < loops.length; k++) {
            loops[k] = Thread.ofPlatform().daemon().start(() -> {
                while (!Thread.currentThread().isInterrupted()) Thread.onSpinWait();
            });
        }
        try {
            var disturbance = new Disturbance(Rows.where("host", 1, 1));
            disturbance.begin();
            long end = System.nanoTime() + 200_000_000;
            while (System.nanoTime() - end < 0) Thread.onSpinWait();
            disturbance.end();
            assertTrue(disturbance.waiting() > 0, "two loops for each core, and this thread had one for all of 0.2 s");
            assertTrue(disturbance.waiting() <= Disturbance.MILLION, "waited " + disturbance.waiting() + " millionths");
        } finally {
            for (Thread loop : loops) loop.interrupt();
        }
    }

    /// The kernel counts a wait when it is over, also the part before the first reading: 113 % were seen.
    @Test
    void aWaitThatBeganBeforeTheSamplesIsAllOfTheirTimeAtMost() {
        assertEquals(Disturbance.MILLION, Disturbance.share(113, 100));
        assertEquals(250_000, Disturbance.share(25, 100));
        assertEquals(0, Disturbance.share(-1, 100), "the thread's file could not be read again");
    }
}
