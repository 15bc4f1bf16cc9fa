// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.putigny;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jshmem.report.Result;
import org.jshmem.report.Where;
import org.junit.jupiter.api.Test;

class PutignyTest {
    @Test
    void missesSpreadByStateAndSizeAndStandInATable() {
        List<Result> states = new ArrayList<>();
        for (long bytes : new long[] {4 << 10, 1 << 20}) {
            states.add(result("cache-load", "hit-modified", bytes, 8));
            states.add(result("cache-load", "miss-modified", bytes, 3));
            states.add(result("cache-store", "miss-invalid", bytes, bytes == 1 << 20 ? 2 : 5));
        }
        var rates = Putigny.rates(states);
        assertEquals(Map.of("U-01/load", 1.0, "U-01/store", 2.5), Putigny.spreads(rates));
        assertTrue(
                Putigny.table(rates)
                        .endsWith("state      4096   1048576\nLHM        8.00      8.00\nLMM        3.00      3.00\n"
                                + "SMI        5.00      2.00\n"),
                Putigny.table(rates));
    }

    private static Result result(String benchmark, String variant, long bytes, double gbPerSecond) {
        var where = new Where("real", "cpu", 2, 2, 2, 1, "25", "abc", "now", "");
        var row = new Result.Row(benchmark, variant, "putget", 1, bytes, bytes, 1);
        var score = Result.Score.single("ns", bytes / gbPerSecond).rate(1000 * gbPerSecond);
        return new Result(row, score, where, Result.OWN, null);
    }
}
