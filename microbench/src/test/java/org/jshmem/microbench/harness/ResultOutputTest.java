// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jshmem.microbench.Rows;
import org.jshmem.report.Result;
import org.jshmem.report.Results;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is printed.
class ResultOutputTest {
    @Test
    void csvOfATerminalIsReadBackAsAFile(@TempDir Path folder) throws Exception {
        var bytes = new ByteArrayOutputStream();
        var out = new ResultOutput("pgas", ResultOutput.Format.CSV, new PrintStream(bytes, true), null);
        out.header(Rows.where("host", 2, 2), List.of("a note"));
        Result row = Rows.result(2, "put", "contiguous", "putget", 1, 8, 5);
        out.row(row);
        out.note("done");
        Path file = folder.resolve("x.csv");
        Files.write(file, bytes.toByteArray());
        assertEquals(List.of(row), Results.read(file));
    }
}
