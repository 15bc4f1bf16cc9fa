// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.coherent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jshmem.sim.parts.RangeCache;
import org.junit.jupiter.api.Test;

class CoreCachesTest {
    private static final long L1_LINES = 40;
    private static final long L2_LINES = 600;

    @Test
    void loggedLinesLeaveWhenTheyWouldHaveLeftAtOnce() {
        List<String> gone = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        CoreCaches caches = new CoreCaches(L1_LINES, L2_LINES, (r, a, b) -> singly(gone, r, a, b));
        RangeCache l1 = new RangeCache(L1_LINES);
        RangeCache l2 = new RangeCache(L2_LINES);
        Random random = new Random(1);
        Range range = new Range(0, 0, 1);
        for (int step = 0; step < 20_000; step++) {
            if (random.nextInt(300) == 0) { // between two uses of one range, too
                long others = random.nextLong(1, 51);
                long inL1 = Math.min(others, L1_LINES);
                l2.use(-1, 0, others, (r, a, b) -> singly(expected, r, a, b));
                l1.use(-1, 0, inL1, (r, a, b) -> {});
                caches.displace(others, inL1);
            }
            int region = random.nextInt(3);
            boolean again = random.nextInt(4) > 0 == step % 3000 > 1500;
            boolean many = again || random.nextInt(200) == 0;
            if (!again && many) range = new Range(region, random.nextInt(400), 1 + random.nextInt(50));
            if (many) region = range.region;
            long lines = many ? range.lines : 1;
            long first = many ? range.first : random.nextInt(step % 1000 > 700 ? 400 : 10);
            l2.use(region, first, first + lines, (r, a, b) -> singly(expected, r, a, b));
            long hits = l1.use(region, first, first + lines, (r, a, b) -> {});
            if (many) assertEquals(hits, caches.use(region, first, lines), "step " + step);
            else caches.take(region, first);
            assertEquals(expected, gone, "step " + step);
        }
        assertFalse(expected.isEmpty());
    }

    /// Lines that are used in one call, some of them again and again.
    private record Range(int region, long first, long lines) {}

    private static void singly(List<String> gone, int region, long from, long to) {
        for (long line = from; line < to; line++) gone.add(region + ":" + line);
    }
}
