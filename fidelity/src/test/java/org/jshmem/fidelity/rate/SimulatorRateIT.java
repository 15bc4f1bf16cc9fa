// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.rate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jshmem.report.Result;
import org.jshmem.report.Results;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The simulator's rate is measured over operations that took place, and goes into a record and out again.
class SimulatorRateIT {

    private static final Pattern LINE = Pattern.compile("# simulator: (.*), [0-9.]+ ns for a priced operation");

    /// What the benchmark prints with these arguments.
    private static String output(String... args) throws Exception {
        PrintStream terminal = System.out;
        var printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            SimulatorRate.main(args);
        } finally {
            System.setOut(terminal);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }

    @Test
    @Tag("long")
    void rowsGoIntoARecordAndOutAgain(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("record.jsonl");
        String output = output("--record", file.toString());
        List<Result> rows = Results.read(file);
        List<String> measured = new ArrayList<>(
                LINE.matcher(output).results().map(line -> line.group(1)).toList());
        List<String> all = List.of(
                "barriers of 60",
                "barriers of 240",
                "puts of 64 B on 60",
                "puts of 4 KiB on 60",
                "alltoalls of 8 B on 60",
                "scc: barriers of 48",
                "cluster: barriers of 1,024");
        assertEquals(all, measured, output);
        List<String> recorded = rows.stream().map(row -> row.row().variant()).toList();
        assertEquals(measured, recorded);
        for (Result row : rows) {
            assertTrue(row.score().operations() > 25 * 100_000, row.toString());
            assertTrue(row.score().min() > 1 && row.score().median() < 100_000, row.toString()); // ns of one operation
        }
    }
}
