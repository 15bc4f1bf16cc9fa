// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// When a PE takes its core for shared, on a clock that the test moves.
class SharedCoreTest {
    private static final long LONG = 5_000;
    private static final long SHORT = 300;

    private long now;
    private long yieldNanos;
    private int readings;
    private int departures;
    private final SharedCore core = new SharedCore(this::clock, () -> departures++);

    /// Every second reading comes after a yield.
    private long clock() {
        if (readings++ % 2 == 1) now += yieldNanos;
        return now;
    }

    private int yieldsUntilDeparture() {
        int before = departures;
        int yields = 0;
        while (departures == before) {
            yieldOnce(LONG);
            assertTrue(++yields < 10_000_000, "never left");
        }
        return yields;
    }

    private void yieldOnce(long nanos) {
        yieldNanos = nanos;
        core.yield();
    }

    @Test
    void aPeWhoseYieldsAllTakeLongLeavesItsCoreAfterOneToThreeMilliseconds() {
        int yields = yieldsUntilDeparture();
        assertTrue(yields * LONG >= 1_000_000 && yields * LONG <= 3_005_000, "after " + yields + " yields");
    }

    @Test
    void oneShortYieldIsEnoughToStay() {
        for (int k = 0; k < 100_000; k++) yieldOnce(k % 100 == 0 ? SHORT : LONG);
        assertEquals(0, departures);
    }

    @Test
    void departuresThatDoNotHelpBecomeRare() {
        for (int k = 0; k < 5; k++) yieldsUntilDeparture();
        int yields = yieldsUntilDeparture();
        assertTrue(yields * LONG >= 16_000_000, "the sixth after " + yields + " yields");
    }

    @Test
    void aDepartureThatHelpedForAWhileMakesTheNextOneQuick() {
        for (int k = 0; k < 8; k++) yieldsUntilDeparture();
        yieldOnce(SHORT);
        now += 200_000_000;
        yieldsUntilDeparture(); // still with the patience of the eighth
        yieldOnce(SHORT);
        int yields = yieldsUntilDeparture();
        assertTrue(yields * LONG <= 6_005_000, "after " + yields + " yields");
    }

    @Test
    @Timeout(20)
    void leavingMovesTheThreadAndKeepsTheCoresItMayUse() throws Exception {
        assumeTrue(Cores.usable().size() > 1, "there is one core only");
        Path status = Path.of("/proc/thread-self/status");
        String allowed = line(status, "Cpus_allowed:");
        int moved = 0;
        for (int k = 0; k < 20; k++) {
            String before = here();
            Kernel.leaveCore();
            if (!here().equals(before)) moved++;
        }
        assertTrue(moved >= 10, "moved " + moved + " times of 20");
        assertEquals(allowed, line(status, "Cpus_allowed:"));
    }

    /// The core the kernel last ran this thread on: the 39th field, the 37th behind the name in brackets.
    private static String here() throws Exception {
        String stat = Files.readString(Path.of("/proc/thread-self/stat"));
        return stat.substring(stat.lastIndexOf(')') + 2).split(" ")[36];
    }

    private static String line(Path status, String name) throws Exception {
        try (var lines = Files.lines(status)) {
            return lines.filter(l -> l.startsWith(name)).findFirst().orElseThrow();
        }
    }
}
