// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.Arena;
import java.nio.file.Path;
import org.jshmem.runtime.settings.KernelFile;
import org.jshmem.shm.jobfile.Control;
import org.jshmem.shm.jobfile.JobLayout;
import org.jshmem.shm.system.AllowedCores;
import org.jshmem.shm.system.SystemCalls;
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

    @Test
    void leavingMovesTheThreadAndKeepsTheCoresItMayUse() {
        assumeTrue(AllowedCores.usable().size() > 1, "there is one core only");
        String allowed = allowed();
        int moved = 0;
        // on a busy machine the kernel may take the thread back at once; without a move by us it seldom moves at all
        for (int series = 0; series < 50 && moved < 10; series++) moved = movesOf20();
        assertTrue(moved >= 10, "moved " + moved + " times of 20");
        assertEquals(allowed, allowed());
    }

    private static int movesOf20() {
        int moved = 0;
        for (int k = 0; k < 20; k++) {
            String before = here();
            SystemCalls.leaveCore();
            if (!here().equals(before)) moved++;
        }
        return moved;
    }

    /// The core the kernel last ran this thread on: the 39th field, the 37th behind the name in brackets.
    private static String here() {
        return KernelFile.state("thread-self").split(" ")[36];
    }

    /// The cores that this thread may use.
    static String allowed() {
        return KernelFile.after("Cpus_allowed:", Path.of("/proc/thread-self/status"));
    }
}
