// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScaleTest {

    private static List<Figure.Line> line(Figure.Style style, double... xy) {
        var points = new ArrayList<Figure.Point>();
        for (int k = 0; k < xy.length; k += 2) points.add(new Figure.Point(xy[k], xy[k + 1]));
        return List.of(new Figure.Line("line", 0, style, points));
    }

    private static List<String> labels(Scale scale) {
        return scale.ticks().stream().map(scale::label).toList();
    }

    @Test
    void sizesAreLabelledAtPowersOfTwoOnly() {
        assertEquals(
                List.of("1", "4", "16", "64", "256", "1K", "4K", "16K", "64K", "256K", "1M", "4M"),
                labels(Scale.ofPowers(line(Figure.Style.SOLID, 1, 1, 4 << 20, 1))));
        assertEquals(List.of("1", "2", "4", "8"), labels(Scale.ofPowers(line(Figure.Style.SOLID, 1, 1, 8, 1))));
        assertEquals("", Scale.ofPowers(line(Figure.Style.SOLID, 1, 1, 8, 1)).label(1.5));
    }

    @Test
    void fewDecadesAreLabelledAtOneTwoAndFive() {
        assertEquals(
                List.of("0.5", "1", "2", "5", "10", "20", "50"),
                labels(Scale.ofDecades(line(Figure.Style.SOLID, 1, 0.6, 2, 49))));
    }

    @Test
    void manyDecadesAreLabelledAtTheirBeginnings() {
        assertEquals(
                List.of("0.01", "0.1", "1", "10", "100", "1 k", "10 k", "100 k", "1 M"),
                labels(Scale.ofDecades(line(Figure.Style.SOLID, 1, 0.02, 2, 900_000))));
    }

    @Test
    void aFloorFarBelowEverythingDoesNotStretchTheAxis() {
        var lines = new ArrayList<>(line(Figure.Style.SOLID, 1, 1000, 2, 9000));
        lines.addAll(line(Figure.Style.FLOOR, 1, 1, 2, 500));
        Scale scale = Scale.ofDecades(lines);
        assertTrue(scale.holds(500), scale.toString());
        assertFalse(scale.holds(1), scale.toString());
    }
}
