// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.calibrate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.microbench.Rows;
import org.jshmem.microbench.SuiteCheckIT;
import org.jshmem.microbench.runner.CacheSizes;
import org.jshmem.rehearsal.InvalidArguments;
import org.jshmem.report.Result;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.machine.CalibrationFile;
import org.jshmem.sim.machine.MachineFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What calibration makes of figures: prices that figures were made from are found again.
class FitTest {
    private final List<Result> rows = new ArrayList<>();

    private void row(String benchmark, String variant, String access, long bytes, double ns) {
        rows.add(Rows.result(2, benchmark, variant, access, 1, bytes, ns));
    }

    /// A host with prices that are easy to add up; levels of the cache are those of the machine that tests run on.
    private void host() {
        row("pingpong", "spin", "ptr", 8, 200);
        row("pingpong", "p-waitUntil", "putget", 8, 212);
        row("calls", "g", "putget", 0, 1);
        row("calls", "fetchAdd", "putget", 0, 21);
        row("calls", "quiet", "putget", 0, 3);
        row("calls", "fence", "putget", 0, 2);
        row("cache-chain", "random", "ptr", 8 << 20, 90);
        row("cache-readers", "2 readers", "putget", 8, 50);
        long l1 = CacheSizes.level(1).orElse(32 << 10);
        long l2 = CacheSizes.level(2).orElse(1 << 20);
        for (String copy : List.of("put", "get")) {
            row(copy, "contiguous", "ptr", 64, 10);
            row(copy, "contiguous", "ptr", l1 / 2, 10 + 2 * (l1 / 2 - 64) / 64.0); // l_o = 2
            row(copy, "contiguous", "ptr", l2 / 2, (2 + 3) * (l2 / 2.0) / 64); // l_2 = 3
            row(copy, "contiguous", "ptr", 4 * l2, 20 * 4 * l2 / 64.0); // o_I = 20
        }
        row("put", "contiguous", "putget", 64, 17);
        row("get", "contiguous", "putget", 64, 15);
        row("bidir-get", "contiguous", "putget", 16384, 2000);
        for (long bytes : new long[] {4 << 10, 32 << 10, 256 << 10}) {
            double lines = bytes / 64.0;
            row("cache-load", "miss-modified", "ptr", bytes, 10 * lines + 200);
        }
    }

    private static double value(HostFit fit, String symbol) {
        return fit.parameters.stream()
                .filter(p -> p.symbol().equals(symbol))
                .findFirst()
                .orElseThrow()
                .value();
    }

    @Test
    void pricesOfTheHostAreFoundAgain() {
        host();
        var fit = new HostFit(rows);
        assertEquals(100, value(fit, "R_R"), 1e-9);
        assertEquals(12, value(fit, "t_wait"), 1e-9);
        assertEquals(1, value(fit, "R_L"), 1e-9);
        assertEquals(90, value(fit, "R_I"), 1e-9);
        assertEquals(20, value(fit, "locked"), 1e-9);
        assertEquals(2, value(fit, "l_o"), 1e-9);
        assertEquals(3, value(fit, "l_2"), 1e-9);
        assertEquals(20, value(fit, "o_I"), 1e-9);
        assertEquals(17 - 2, value(fit, "t_put"), 1e-9);
        assertEquals(15 - 2, value(fit, "t_get"), 1e-9);
        assertEquals(16384 / 2000.0, value(fit, "B_copy"), 1e-9);
        assertEquals(10, value(fit, "o_E"), 1e-6);
        assertEquals(200 + 100, value(fit, "q_E"), 1e-6); // eq. 2 has R_R apart
        assertEquals(0, value(fit, "p_E"));
    }

    /// Short runs of the jobs of which a calibration is made: the suite has each row that the fit takes. A flag passes
    /// at once only where both PEs have a core, so its rows are made up.
    @Test
    void theSuiteHasTheRowsOfACalibration(@TempDir Path folder) throws Exception {
        for (Calibrate.Step step : Calibrate.plan(2)) {
            rows.addAll(SuiteCheckIT.run(folder, step.npes(), step.arguments().split(" ")));
        }
        rows.removeIf(r -> r.row().variant().equals("spin"));
        row("pingpong", "spin", "ptr", 8, 200);
        row("pingpong", "p-waitUntil", "putget", 8, 200);
        var fit = new HostFit(rows);
        assertEquals(100, value(fit, "R_R"), 1e-9);
        for (String symbol : List.of("R_I", "l_o", "o_I", "o_E", "B_copy", "t_get")) {
            assertTrue(value(fit, symbol) >= 0, symbol);
        }
        var file = new CalibrationFile(folder.resolve("calibration.json"), null, "");
        file.write("now", fit.parameters);
        assertEquals(100, MachineFiles.read(file.path().toString()).value("R_R"), 1e-9);
    }

