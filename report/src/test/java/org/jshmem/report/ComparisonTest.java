// SPDX-License-Identifier: Apache-2.0
package org.jshmem.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparisonTest {
    private static final int BENCHMARKS = 6;
    private static final int ROWS = 12;
    private static final double SPREAD = 0.1;

    /// A run in which two forks of a row differ by 10 %, on a machine whose speed changes, measured by C.
    private static List<Result> run(SplittableRandom random, double slower) {
        var all = new ArrayList<Result>();
        double[] speed = random.doubles(Comparison.FORKS, 0.5, 5).toArray();
        for (int t = 0; t < BENCHMARKS; t++) {
            for (int k = 0; k < ROWS; k++) {
                var own = new double[Comparison.FORKS];
                var c = new double[Comparison.FORKS];
                for (int f = 0; f < own.length; f++) {
                    c[f] = 100 * speed[f];
                    own[f] = 150 * speed[f] * Math.exp(SPREAD * random.nextGaussian()) * (t == 2 ? slower : 1);
                }
                all.add(ResultsTest.result("C", "test" + t, "v", 8 << k, c));
                all.add(ResultsTest.result(Result.OWN, "test" + t, "v", 8 << k, own));
            }
        }
        return all;
    }

    @Test
    void aSlowdownOfATenthIsNamedAndNoOther() {
        var random = new SplittableRandom(20261122);
        var slower = Comparison.of(run(random, 1), run(random, 1.1));
        assertEquals("slower", slower.lines().get(2).verdict());
        assertEquals(BENCHMARKS - 1, slower.count("same"));
    }

    private static Where where(String machine, int npes, String commit) {
        return new Where(machine, machine, 2, npes, npes, 1, "25", commit, "now", "");
    }

    @Test
    void fewForksAreNotJudged() {
        var few = Comparison.of(List.of(ResultsTest.own("a", 5, 5)), List.of(ResultsTest.own("a", 9, 9)));
        assertEquals("not judged", few.lines().getFirst().verdict());
    }

    @Test
    void aSimulatedMachineMustRepeatItself() {
        Where knc = where("knc", 2, "abc");
        assertEquals(
                1,
                Comparison.of(List.of(ResultsTest.at(knc, 5)), List.of(ResultsTest.at(knc, 5)))
                        .count("same"));
        assertEquals(
                1,
                Comparison.of(List.of(ResultsTest.at(knc, 5)), List.of(ResultsTest.at(knc, 5.5)))
                        .count("differs"));
    }

    private static String refusal(List<Result> then, List<Result> now) {
        return assertThrows(IllegalArgumentException.class, () -> Comparison.of(then, now))
                .getMessage();
    }

    @Test
    void runsThatCannotBeComparedAreRefused() {
        List<Result> two = List.of(ResultsTest.at(where("real", 2, "def"), 5));
        assertEquals(
                "4 PEs against 2, 4 JVMs against 2", refusal(List.of(ResultsTest.at(where("real", 4, "abc"), 5)), two));
        assertEquals("one of the two has no results", refusal(List.of(), two));
        // the build of one is faster in all rows: merged first, its rows alone would stay
        assertEquals(
                "one of the two has rows of several builds, abc, def; name files of one build each",
                refusal(List.of(ResultsTest.at(where("real", 2, "abc"), 9), two.getFirst()), two));
        assertEquals(
                "they have no row in common; name files of the same benchmarks on equal numbers of PEs, JVMs and hosts",
                refusal(List.of(ResultsTest.own("a", 5)), List.of(ResultsTest.own("b", 5))));
    }

    @Test
    void rowsOfSeveralNumbersOfPesPairWithTheirOwn() {
        Where two = where("knc", 2, "abc");
        Where four = where("knc", 4, "abc");
        var run = List.of(ResultsTest.at(two, 5), ResultsTest.at(four, 7));
        Comparison same = Comparison.of(run, run.reversed());
        assertEquals(
                List.of("same", 2),
                List.of(
                        same.lines().getFirst().verdict(),
                        same.lines().getFirst().rows()));
    }

    /// The old build always takes 100. A whole interval at or below the bound, or above it; one on both sides; too
    /// few starts; starts between two looks. After fifteen the median decides.
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            1.05; 101 105 103 102 104; 100; 103; 1.03; 1.01 to 1.05, 5; holds
            1.05; 106 110 108 107 109; 100; 108; 1.08; 1.06 to 1.1, 5; missed
            +20; 123 127 125 124 126; 100; 125; 25; 23 to 27, 5; missed
            <104; 101 105 103 102 104; 100; 103; 103; 101 to 105, 5; open
            1.05; 101 106 104 103 105; 100; 104; 1.04; 1.01 to 1.06, 5; open
            1.05; 101 101 101 101; 100; 101; 1.01; 1.01 to 1.01, 4; open
            1.05; 101 106 104 104 104 104 104; 100; 104; 1.04; 1.01 to 1.06, 5; open
            1.05; 101 106 104 104 104 104 104 104 104 104; 100; 104; 1.04; 1.04 to 1.04, 10; holds
            1.05; 101 101 101 101 101 999; 100; 101; 1.01; 1.01 to 1.01, 5; holds
            1.05; 104 109 104 109 104 109 104 109 104 104 104 109 104 104 109; 100; 104; 1.04; 1.04 to 1.09, 15; open, by its median holds
            1.05; 109 104 109 104 109 104 109 104 109 109 109 104 109 109 104; 100; 109; 1.09; 1.04 to 1.09, 15; open, by its median missed
            1.05; ''; -; -; -; -; no figure
            """)
    void aBoundIsJudgedAfterFiveTenAndFifteenStarts(
            String bound, String figures, String old, String now, String ratio, String interval, String verdict) {
        List<Double> starts = Stream.of(figures.split(" "))
                .filter(text -> !text.isEmpty())
                .map(Double::valueOf)
                .toList();
        assertEquals(
                List.of("row", "ns", old, now, ratio, interval, bound, verdict),
                new Comparison.Bound("row", "ns", bound).judged(Collections.nCopies(starts.size(), 100.0), starts));
    }
}
