// SPDX-License-Identifier: Apache-2.0
package org.jshmem.project;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The verdicts of `bench/ab`: its last step, on starts whose figures are given here.
class VerdictTest {
    @TempDir
    Path folder;

    /// What the table has of a row with this bound, whose old build always takes 100, and whose new build takes these.
    private String verdict(String bound, double... figures) throws Exception {
        List<String> lines = new ArrayList<>();
        for (int k = 1; k <= figures.length; k++) {
            lines.add("row old " + k + " 100");
            lines.add("row new " + k + " " + figures[k - 1]);
        }
        Path file = Files.write(folder.resolve("figures"), lines);
        Process awk = new ProcessBuilder(
                        "awk", "-v", "least=5", "-v", "most=15", "-f", "../bench/verdict.awk", file.toString(), "-")
                .redirectErrorStream(true)
                .start();
        try (var rows = awk.outputWriter()) {
            rows.write("row ns " + bound + "\n");
        }
        return new String(awk.getInputStream().readAllBytes()).strip();
    }

    private static double[] fifteen(double low, int lows, double high) {
        double[] figures = new double[15];
        for (int k = 0; k < 15; k++) figures[k] = k < lows ? low : high;
        return figures;
    }

    @Test
    void aWholeIntervalAtOrBelowTheBoundHolds() throws Exception {
        assertEquals(
                "row holds | ns | 100 | 103 | 1.03 | 1.01 to 1.05, 5 | 1.05 | holds |",
                verdict("1.05", 101, 105, 103, 102, 104));
    }

    @Test
    void aWholeIntervalAboveTheBoundIsMissed() throws Exception {
        assertEquals(
                "row missed | ns | 100 | 108 | 1.08 | 1.06 to 1.1, 5 | 1.05 | missed |",
                verdict("1.05", 106, 110, 108, 107, 109));
        assertEquals(
                "row missed | ns | 100 | 125 | 25 | 23 to 27, 5 | +20 | missed |",
                verdict("+20", 123, 127, 125, 124, 126));
    }

    @Test
    void anIntervalOnBothSidesIsOpen() throws Exception {
        assertEquals(
                "row open | ns | 100 | 104 | 1.04 | 1.01 to 1.06, 5 | 1.05 | open |",
                verdict("1.05", 101, 106, 104, 103, 105));
    }

    @Test
    void lessThanFiveStartsAreOpen() throws Exception {
        assertEquals(
                "row open | ns | 100 | 101 | 1.01 | 1.01 to 1.01, 4 | 1.05 | open |",
                verdict("1.05", 101, 101, 101, 101));
    }

    /// The interval of 15 leaves out three figures at each end.
    @Test
    void afterFifteenStartsTheMedianDecides() throws Exception {
        assertEquals(
                "row open-holds | ns | 100 | 104 | 1.04 | 1.04 to 1.09, 15 | 1.05 | open, by its median holds |",
                verdict("1.05", fifteen(104, 9, 109)));
        assertEquals(
                "row open-missed | ns | 100 | 109 | 1.09 | 1.04 to 1.09, 15 | 1.05 | open, by its median missed |",
                verdict("1.05", fifteen(104, 6, 109)));
    }

    @Test
    void aRowWithoutAFigureHasNone() throws Exception {
        assertEquals("row none | ns | - | - | - | - | 1.05 | no figure |", verdict("1.05"));
    }
}
