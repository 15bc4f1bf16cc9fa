// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The labels of a logarithmic axis are powers of ten, those of sizes powers of two, also if the least value is none.
class SvgFigureTest {
    private static final Pattern LEFT = Pattern.compile("text-anchor='end' >([0-9.]+)<");
    private static final Pattern BELOW = Pattern.compile("text-anchor='middle' >([0-9.]+)<");

    private static List<String> labels(Pattern where, String scale, int low, double factor) {
        int[] x = {1, 64};
        var series = FigureSeries.exact("s", x, new double[] {low * factor, 64 * low * factor});
        var figure = new Figure(new Figure.Axis("x", "log2"), new Figure.Axis("y", scale), List.of(series));
        Matcher label = where.matcher(SvgFigure.of("f", figure));
        return label.results().map(m -> m.group(1)).toList();
    }

    @ParameterizedTest
    @CsvSource({"3, 1, '10,100'", "7, 0.01, '0.1,1'", "1, 1, '1,10'", "11, 1, '20,50,100,200,500'"})
    void aLogarithmicAxisHasPowersOfTenAndMoreBetweenThemIfItHasOne(int low, double factor, String expected) {
        assertEquals(List.of(expected.split(",")), labels(LEFT, "log", low, factor));
    }

    @Test
    void aShortLogarithmicAxisHasLabelsToo() {
        int[] x = {1, 2};
        var series = FigureSeries.exact("s", x, new double[] {0.21, 0.31});
        var figure = new Figure(new Figure.Axis("x", "log2"), new Figure.Axis("y", "log"), List.of(series));
        Matcher label = LEFT.matcher(SvgFigure.of("f", figure));
        assertTrue(label.results().count() > 2);
    }

    @Test
    void anAxisOfSizesHasPowersOfTwo() {
        assertEquals(List.of("1", "2", "4", "8", "16", "32", "64"), labels(BELOW, "log", 3, 1));
    }

    @Test
    void linesThatCoincideAreNamedBelowTheLegend() {
        int[] x = {1, 64};
        var figure = new Figure(
                new Figure.Axis("x", "log2"),
                "y",
                List.of(
                        FigureSeries.exact("one", x, new double[] {100, 200}),
                        FigureSeries.exact("other", x, new double[] {50, 200}),
                        FigureSeries.exact("again", x, new double[] {100.5, 199}),
                        FigureSeries.printed("one", x, new double[] {100, 200})));
        assertEquals(List.of(List.of("one", "again")), figure.coinciding());
        assertTrue(SvgFigure.of("f", figure).contains(">these lines coincide:<"));
    }
}
