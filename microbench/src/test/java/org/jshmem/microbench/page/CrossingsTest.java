// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.jshmem.Collective;
import org.jshmem.collective.Catalog;
import org.jshmem.microbench.Rows;
import org.jshmem.report.Result;
import org.jshmem.report.Table;
import org.junit.jupiter.api.Test;

/// Times that follow the formulas with 800 ns a message and, for 8 PEs, 0.07 ns a byte.
class CrossingsTest {
    private static Table table(double factorBetween) {
        var rows = new ArrayList<Result>();
        int k = 0;
        for (long bytes = 8; bytes <= 8 << 20; bytes <<= 1, k++) {
            for (String algorithm : List.of("flat", "rd", "rsag", "tiled")) {
                double ns = Catalog.cost(Collective.REDUCE, algorithm).of(8, bytes, 800, 0.05, 0.02);
                double noise = k % 2 == 1 ? factorBetween : 1;
                rows.add(Rows.result(8, "reduce", algorithm, "ptr", 0, bytes, ns * noise));
            }
        }
        return Crossings.of(rows).getFirst().table();
    }

    private static List<String> row(Table table, String from, String to) {
        return table.rows().stream()
                .filter(r -> r.subList(0, 2).equals(List.of(from, to)))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void timesThatFollowTheFormulasCrossWhereTheySay() {
        Table table = table(1);
        assertTrue(table.title().startsWith("8 PEs, ptr: prices"), table.title());
        assertTrue(table.title().endsWith("half lie within 0 % of its formula"), table.title());
        List<String> row = row(table, "rd", "rsag");
        assertTrue(List.of("21K", "22K", "23K").contains(row.get(2)), row.toString());
        assertTrue(List.of("21K", "22K", "23K").contains(row.get(3)), row.toString());
        assertEquals(List.of("flat", "rd", "below 8", "below 8"), row(table, "flat", "rd"));
    }

    @Test
    void whatIsBetweenTheSizesThatPricesComeFromIsHeldAgainstThem() {
        String title = table(1.25).title();
        assertTrue(title.endsWith("half lie within 20 % of its formula"), title);
    }

    @Test
    void aRunWithoutReductionsHasNone() {
        assertEquals(List.of(), Crossings.of(List.of()));
    }
}
