// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.jshmem.report.Result;
import org.jshmem.report.Table;
import org.junit.jupiter.api.Test;

class CrossingsTest {
    private static List<Result> rows(CostModel model, int npes) {
        var rows = new ArrayList<Result>();
        for (long bytes = 8; bytes <= 8 << 20; bytes <<= 1) {
            for (String algorithm : List.of("flat", "rd", "bruck", "rsag", "ring", "tiled")) {
                double ns = model.nanos(algorithm, npes, bytes);
                rows.add(ReportTest.result(npes, "reduce", algorithm, "ptr", 0, bytes, ns));
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
        Table table = Crossings.of(rows(model, 8)).getFirst().table();
        assertTrue(table.title().startsWith("8 PEs, ptr: alpha 800"), table.title());
        assertTrue(table.title().endsWith("half of all rows lie within 0 % of the formulas"), table.title());
        List<String> row = table.rows().stream()
                .filter(r -> r.subList(0, 2).equals(List.of("rd", "rsag")))
                .findFirst()
                .orElseThrow();
        assertEquals("22K", row.get(2));
        assertTrue(List.of("21K", "22K", "23K").contains(row.get(3)), row.toString());
        assertTrue(
                table.rows().contains(List.of("flat", "rd", "below 8", "below 8")),
                table.rows().toString());
    }

    @Test
    void aRunWithoutReductionsHasNone() {
        assertEquals(List.of(), Crossings.of(List.of()));
    }
}
