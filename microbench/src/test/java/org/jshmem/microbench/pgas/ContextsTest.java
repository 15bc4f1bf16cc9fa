// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.pgas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.Phaser;
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

    @Test
    void aFailureOfAThreadIsThrownAlthoughAnotherWaitsForIt() {
        var failure = new ArithmeticException("no words");
        var begin = new Phaser(2);
        var thrown = assertThrows(
                IllegalStateException.class,
                () -> Contexts.slowest(2, t -> {
                    if (t == 1) throw failure;
                    begin.arriveAndAwaitAdvance();
                    return 100;
                }));
        assertSame(failure, thrown.getCause());
    }
}
