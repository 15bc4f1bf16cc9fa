// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.jshmem.microbench.Rows;
import org.jshmem.report.Result;
import org.junit.jupiter.api.Test;

/// Columns as osu_util_oshm prints them: a first one of 10 characters, further ones of 20, iterations of 12.
class OsuTest {
    private static Result over(Result r) {
        return r.change().details(null, new Result.OverPes(900, 1000, 1250, 40)).made();
    }

    private static String row(Result result) {
        return Osu.row(result, false).orElseThrow();
    }

    @Test
    void rowsStandInOsusColumns() {
        assertEquals(
                "4096                      2.48",
                row(Rows.result(2, "osu_oshm_put", "window-1", "putget", 1, 4096, 2480)));
        assertEquals(
                "4096                   1651.61",
                row(Rows.result(2, "osu_oshm_put_bw", "window-64", "putget", 1, 4096, 2480)));
        Result sum = over(Rows.result(2, "reduce", "auto", "auto", 0, 8, 1000));
        assertEquals("8                         1.00", row(sum));
        assertEquals(
                "8                         1.00              0.9000                1.25         100",
                Osu.row(sum, true).orElseThrow());
        Result barrier = over(Rows.result(2, "barrier", "auto", "auto", 0, 0, 1000));
        assertEquals("                1.00", row(barrier));
        Result overlap = Rows.result(2, "put-overlap", "overlap", "putget", 1, 8, 2000)
                .change()
                .measured(Map.of("compute", "1.5", "communication", "1.25", "overlap", "33.0"))
                .made();
        assertEquals(
                "8                         2.00                1.50                1.25               33.00",
                row(overlap));
    }

    @Test
    void ratesAreThoseOfAllPairsAndShortTimesHaveDigits() {
        assertEquals(
                "8                 200000000.00",
                row(Rows.result(4, "osu_oshm_put_mr", "window-64", "putget", 2, 8, 10)));
        assertEquals(
                "8                       0.0056", row(Rows.result(2, "osu_oshm_put", "window-1", "putget", 1, 8, 5.6)));
        assertEquals(
                "fetchAdd                500.00              0.0040",
                row(Rows.result(4, "atomics", "fetchAdd-own", "putget", 2, 8, 4)));
    }

    @Test
    void eachTestHasTheColumnsOfItsOwnKindWhateverStandsBesideIt() {
        assertEquals(
                "# Size        Bandwidth (MB/s)",
                Osu.head("osu_oshm_put_bw", false).getLast());
        assertEquals("   # Avg Latency(us)", Osu.head("barrier", false).getLast());
        assertEquals(
                "# Size            Latency (us)",
                Osu.head("osu_oshm_put", false).getLast());
        assertEquals(
                "# Size         Avg Latency(us)     Min Latency(us)     Max Latency(us)  Iterations",
                Osu.head("reduce", true).getLast());
        assertEquals(
                "# OSU OpenSHMEM Put Message Rate Test, measured by jshmem",
                Osu.head("osu_oshm_put_mr", false).getFirst());
        assertEquals(
                "# OSU OpenSHMEM Put Bandwidth Test, measured by jshmem",
                Osu.head("osu_oshm_put_bw", false).getFirst());
    }

    @Test
    void floorsAndPeersAreNoRowsOfOsu() {
        Result floor = Rows.result(2, "put", "memcpy", "floor", 0, 8, 1);
        assertTrue(Osu.row(floor, false).isEmpty());
    }
}
