// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class GracePeriodTest {
    /// The JVMs of a core exit at the same time, and those of hyperthreads share one.
    @Test
    void theJvmsOfACoreGetItsTimeOneAfterTheOther() {
        assertEquals(600_000_000, GracePeriod.graceNanos(2, 2));
        assertEquals(600_000_000, GracePeriod.graceNanos(24, 2));
        assertEquals(1_600_000_000, GracePeriod.graceNanos(64, 2));
        assertEquals(3_200_000_000L, GracePeriod.graceNanos(64, 1));
    }
}
