// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.microbench.cache.CacheSizes;
import org.jshmem.microbench.stream.StreamArrays;
import org.jshmem.rehearsal.InvalidArguments;
import org.jshmem.report.Result;
import org.jshmem.report.Where;
import org.junit.jupiter.api.Test;

class ComparePageTest {
    private static final Where HERE =
            new Where("host", false, "a cpu", 2, 2, 2, 1, "shm", "25", "abc", "2026-11-22T01:00:00Z");

    private static Result row(
            String source, Result.Role role, String benchmark, String variant, long bytes, double ns) {
        var time = Result.Time.summary(9, ns, ns, ns, ns, ns);
        return Result.of(HERE, source, role, benchmark, variant, time)
                .size(0, bytes)
                .made();
    }

    private static List<Result> rounds() {
        var all = new ArrayList<Result>();
        for (double k : new double[] {1, 0.9, 1.2}) {
            all.add(row("jshmem", Result.Role.OWN, "barrier", "auto", 0, 120 * k));
            all.add(row("jshmem", Result.Role.OWN, "reduce", "flat", 8, 1));
            all.add(row("jshmem", Result.Role.OWN, "reduce", "auto", 8, 900 * k));
            all.add(row("Open MPI", Result.Role.PEER, "reduce", "sum", 8, 600 * k));
            all.add(row("Open MPI", Result.Role.PEER, "barrier", "barrier", 0, 1500 * k));
            all.add(row("C", Result.Role.FLOOR, "barrier", "barrier-spin", 0, 60 * k));
            all.add(row("jshmem", Result.Role.OWN, "start", "start", 0, 2e8 * k));
        }
        return all;
    }

    @Test
    void everyLineHasMedianAndRangeOfTheRoundsAndLosingOnesStandThereToo() {
        String page = new ComparePage(rounds(), "a peer 1.0").text();
        assertTrue(
                page.contains(
                        "| barrier | 120 ns | 108 ns to 144 ns | 1.50 us | 1.35 us to 1.80 us | 60.0 ns | 12.50 |\n"),
                page);
        assertTrue(
                page.contains(
                        "| sum of 1 double | 900 ns | 810 ns to 1.08 us | 600 ns | 540 ns to 720 ns |  | 0.67 |\n"),
                page);
        assertTrue(page.contains("# jshmem, Open MPI's OpenSHMEM and C, 2026-11-22\n"), page);
        assertTrue(page.contains("| rounds | 3 on 2 PEs; "), page);
    }

    @Test
    void aRowThatWasNotAtRestIsNoFigure() {
        var rows = rounds().stream()
                .map(r -> r.benchmark().equals("barrier") && r.role() == Result.Role.OWN
                        ? r.change().marks(List.of(Result.NOT_AT_REST)).made()
                        : r)
                .toList();
        var page = new ComparePage(rows, "a peer");
        assertTrue(page.text().contains("| barrier | *not at rest* |  | 1.50 us |"), page.text());
        assertFalse(page.summary().contains("barrier"), page.summary());
    }

    @Test
    void roundsWithAMarkCountOnBothSidesAndMostOfThemAreNoFigure() {
        var all = new ArrayList<Result>();
        for (double ns : new double[] {100, 110, 120, 130, 140}) {
            var own = row("jshmem", Result.Role.OWN, "barrier", "auto", 0, ns).change();
            all.add(own.marks(ns > 125 ? List.of(Result.NOT_AT_REST) : List.of())
                    .made());
            var sum = row("jshmem", Result.Role.OWN, "reduce", "auto", 8, ns).change();
            all.add(sum.marks(ns > 115 ? List.of(Result.NOT_AT_REST) : List.of())
                    .made());
            var peer = row("Open MPI", Result.Role.PEER, "barrier", "barrier", 0, 10 * ns)
                    .change();
            all.add(peer.marks(ns < 125 ? List.of("trend: +7 %") : List.of()).made());
        }
        String page = new ComparePage(all, "a peer").text();
        assertTrue(
                page.contains("| barrier | 120 ns | 100 ns to 140 ns | 1.20 us | 1.00 us to 1.40 us |  | 10.00 |\n"),
                page);
        assertTrue(page.contains("| sum of 1 double | *not at rest* |"), page);
        assertTrue(page.contains("| rounds | 5 on 2 PEs; "), page);
    }

    @Test
    void theTableGoesBetweenItsMarks() {
        String table = new ComparePage(rounds(), "a peer").summary();
        String file = "a\n<!-- performance -->\nold\n<!-- end of performance -->\nb\n";
        String fresh = ComparePage.replaced(file, table, Path.of("README.md"));
        assertTrue(fresh.startsWith("a\n<!-- performance -->\n| 2 PEs | jshmem | Open MPI |"), fresh);
        assertTrue(
                fresh.endsWith("| start and end of a job | 200 ms |  |  |\n<!-- end of performance -->\nb\n"), fresh);
        assertEquals(
                "README.md has no lines '<!-- performance -->' and '<!-- end of performance -->' for the table",
                assertThrows(InvalidArguments.class, () -> ComparePage.replaced("a", table, Path.of("README.md")))
                        .getMessage());
    }

    @Test
    void streamAsksForArraysOfFourTimesTheLastCacheWhateverTheNumberOfPes() {
        long arrays = 3 * 4 * CacheSizes.lastLevel();
        for (int npes : new int[] {1, 2, 7, 64}) {
            assertTrue(StreamArrays.heap(npes) * npes >= arrays, npes + " PEs");
            assertTrue(StreamArrays.heap(npes) <= arrays / npes + (16 << 20), npes + " PEs");
        }
    }
}
