// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.array;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Places are found without a division, and are those that a division finds.
class CyclicTest {
    private static void check(Cyclic all, long i, int npes) {
        assertEquals(i / npes, all.indexAt(i), () -> i + " / " + npes);
        assertEquals(i % npes, all.owner(i), () -> i + " % " + npes);
    }

    @Test
    void anyIndexOnAnyNumberOfPes() {
        SplittableRandom random = new SplittableRandom(7);
        for (int round = 0; round < 20_000; round++) {
            int npes = round < 5_000 ? round + 1 : random.nextInt(1, Integer.MAX_VALUE);
            var all = new Cyclic(null, npes, Long.MAX_VALUE) {};
            long i = random.nextLong(Long.MAX_VALUE) >>> random.nextInt(63);
            check(all, i, npes);
            long multiple = i - i % npes; // the quotient changes here
            check(all, multiple, npes);
            check(all, Math.max(0, multiple - 1), npes);
            check(all, Long.MAX_VALUE - 1 - (Long.MAX_VALUE - 1) % npes, npes);
            check(all, Long.MAX_VALUE - 1, npes);
        }
    }
}