    /// R's constants, from a table that its equation makes; of a row that is 10 % off the sources have the residual.
    @Test
    void timesMeasuredElsewhereGiveTheConstantsOfTheEquation(@TempDir Path folder) throws Exception {
        List<String> copies =
                new ArrayList<>(List.of("state,bytes,ns", "own,64,8.6", "other,64,235.8", "memory,8,277.7"));
        for (int n = 2; n <= 128; n *= 2) {
            copies.add("other,%d,%s".formatted(64 * n, 76 * n + 1521 - 1096.0 / n - 235.8));
            copies.add("memory,%d,%s".formatted(64 * n, 94.9 * n + 2750 - 2017.5 / n - 235.8));
        }
        String fit = CopyFit.of("r.csv", copies).strip();
        String file =
                "{\"kind\": \"jshmem machine 1\", \"name\": \"fit\", \"like\": \"knc-se10p\", \"parameters\": [%s]}"
                        .formatted(fit.substring(0, fit.length() - 1));
        Machine made = MachineFiles.read(
                Files.writeString(folder.resolve("fit.json"), file).toString());
        List<String> symbols = List.of("R_L", "R_R", "R_I", "o_E", "q_E", "p_E", "o_I", "q_I", "p_I");
        double[] right = {8.6, 235.8, 277.7, 76, 1521, 1096, 94.9, 2750, 2017.5};
        for (int i = 0; i < right.length; i++) assertEquals(right[i], made.value(symbols.get(i)), 0.01, symbols.get(i));
        assertTrue(fit.contains("\"r.csv: 7 copies, median residual 0.0 %, worst 0.0 %\""), fit);
        copies.add("own,64,9.46");
        fit = CopyFit.of("r.csv", copies);
        assertTrue(
                fit.contains(
                        "\"value\": 9.03, \"unit\": \"ns\", \"role\": \"FIT\", \"source\": \"r.csv: 2 copies, median residual 4.8 %, worst 5.0 %\""),
                fit);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        other;4096;x                                  | : 'other;4096;x' is no copy; write own, other or memory, bytes and ns, such as other,4096,1250
        own,64,8 other,64,0                           | : 'other,64,0' is no copy; write own, other or memory, bytes and ns, such as other,4096,1250
        own,64,8 memory,64,300                        | ' has no copy of one line of 64 bytes in state other; add one'
        own,64,8 other,64,9 memory,64,9 other,640,99  | ' has 1 sizes beyond a line in state other; o, q and p need 3'
        own,64,8 other,64,9 memory,64,9 other,128,900 other,640,99 other,6400,9 | ' gives o_E = -1.1 ns, less than 0; add longer copies'
        """)
    void aTableThatGivesNoConstantsIsRefused(String rows, String why) {
        var refused = assertThrows(InvalidArguments.class, () -> CopyFit.of("r.csv", List.of(rows.split(" +"))));
        assertEquals("r.csv" + why, refused.getMessage());
    }

    @Test
    void theFasterOfTwoPingPongsIsTheWayOfAFlag() {
        host();
        rows.removeIf(r -> r.row().variant().equals("p-waitUntil"));
        row("pingpong", "p-waitUntil", "putget", 8, 180);
        var fit = new HostFit(rows);
        assertEquals(90, value(fit, "R_R"), 1e-9);
        assertEquals(0, value(fit, "t_wait"), 1e-9);
    }

    @Test
    void aFlagThatTakesAsLongAsATurnOnACoreIsNoHostToCalibrate() {
        host();
        rows.removeIf(r -> r.row().benchmark().equals("pingpong"));
        row("pingpong", "spin", "ptr", 8, 4_000_000);
        String refusal =
                assertThrows(InvalidArguments.class, () -> new HostFit(rows)).getMessage();
        assertEquals(
                "a flag took 4000 us to a core that waits for it: something else runs here; try again when nothing does",
                refusal);
    }
}
