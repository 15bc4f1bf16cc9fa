// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.jshmem.microbench.Rows;
import org.jshmem.report.Result;
import org.junit.jupiter.api.Test;

class RestTest {
    private static final long MILLI = 1_000_000;
    private static final Plan PLAN = Plan.of(Rows.where("host", 2, 2));
    private static final Case ROW = Case.collective("reduce", "auto", "auto");

    /// 100 samples of one operation each; the compilers had this share of a core.
    private static Gathered attempt(double compiling, double first, double last) {
        long[] theirs = new long[Gathered.HEAD + 100];
        theirs[0] = 10 * MILLI;
        theirs[1] = (long) (compiling * Disturbance.MILLION);
        for (int s = 0; s < 100; s++) theirs[Gathered.HEAD + s] = Math.round(first + (last - first) * s / 100 + s % 7);
        return Gathered.of(ROW, 1, 100, Rows.where("host", 2, 1), pe -> theirs);
    }

    @Test
    void aRowIsRepeatedWhileCompilersWorkAndMarkedWhenItsTimeIsOver() {
        var rest = new Rest(PLAN, false);
        assertTrue(rest.again(attempt(0.46, 1000, 1000), false, MILLI));
        assertTrue(rest.again(attempt(0.46, 1000, 1000), false, 9_000 * MILLI));
        assertFalse(rest.again(attempt(0.46, 1000, 1000), false, 10_000 * MILLI));
        assertEquals("not at rest after 10.0 s: compilers at work, 46 % of a core", rest.mark());
        assertEquals(10, rest.seconds());
        Result row = attempt(0.46, 1000, 1000).result(Rows.where("host", 2, 1), 20, null, null, rest);
        assertFalse(row.atRest());
        assertEquals(10, row.warmAfter());
    }

    @Test
    void aRowThatIsAtRestCountsAtOnceAndTellsWhenThatWas() {
        var rest = new Rest(PLAN, false);
        assertTrue(rest.again(attempt(0.2, 1000, 1000), false, 20 * MILLI));
        assertFalse(rest.again(attempt(0.01, 1000, 1000), false, 40 * MILLI));
        assertEquals("", rest.mark());
        assertEquals(0.04, rest.seconds());
    }

    @Test
    void trendsAndFallingTimesAreRepeatedForASecond() {
        var rest = new Rest(PLAN, false);
        assertTrue(rest.again(attempt(0, 1000, 500), false, MILLI));
        assertTrue(rest.again(attempt(0, 300, 300), false, 30 * MILLI), "much faster than before");
        assertFalse(rest.again(attempt(0, 300, 300), false, 60 * MILLI));
        assertFalse(new Rest(PLAN, false).again(attempt(0, 1000, 500), false, 1_000 * MILLI));
    }

    @Test
    void theFirstRowOfItsCodeIsMeasuredTwice() {
        var rest = new Rest(PLAN, true);
        assertTrue(rest.again(attempt(0, 1000, 1000), false, MILLI));
        assertFalse(rest.again(attempt(0, 1000, 1000), false, 30 * MILLI));
        assertTrue(new Rest(PLAN, false).again(attempt(0, 1000, 1000), true, MILLI), "faster than its warm-up");
    }

    @Test
    void virtualTimeIsAlwaysAtRest() {
        var rest = new Rest(Plan.of(Rows.where("knc", 2, 2)), true);
        assertFalse(rest.again(attempt(1, 1000, 10), true, 0));
        assertEquals("", rest.mark());
        assertEquals(0, Arrays.stream(new double[] {rest.seconds()}).sum());
    }
}
