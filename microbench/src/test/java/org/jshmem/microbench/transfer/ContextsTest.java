// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/// Threads of one PE.
class ContextsTest {
    @Test
    void threadsOfAContextTestAreTimedByThemselvesAndTheSlowestCounts() {
        var clocks = new AtomicLong[] {new AtomicLong(), new AtomicLong(), new AtomicLong()};
        try (var crew = new Contexts.Crew(
                3, t -> new Contexts.Member(() -> clocks[t].addAndGet(100L * (t + 1)), () -> clocks[t].set(-1)))) {
            assertEquals(300, crew.once());
            assertEquals(600, crew.once());
        }
        for (AtomicLong clock : clocks) assertEquals(-1, clock.get());
    }
}
