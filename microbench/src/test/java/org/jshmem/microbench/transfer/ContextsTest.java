// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/// Threads of one PE.
class ContextsTest {
    @Test
    void threadsOfAContextTestAreTimedByThemselvesAndTheSlowestCounts() {
        for (int slowest = 0; slowest < 3; slowest++) {
            int it = slowest;
            assertEquals(300, Contexts.slowest(3, t -> t == it ? 300 : 100));
        }
    }
}
