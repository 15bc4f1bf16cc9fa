// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import org.jshmem.shm.jobfile.Control;
import org.jshmem.shm.jobfile.JobLayout;
import org.jshmem.shm.wait.CoreSharing;
import org.junit.jupiter.api.Test;

/// When a PE takes its core for shared, on a clock that the test moves.
class CoreSharingTest {
    private static final long LONG = 3_000;
    private static final long SHORT = 300;
    private static final long SPIN = 1_000;
    private static final long SLICE = 1_000_000;

    private long now;
    private long yieldNanos;
    private boolean yielding;
    private int departures;
    private final Control control = new Control(Arena.ofAuto().allocate(JobLayout.controlBytes(1), 64), 1);
    private final CoreSharing core = new CoreSharing(control, 0, this::clock, () -> departures++);

    /// Every second reading while yielding comes after the yield.
    private long clock() {
        if (yieldNanos == 0) return now;
        if (yielding) now += yieldNanos;
        yielding = !yielding;
        return now;
    }

    /// A microsecond of spinning and a yield.
    private void spinAndYield(long nanos) {
        now += SPIN;
        yieldNanos = nanos;
        yielding = false;
        core.yield();
    }

    private long nanosUntilDeparture() {
        int before = departures;
        long begin = now;
        while (departures == before) {
            spinAndYield(LONG);
            assertTrue(now - begin < 10_000_000_000L, "never left");
        }
        return now - begin;
    }

    @Test
    void aPeWhoseYieldsTakeLongLeavesItsCoreAfterOneToThreeMilliseconds() {
        long nanos = nanosUntilDeparture();
        assertTrue(nanos >= 1_000_000 && nanos <= 3_010_000, "after " + nanos + " ns");
    }

    @Test
    void aPeWhoseYieldsAreShortStays() {
        for (int k = 0; k < 100_000; k++) spinAndYield(k % 20 == 0 ? LONG : SHORT);
        assertEquals(0, departures);
    }

    @Test
    void aFewShortYieldsDoNotKeepItThere() {
        for (int k = 0; k < 10_000; k++) spinAndYield(k % 3 == 0 ? SHORT : LONG);
        assertTrue(departures > 0);
    }

    @Test
    void aPeThatSeldomYieldsStays() {
        for (int k = 0; k < 10_000; k++) {
            now += 100_000;
            spinAndYield(LONG);
        }
        assertEquals(0, departures);
    }

    /// Yields are looked at again only after 100 ms: each would cost a time slice, on another core too.
    @Test
    void aPeThatMetAThreadThatComputesKeepsItsCoreForAWhile() {
        spinAndYield(SLICE);
        for (long begin = now; now - begin < 90_000_000; ) spinAndYield(LONG);
        assertEquals(0, departures);
        assertTrue(nanosUntilDeparture() <= 20_000_000);
    }

    @Test
    void departuresThatDoNotHelpBecomeRare() {
        for (int k = 0; k < 6; k++) nanosUntilDeparture();
        long nanos = nanosUntilDeparture();
        assertTrue(nanos >= 16_000_000 && nanos <= 48_010_000, "the seventh after " + nanos + " ns");
    }

    @Test
    void peaceMakesTheNextDepartureQuick() {
        for (int k = 0; k < 6; k++) nanosUntilDeparture();
        for (long begin = now; now - begin < 50_000_000; ) spinAndYield(SHORT);
        long nanos = nanosUntilDeparture();
        assertTrue(nanos <= 6_020_000, "after " + nanos + " ns");
    }
}
