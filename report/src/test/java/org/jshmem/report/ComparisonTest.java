// SPDX-License-Identifier: Apache-2.0
package org.jshmem.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private static final int TESTS = 6;
    private static final int ROWS = 12;
    private static final double SPREAD = 0.1;

    private static Result row(Result.Role role, String benchmark, long bytes, double... medians) {
        var list = Arrays.stream(medians).boxed().toList();
        double median = Statistics.median(medians);
        var time = new Result.Time("ns", medians.length, 9, median, median, median, median, median, 0, list, "");
        String source = role == Result.Role.OWN ? "jshmem" : "C";
        return Result.of(ResultsTest.HOST, source, role, benchmark, "v", time)
                .size(0, bytes)
                .made();
    }

    /// A run in which two launches of a row differ by 10 %, on a machine that is as fast as it likes.
    private static List<Result> run(SplittableRandom random, double slower) {
        var all = new ArrayList<Result>();
        double[] mood = random.doubles(Comparison.LAUNCHES, 0.5, 5).toArray();
        for (int t = 0; t < TESTS; t++) {
            for (int k = 0; k < ROWS; k++) {
                var own = new double[Comparison.LAUNCHES];
                var floor = new double[Comparison.LAUNCHES];
                for (int l = 0; l < own.length; l++) {
                    floor[l] = 100 * mood[l];
                    own[l] = 150 * mood[l] * Math.exp(SPREAD * random.nextGaussian()) * (t == 2 ? slower : 1);
                }
                all.add(row(Result.Role.FLOOR, "test" + t, 8 << k, floor));
                all.add(row(Result.Role.OWN, "test" + t, 8 << k, own));
            }
        }
        return all;
    }

    @Test
    void aSlowdownOfATenthIsNamedInNineOfTenRunsAndFalseAlarmsAreAsRareAsTold() {
        var random = new SplittableRandom(20261122);
        int runs = 200;
        int named = 0;
        int alarms = 0;
        for (int run = 0; run < runs; run++) {
            var slower = Comparison.of(run(random, 1), run(random, 1.1));
            if (slower.lines().get(2).verdict().equals("slower")) named++;
            var same = Comparison.of(run(random, 1), run(random, 1));
            if (same.count("same") < TESTS) alarms++;
        }
        assertTrue(named >= 0.9 * runs, named + " of " + runs + " slowdowns were named");
        assertTrue(alarms <= 0.08 * runs, alarms + " of " + runs + " runs had a false alarm");
    }

    @Test
    void aChangeIsToldWithItsIntervalAndOtherMachinesAreRefused() {
        var then = List.of(row(Result.Role.OWN, "put", 8, 100, 101, 99, 100, 100, 100));
        var now = List.of(row(Result.Role.OWN, "put", 8, 150, 149, 151, 150, 150, 150));
        var comparison = Comparison.of(then, now);
        var line = comparison.lines().getFirst();
        assertEquals("slower", line.verdict());
        assertEquals(1.5, line.change().ratio(), 1e-3);
        assertTrue(line.change().low() > 1.45 && line.change().high() < 1.55, line.toString());
        assertEquals(
                "1 tests compared with abc: 1 slower, 0 faster, 0 differ, 0 same",
                comparison.text().getLast());
        var other = new Where("host", false, "other", 4, 8, 8, 1, "shm", "25", "abc", "");
        var refused = Comparison.of(List.of(ResultsTest.result(other, "a", 8, 100)), now);
        assertEquals(
                "processor a \"cpu\", <fast> against other, 2 cores against 4, 2 PEs against 8, 2 JVMs against 8",
                refused.refused());
        assertEquals(List.of("not compared: " + refused.refused()), refused.text());
    }

    @Test
    void fewLaunchesAreNotJudgedAndSingleOnesOfOneCommitAreLaunches() {
        var one = List.of(row(Result.Role.OWN, "put", 8, 100));
        var three = List.of(row(Result.Role.OWN, "put", 8, 300, 301, 302));
        var few = Comparison.of(one, three);
        assertEquals("not judged", few.lines().getFirst().verdict());
        assertEquals(
                "1 tests have only rows with fewer than 6 launches on one side and are not judged;"
                        + " give --launches 6 on both, or more if marked launches were left out",
                few.text().getLast());
        var single = new ArrayList<Result>();
        for (double t : new double[] {100, 101, 102, 99, 98, 100}) single.add(row(Result.Role.OWN, "put", 8, t));
        var now = List.of(row(Result.Role.OWN, "put", 8, 300, 301, 302, 300, 300, 301));
        assertEquals("slower", Comparison.of(single, now).lines().getFirst().verdict());
    }

    @Test
    void rowsOfTwoRunsThatDifferByMoreThanTenPercentAreCounted() {
        var then = List.of(row(Result.Role.OWN, "put", 8, 100), row(Result.Role.OWN, "get", 8, 100));
        var now = List.of(row(Result.Role.OWN, "put", 8, 109), row(Result.Role.OWN, "get", 8, 89));
        assertEquals(
                "1 of 2 rows differ by more than 10 %",
                Comparison.of(then, now).text().getFirst());
        var unconfirmed =
                now.getLast().change().marks(List.of(Result.NOT_CONFIRMED)).made();
        assertEquals(
                "0 of 1 rows differ by more than 10 %",
                Comparison.of(then, List.of(now.getFirst(), unconfirmed)).text().getFirst());
    }

    @Test
    void aRowThatLacksALaunchIsLeftOutAndItsTestIsJudged() {
        var then = List.of(
                row(Result.Role.OWN, "put", 8, 100, 101, 99, 100, 100),
                row(Result.Role.OWN, "put", 16, 100, 101, 99, 100, 100, 100));
        var now = List.of(
                row(Result.Role.OWN, "put", 8, 100, 101, 99, 100, 100, 100),
                row(Result.Role.OWN, "put", 16, 150, 149, 151, 150, 150, 150));
        var comparison = Comparison.of(then, now);
        var line = comparison.lines().getFirst();
        assertEquals("slower", line.verdict());
        assertEquals(1, line.rows());
        assertEquals(6, line.launches());
        assertEquals(
                "1 rows of these tests have fewer than 6 launches on one side and are left out",
                comparison.text().getLast());
    }

    @Test
    void rowsThatAreNotConfirmedAreNotCompared() {
        var sure = row(Result.Role.OWN, "put", 8, 1, 1, 1, 1, 1, 1);
        var marked = sure.change().marks(List.of(Result.NOT_CONFIRMED)).made();
        assertEquals(List.of(), Comparison.of(List.of(sure), List.of(marked)).lines());
        var launches = new ArrayList<Result>();
        for (double t : new double[] {1, 2, 2, 2, 2, 2}) launches.add(row(Result.Role.OWN, "put", 8, t));
        assertEquals(List.of(), Comparison.of(List.of(sure), launches).lines());
    }

    @Test
    void rowsThatWereNotAtRestAreNotCompared() {
        var then = List.of(row(Result.Role.OWN, "put", 8, 1, 1, 1, 1, 1, 1));
        var now = List.of(row(Result.Role.OWN, "put", 8, 9, 9, 9, 9, 9, 9)
                .change()
                .marks(List.of(Result.NOT_AT_REST))
                .made());
        assertEquals(List.of(), Comparison.of(then, now).lines());
    }

    /// The second launch of the rows was left out: its floor's median must not meet the third launch.
    @Test
    void aRowThatLacksALaunchIsNotPairedWithOtherLaunchesOfItsFloor() {
        Result floor = row(Result.Role.FLOOR, "put", 8, 10, 1000, 10, 10, 10, 10, 10);
        Result own = row(Result.Role.OWN, "put", 8, 20, 20, 20, 20, 20, 20);
        Result again = row(Result.Role.OWN, "put", 8, 20, 20, 20, 20, 20, 20);
        Result whole = row(Result.Role.FLOOR, "put", 8, 10, 10, 10, 10, 10, 10);
        var line = Comparison.of(List.of(whole, own), List.of(floor, again))
                .lines()
                .getFirst();
        assertEquals(1, line.change().ratio(), 1e-9, line.toString());
    }
}
