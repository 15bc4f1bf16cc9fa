// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jshmem.microbench.Rows;
import org.junit.jupiter.api.Test;

class PlanTest {
    private static Plan plan(String machine, int cores, int npes) {
        return Plan.of(Rows.where(machine, cores, npes));
    }

    @Test
    void onlyRealRowsAreMeasuredAgainAndForTenSecondsAtMost() {
        assertEquals(10_000_000_000L, plan("host", 2, 2).restNanos());
        assertEquals(10_000_000_000L, plan("host", 2, 3).restNanos());
        assertEquals(0, plan("knc", 2, 2).restNanos());
        assertEquals(0, Plan.check().restNanos());
        assertTrue(plan("host", 2, 2).in(true).restNanos() < 10_000_000_000L);
    }

    @Test
    void samplesMuchShorterThanPlannedWereTakenOfCodeThatWasStillBeingCompiled() {
        Plan plan = plan("host", 2, 2);
        int batch = plan.batch(100); // 20 operations of 100 ns are the 2 us of a sample
        assertTrue(plan.wasCold(batch, 10, 10L * batch * 50));
        assertFalse(plan.wasCold(batch, 10, 10L * batch * 100));
        assertFalse(plan.wasCold(batch, 10, 10L * batch * 200), "slower is noise");
        assertFalse(plan.wasCold(Plan.MAX_BATCH, 10, 10), "as many as there may be: the clock is part of the sample");
        assertFalse(plan.wasCold(1, 10, 10), "one operation takes as long as it takes");
    }
}
