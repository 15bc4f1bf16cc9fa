// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.jshmem.report.Result;
import org.junit.jupiter.api.Test;

class OsuTest {
    private static Result over(Result r) {
        return new Result(
                r.where(),
                r.source(),
                r.role(),
                r.benchmark(),
                r.variant(),
                r.access(),
                r.pairs(),
                r.bytes(),
                r.parameters(),
                r.time(),
                null,
                new Result.OverPes(900, 1000, 1250, 40),
                r.megabytesPerSecond(),
                r.marks());
    }

    @Test
    void rowsStandInOsusColumns() {
        Result put = ReportTest.result(2, "put", "contiguous", "putget", 1, 4096, 2480);
        assertEquals("4096                    2.48", Osu.row(put, false, false).orElseThrow());
        assertEquals("4096                 1651.61", Osu.row(put, true, false).orElseThrow());
        Result sum = over(ReportTest.result(2, "reduce", "auto", "auto", 0, 8, 1000));
        assertEquals("8                       1.00", Osu.row(sum, false, false).orElseThrow());
        assertEquals(
                "8                       1.00              0.90              1.25         100",
                Osu.row(sum, false, true).orElseThrow());
        Result barrier = over(ReportTest.result(2, "barrier", "auto", "auto", 0, 0, 1000));
        assertEquals("1.00", Osu.row(barrier, false, false).orElseThrow().strip());
        Result rate = ReportTest.result(4, "put-rate", "window-64", "putget", 2, 8, 10);
        assertEquals("8               200000000.00", Osu.row(rate, false, false).orElseThrow());
        Result overlap = ReportTest.result(2, "put-overlap", "overlap", "putget", 1, 8, 2000)
                .with(Map.of("compute", "1.5", "communication", "1.25", "overlap", "33.0"));
        assertEquals(
                "8                       2.00              1.50              1.25             33.00",
                Osu.row(overlap, false, false).orElseThrow());
    }

    @Test
    void headersAreOsus() {
        assertEquals(
                "# Size            Latency (us)", Osu.head("put", false, false).getLast());
        assertEquals(
                "# Size      Bandwidth (MB/s)", Osu.head("put", true, false).getLast());
        assertEquals(
                "# Size       Avg Latency(us)   Min Latency(us)   Max Latency(us)  Iterations",
                Osu.head("reduce", false, true).getLast());
        assertTrue(Osu.head("put-rate", false, false).getFirst().startsWith("# OSU OpenSHMEM Put Message Rate Test"));
    }

    @Test
    void floorsAndPeersAreNoRowsOfOsu() {
        Result floor = ReportTest.result(2, "put", "memcpy", "floor", 0, 8, 1);
        assertTrue(Osu.row(floor, false, false).isEmpty());
    }
}
