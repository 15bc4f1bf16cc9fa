// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// A thread moves to a core that has idled, on a clock and with counts that the test moves.
class IdleCoreTest {
    private static final long TICK = 10_000_000;

    private final Map<Integer, Long> ticks = new HashMap<>(Map.of(0, 100L, 1, 5000L, 2, 0L));
    private final List<Integer> moves = new ArrayList<>();
    private long now = 1_000_000_000;
    private final IdleCore core = new IdleCore(() -> now, () -> Map.copyOf(ticks), moves::add);

    /// Lets time pass in which core `idle` idles for `count` ticks, and looks.
    private void look(long passed, int idle, long count) {
        now += passed * TICK;
        ticks.merge(idle, count, Long::sum);
        core.moveThere();
    }

    @Test
    void aThreadMovesToTheCoreThatHasIdledLongest() {
        look(10, 0, 10); // the first look has nothing to compare with
        ticks.merge(0, 6L, Long::sum);
        look(10, 2, 9);
        assertEquals(List.of(2), moves);
    }

    @Test
    void aThreadStaysWhereNoCoreIdlesForHalfOfTheTime() {
        look(10, 1, 10);
        look(10, 1, 4);
        assertEquals(List.of(), moves);
        look(10, 1, 5);
        assertEquals(List.of(1), moves);
    }

    @Test
    void aLookSoonAfterAnotherCountsNothing() {
        look(10, 1, 10);
        look(3, 1, 3);
        assertEquals(List.of(), moves);
        look(1, 1, 1); // four ticks since the first
        assertEquals(List.of(1), moves);
    }

    @Test
    void aLookLongAfterAnotherBeginsAnew() {
        look(10, 1, 10);
        look(40, 1, 40);
        assertEquals(List.of(), moves);
        look(10, 1, 10);
        assertEquals(List.of(1), moves);
    }

    @Test
    void theKernelsCountsAreReadByCore() throws Exception {
        List<String> lines = List.of(
                "cpu  9 9 9 99 9 0 9",
                "cpu0 83487 8806 23992 78320 79 0",
                "cpu11 1 2 3 4",
                "cpu2 1 2",
                "cpux 1 2 3 4",
                "intr 5");
        assertEquals(Map.of(0, 78320L, 11, 4L), IdleCore.parse(lines));
        Map<Integer, Long> here = IdleCore.parse(Files.readAllLines(Path.of("/proc/stat")));
        assertTrue(here.keySet().containsAll(AllowedCores.usable()), here.toString());
    }
}
