// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
        var figure =
                new Figure("f", "", "", new Figure.Axis("x", "log2"), new Figure.Axis("y", scale), List.of(series));
        Matcher label = where.matcher(SvgFigure.of(figure));
        return label.results().map(m -> m.group(1)).toList();
    }

    @ParameterizedTest
    @CsvSource({"3, 1, '10,100'", "7, 0.01, '0.1,1'", "1, 1, '1,10'", "11, 1, '20,50,100,200,500'"})
    void aLogarithmicAxisHasPowersOfTenAndMoreBetweenThemIfItHasOne(int low, double factor, String expected) {
        assertEquals(List.of(expected.split(",")), labels(LEFT, "log", low, factor));
    }

    @Test
    void anAxisOfSizesHasPowersOfTwo() {
        assertEquals(List.of("1", "2", "4", "8", "16", "32", "64"), labels(BELOW, "log", 3, 1));
    }
}
