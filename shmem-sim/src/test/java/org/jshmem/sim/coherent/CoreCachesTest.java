// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.coherent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jshmem.sim.parts.RangeCache;
import org.junit.jupiter.api.Test;

class CoreCachesTest {
    @Test
    void notedLinesLeaveWhenTheyWouldHaveLeftAtOnce() {
        notedLinesLeave(40, 600, 300);
        notedLinesLeave(500, 1200, 3000); // the notes end before the lines of L1 do
        notedLinesLeave(700, 1300, 1000); // which has ranges that no note can have
    }

    @Test
    void rangesAloneAreNoted() {
        CoreCaches caches = new CoreCaches(512, 8192, (r, a, b) -> {});
        for (int first = 0; first < 400; first += 5) assertEquals(0, caches.use(3, first, 5), "lines from " + first);
        for (int first = 0; first < 400; first += 5) assertEquals(5, caches.use(3, first, 5), "lines from " + first);
    }

    /// Displaces lines once in about `steps` uses.
    private static void notedLinesLeave(long l1Lines, long l2Lines, int steps) {
        List<String> gone = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        CoreCaches caches = new CoreCaches(l1Lines, l2Lines, (r, a, b) -> singly(gone, r, a, b));
        RangeCache l1 = new RangeCache(l1Lines);
        RangeCache l2 = new RangeCache(l2Lines);
        Random random = new Random(1);
        Range[] ranges = new Range[4]; // which are used in turn
        Arrays.fill(ranges, new Range(0, 0, 1));
        for (int step = 0; step < 20_000; step++) {
            if (random.nextInt(steps) == 0) { // between two uses of one range, too
                long others = random.nextLong(1, 51);
                long inL1 = Math.min(others, l1Lines);
                l2.use(-1, 0, others, (r, a, b) -> singly(expected, r, a, b));
                l1.use(-1, 0, inL1, (r, a, b) -> {});
                caches.displace(others, inL1);
            }
            int region = random.nextInt(3);
            boolean again = random.nextInt(4) > 0 == step % 3000 > 1500;
            boolean many = again || random.nextInt(200) == 0;
            int which = random.nextInt(ranges.length);
            if (!again && many) {
                int longest = random.nextInt(3) == 0 ? 50 : 8; // L1 has all four ranges, or not even one
                int further = l1Lines > 255 && random.nextInt(4) == 0 ? 254 : 0; // up to lengths that no note has
                int from = random.nextInt(random.nextBoolean() ? 400 : 10); // flags have the same first lines
                ranges[which] = new Range(region, from, 1 + further + random.nextInt(longest));
            }
            Range range = ranges[which];
            if (many) region = range.region;
            long lines = many ? range.lines : 1;
            long first = many ? range.first : random.nextInt(step % 1000 > 700 || steps > 1000 ? 400 : 10);
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
