// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.check;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// [VectorClock] against plain arrays of numbers.
class VectorClockTest {
    private static final int NPES = 70;

    private static long[] numbers(VectorClock clock) {
        return IntStream.range(0, NPES).mapToLong(clock::of).toArray();
    }

    private static long[] and(long[] one, long[] other, int pe, long access) {
        long[] both = one.clone();
        for (int k = 0; k < NPES; k++) both[k] = Math.max(both[k], other[k]);
        both[pe] = Math.max(both[pe], access);
        return both;
    }

    @Test
    void aClockHasTheLargestNumbersAndOlderClocksStay() {
        Random random = new Random(7);
        List<VectorClock> clocks = new ArrayList<>(List.of(new VectorClock(new long[NPES])));
        List<long[]> expected = new ArrayList<>(List.of(new long[NPES]));
        for (int access = 1; access <= 2000; access++) {
            int one = random.nextInt(clocks.size());
            int other = random.nextInt(clocks.size());
            int pe = random.nextInt(NPES);
            clocks.add(clocks.get(one).and(clocks.get(other), pe, access));
            expected.add(and(expected.get(one), expected.get(other), pe, access));
        }
        for (int i = 0; i < clocks.size(); i++)
            assertArrayEquals(expected.get(i), numbers(clocks.get(i)), "clock " + i);
    }

    @Test
    void aClockThatLearnsNothingIsTheSame() {
        VectorClock before = new VectorClock(new long[NPES]).and(new VectorClock(new long[NPES]), 3, 5);
        VectorClock after = before.and(new VectorClock(new long[NPES]), 69, 9);
        assertSame(after, after.and(before, 69, 9));
        assertSame(after, after.and(before, 69, 8));
        assertSame(after, after.and(after, 3, 4));
        assertEquals(9, after.of(69));
        assertEquals(0, before.of(69));
    }
}
