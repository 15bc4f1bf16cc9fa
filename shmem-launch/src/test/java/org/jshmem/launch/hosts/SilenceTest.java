// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SilenceTest {
    private static final long MILLI = 1_000_000;
    private static final long LIMIT = 3_000 * MILLI;

    private final long start = System.nanoTime();
    private final Silence silence = new Silence();

    /// Looks every 10 ms from one time to another; whether the last look found too much silence.
    private boolean looks(long fromMillis, long toMillis) {
        boolean tooLong = false;
        for (long t = fromMillis; t <= toMillis; t += 10) tooLong = silence.isLongerThan(LIMIT, start + t * MILLI);
        return tooLong;
    }

    @Test
    void theOtherEndIsGivenUpAfterTheLimit() {
        assertFalse(looks(10, 2_900));
        assertTrue(looks(2_910, 3_200));
    }

    /// A frame that fills a slow disk takes longer than the limit; what has arrived behind it is read later.
    @Test
    void timeThatThisProcessNeedsIsNotSilence() {
        silence.heard();
        assertFalse(looks(10, 20_000));
        silence.handled();
        assertFalse(silence.isLongerThan(LIMIT));
    }

    @Test
    void aPauseOfThisProcessIsForgiven() {
        assertFalse(looks(10, 1_000));
        assertFalse(looks(11_000, 13_900), "after ten seconds without a look the other end has its whole time again");
        assertTrue(looks(13_910, 14_200));
    }
}
