// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.calibrate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jshmem.microbench.Rows;
import org.jshmem.rehearsal.InvalidArguments;
import org.jshmem.report.Result;
import org.jshmem.sim.machine.CalibrationFile;
import org.junit.jupiter.api.Test;

class CalibrationCheckTest {
    @Test
    void eachOperationHasARoleAndARowOfItsJob() {
        Set<String> keys = new HashSet<>();
        for (CalibrationCheck check : CalibrationCheck.all()) {
            assertTrue(keys.add(check.key()), check.key());
            assertTrue(List.of("fitted", "predicted").contains(check.role()), check.what());
            String benchmark = check.key().replaceFirst(",.*", "");
            assertTrue(List.of(check.arguments().split(" ")).contains(benchmark), check.what());
        }
        assertEquals(15, keys.size());
    }

    private static Map<String, Double> times(double ns) {
        Map<String, Double> times = new HashMap<>();
        CalibrationCheck.all().forEach(check -> times.put(check.key(), ns));
        return times;
    }

    @Test
    void factorsOfPredictionsHaveAMedianAndAWorst() {
        Map<String, Double> simulated = times(50);
        simulated.put("barrier,auto,auto,0,0", 300.0);
        simulated.put("calls,fetchAdd,putget,0,0", 9000.0);
        String table = CalibrationCheck.table(times(100), simulated, Rows.where("real", 2, 2));
        assertTrue(table.contains("\n| barrier | 100.0 ns | 300.0 ns | 3.00 | predicted |\n"), table);
        assertTrue(table.contains("\n| fetch-and-add | 100.0 ns | 9000 ns | 90.00 | fitted |\n"), table);
        assertTrue(
                table.endsWith("\nPredicted: median factor 2.00, worst 3.00. Commit abc, now, a <cpu>:"
                        + " `bin/oshrun calibrate --check`.\n"),
                table);
    }

    private static Result of(String benchmark, double ns, String place) {
        return Rows.result(2, benchmark, "auto", "auto", 0, 8, ns).extra(Map.of(Result.PLACE, place));
    }

    @Test
    void aRowOfFarCoresCountsWhereNoOtherIs() {
        var rows = List.of(of("barrier", 300, "far"), of("barrier", 100, ""), of("alltoall", 500, "far"));
        assertEquals(
                Map.of("barrier,auto,auto,0,8", 100.0, "alltoall,auto,auto,0,8", 500.0), CalibrationCheck.byKey(rows));
        assertEquals(Map.of("barrier,auto,auto,0,8", 100.0), CalibrationCheck.byKey(List.of(rows.get(1), rows.get(0))));
    }

    @Test
    void withoutACalibrationThereIsNothingToCheck() {
        var absent = new CalibrationFile(Path.of("x"), null, "needs a calibration of this host");
        var refused = assertThrows(InvalidArguments.class, () -> CalibrationCheck.run(absent));
        assertEquals("--check needs a calibration of this host", refused.getMessage());
    }

    @Test
    void theArgumentThatIsUnknownIsNamed() {
        assertTrue(Calibrate.isCheck(List.of("--check")));
        assertFalse(Calibrate.isCheck(List.of()));
        var refused = assertThrows(InvalidArguments.class, () -> Calibrate.isCheck(List.of("--check", "--csv")));
        assertEquals("argument '--csv' is unknown; use --check, fit FILE.csv, or no argument", refused.getMessage());
    }
}
