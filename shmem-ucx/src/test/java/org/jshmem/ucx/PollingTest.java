// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/// An agent polls for a while after a message, and not on a core that another thread needs. Time is counted here: a
/// yield takes `yieldNanos`.
class PollingTest {
    private static final long POLLED_NANOS = 20_000;

    private long now = 1_000_000_000;
    private long yieldNanos = 400;
    private int yields;
    private final Polling polling = polling(POLLED_NANOS);

    private Polling polling(long nanos) {
        return new Polling(nanos, () -> now, () -> {
            yields++;
            now += yieldNanos;
        });
    }

    /// How many polls follow a message that comes now.
    private int polls() {
        polling.busy();
        int before = yields;
        while (polling.goesOn()) {}
        return yields - before;
    }

    @Test
    void anAgentPollsAfterEachMessageAndThenSleeps() {
        assertEquals(POLLED_NANOS / yieldNanos, polls());
        now += 1_000_000;
        assertFalse(polling.goesOn());
        assertEquals(POLLED_NANOS / yieldNanos, polls());
    }

    @Test
    void anAgentWithoutACoreOfItsOwnNeverPolls() {
        Polling never = polling(0);
        never.busy();
        assertFalse(never.goesOn());
        assertEquals(0, yields);
    }

    @Test
    void aLongYieldEndsPollsUntilTheAgentHasRested() {
        yieldNanos = Polling.OWN_NANOS + 1;
        assertEquals(1, polls());
        yieldNanos = 400;
        assertEquals(0, polls());
        now += Polling.REST_NANOS;
        assertTrue(polls() > 1);
    }

    /// The number of yields in a second in which a message arrives every 100 us.
    private int yieldsOfASecond() {
        int before = yields;
        for (long end = now + 1_000_000_000; now < end; now += 100_000) polls();
        return yields - before;
    }

    @Test
    void anAgentThatMeetsAnotherThreadAfterEachRestTriesMoreAndMoreSeldom() {
        yieldNanos = Polling.OWN_NANOS + 1;
        int first = yieldsOfASecond();
        assertTrue(first <= 7, first + " yields");
        int second = yieldsOfASecond();
        assertTrue(second <= 2, second + " yields");
    }

    @Test
    void aLongYieldAfterMoreThanARestOfPollsIsFollowedByAShortRest() {
        yieldNanos = Polling.OWN_NANOS + 1;
        for (int k = 0; k < 3; k++) yieldsOfASecond();
        yieldNanos = 400;
        yieldsOfASecond();
        yieldNanos = Polling.OWN_NANOS + 1;
        assertEquals(1, polls());
        yieldNanos = 400;
        now += Polling.REST_NANOS;
        assertTrue(polls() > 1);
    }
}
