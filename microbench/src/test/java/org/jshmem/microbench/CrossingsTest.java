// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CrossingsTest {
    private static List<Row> rows(CostModel model, int npes) {
        var rows = new ArrayList<Row>();
        for (long bytes = 8; bytes <= 8 << 20; bytes <<= 1) {
            for (String algorithm : List.of("flat", "rd", "bruck", "rsag", "ring", "tiled")) {
                double ns = model.nanos(algorithm, npes, bytes);
                rows.add(new Row("reduce", algorithm, "ptr", "host", npes, 0, bytes, 9, ns, ns, ns, bytes * 1e3 / ns));
            }
        }
        return rows;
    }

    @Test
    void pricesThatMadeTheTimesAreFoundAgain() {
        var made = new CostModel(800, 0.05, 0.02);
        CostModel found = Crossings.of(rows(made, 8)).getFirst().model();
        assertEquals(made.alpha(), found.alpha(), 1e-6);
        assertEquals(made.beta(), found.beta(), 1e-9);
        assertEquals(made.gamma(), found.gamma(), 1e-9);
    }

    @Test
    void noPriceIsBelowZero() {
        CostModel found =
                Crossings.of(rows(new CostModel(800, 0.05, 0), 8)).getFirst().model();
        assertTrue(found.gamma() >= 0 && found.gamma() < 1e-9, found.toString());
    }

    @Test
    void measuredCrossingsOfTimesThatFollowTheFormulasAreThePredictedOnes() {
        var model = new CostModel(800, 0.05, 0.02);
        List<String> lines = Crossings.of(rows(model, 8)).getFirst().lines();
        assertTrue(lines.getFirst().startsWith("8 PEs, ptr: alpha 800"), lines.getFirst());
        assertTrue(lines.getFirst().endsWith("half of all rows lie within 0 % of the formulas."), lines.getFirst());
        String line = lines.stream()
                .filter(l -> l.startsWith("| rd | rsag |"))
                .findFirst()
                .orElseThrow();
        assertEquals("22 KiB", line.split(" \\| ")[2], line);
        assertEquals(22, Integer.parseInt(line.split(" \\| ")[3].split(" ")[0]), 1, line);
        assertTrue(lines.contains("| flat | rd | below 8 | below 8 |"), lines.toString());
    }

    @Test
    void aRunWithoutReductionsHasNone() {
        assertEquals(List.of(), Crossings.of(List.of()));
    }
}
