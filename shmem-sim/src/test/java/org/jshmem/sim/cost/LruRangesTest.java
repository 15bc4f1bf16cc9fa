// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LruRangesTest {
    @Test
    void theLeastRecentlyUsedLinesLeaveFirst() {
        LruRanges cache = new LruRanges(10);
        List<String> gone = new ArrayList<>();
        LruRanges.Evicted victims = (region, from, to) -> gone.add(region + ":" + from + "-" + to);
        assertEquals(0, cache.use(0, 0, 6, victims));
        assertEquals(0, cache.use(1, 0, 4, victims));
        assertEquals(6, cache.use(0, 0, 6, victims));
        assertEquals(0, cache.use(2, 0, 3, victims));
        assertEquals(List.of("1:0-3"), gone);
    }

    /// Two levels of one core are two caches that see the same uses.
    @Test
    void twoLevelsAreTwoCaches() {
        Random random = new Random(2);
        for (int run = 0; run < 200; run++) {
            int first = 1 + random.nextInt(30);
            // One use of 2, or of 300, is of a range, and all others are of single lines.
            int rare = run % 2 == 0 ? 2 : 300;
            int second = first + random.nextInt(50 * rare);
            LruRanges both = new LruRanges(first, second);
            LruRanges small = new LruRanges(first);
            LruRanges large = new LruRanges(second);
            for (int step = 0; step < 500; step++) {
                int region = random.nextInt(3);
                long from = random.nextInt(60);
                long to = from + 1 + (random.nextInt(rare) > 0 ? 0 : random.nextInt(1 + second));
                List<String> gone = new ArrayList<>();
                List<String> lost = new ArrayList<>();
                large.use(region, from, to, (r, a, b) -> lines(gone, r, a, b));
                String text = "run " + run + ", step " + step;
                long near = small.use(region, from, to, (r, a, b) -> {});
                LruRanges.Evicted leaves = (r, a, b) -> lines(lost, r, a, b);
                if (to == from + 1 && random.nextInt(4 * rare) > 0) both.use(region, from, leaves); // enters later
                else assertEquals(near, both.use(region, from, to, leaves), text);
                assertEquals(gone, lost, text);
            }
        }
    }

    private static void lines(List<String> list, int region, long from, long to) {
        for (long line = from; line < to; line++) list.add(region + ":" + line);
    }

    @Test
    void agreesWithAListOfSingleLines() {
        Random random = new Random(1);
        int capacity = 50;
        LruRanges cache = new LruRanges(capacity);
        LinkedHashSet<Long> model = new LinkedHashSet<>();
        for (int step = 0; step < 5_000; step++) {
            int region = random.nextInt(3);
            long from = random.nextInt(40);
            long to = from + 1 + random.nextInt(30);
            long found = 0;
            if (random.nextInt(4) == 0) { // a write: what is there becomes the most recent
                Set<Long> used = new LinkedHashSet<>();
                for (long line = from; line < to; line++) {
                    if (model.remove(region * 1000L + line)) used.add(region * 1000L + line);
                }
                model.addAll(used);
                assertEquals(used.size(), cache.useHeld(region, from, to), "step " + step);
                continue;
            }
            Set<Long> evicted = new LinkedHashSet<>();
            for (long line = from; line < to; line++) {
                long key = region * 1000L + line;
                if (model.remove(key)) found++;
            }
            for (long line = from; line < to; line++) model.add(region * 1000L + line);
            ArrayDeque<Long> order = new ArrayDeque<>(model);
            while (model.size() > capacity) {
                long out = order.removeFirst();
                model.remove(out);
                evicted.add(out);
            }
            Set<Long> reported = new LinkedHashSet<>();
            long there = cache.use(region, from, to, (r, a, b) -> {
                for (long line = a; line < b; line++) reported.add(r * 1000L + line);
            });
            assertEquals(found, there, "step " + step);
            assertEquals(evicted.size(), reported.size(), "step " + step);
        }
    }
}
