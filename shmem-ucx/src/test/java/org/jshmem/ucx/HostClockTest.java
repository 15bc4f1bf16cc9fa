// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Two clocks whose difference the test knows, and ways between them that it chooses.
class HostClockTest {
    private static final long AHEAD = 5_000_000_000_000L;
    private static final long SECOND = 1_000_000_000;

    private final SplittableRandom random = new SplittableRandom(22);

    /// What this host's clock shows.
    private long here = 1_000;

    /// The other clock runs faster by so many nanoseconds in a second.
    private long drift;

    private long there(long moment) {
        return moment + AHEAD + Math.round((double) moment / SECOND * drift);
    }

    /// Questions take 4 us and more, answers 6 us and more.
    private HostClock clock() {
        return new HostClock(() -> here, () -> {
            here += 4_000 + random.nextInt(100_000);
            long answer = there(here);
            here += 6_000 + random.nextInt(100_000);
            return answer;
        });
    }

    @Test
    void theErrorIsNoMoreThanItSays() {
        HostClock clock = clock();
        assertTrue(clock.ask(400));
        long wrong = clock.at(here) - there(here);
        assertTrue(clock.errorNanos() >= 5_000, "half of the shortest round trip");
        assertTrue(clock.errorNanos() < 20_000, clock.errorNanos() + " ns");
        assertTrue(Math.abs(wrong) <= clock.errorNanos(), wrong + " ns");
    }

    @Test
    void aClockThatDriftsIsFollowedAndNeverRunsBackwards() {
        drift = 50_000;
        HostClock clock = clock();
        clock.ask(400);
        for (int second = 0; second < 100; second++) {
            here += SECOND;
            clock.ask(8);
        }
        here += SECOND;
        clock.ask(400);
        assertTrue(clock.errorNanos() < 40_000, clock.errorNanos() + " ns");
        long before = Long.MIN_VALUE;
        for (long moment = 0; moment < here; moment += SECOND / 7) {
            long wrong = clock.at(moment) - there(moment);
            assertTrue(Math.abs(wrong) < 200_000, "%d ns at %d".formatted(wrong, moment));
            assertTrue(clock.at(moment) > before);
            before = clock.at(moment);
        }
    }

    @Test
    void withoutAnAnswerTimesStayAsTheyAre() {
        HostClock clock = new HostClock(() -> here, () -> {
            throw new Wire.BrokenException("no way");
        });
        assertFalse(clock.ask(8));
        assertEquals(42, clock.at(42));
        assertEquals(-1, clock.errorNanos());
    }

    @Test
    void ofSamplesBeyondAnHourEveryOtherOneGoes() {
        HostClock clock = new HostClock(() -> here, () -> there(here));
        for (int k = 0; k < 20_000; k++) {
            here += SECOND;
            clock.ask(1);
        }
        assertEquals(there(SECOND * 5), clock.at(SECOND * 5));
        assertEquals(0, clock.errorNanos());
    }
}
