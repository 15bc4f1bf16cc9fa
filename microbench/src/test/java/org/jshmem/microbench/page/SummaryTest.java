// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.jshmem.Shmem;
import org.jshmem.microbench.Rows;
import org.jshmem.microbench.runner.OutputOptions;
import org.jshmem.report.Result;
import org.junit.jupiter.api.Test;

class SummaryTest {
    @Test
    void theColumnsOfOsuAreASizeAndItsMicroseconds() {
        var bytes = new ByteArrayOutputStream();
        var output = new OutputOptions(new PrintStream(bytes, true));
        output.read(output, new String[] {"--format", "osu"}, new StringBuilder());
        output.begin("put", "puts");
        output.row(Rows.result(2, "put", "contiguous", "putget", 1, 8, 1234));
        output.row(Rows.result(2, "put", "contiguous", "putget", 1, 4096, 5600));
        assertEquals("""

                # put, contiguous, putget
                # Size            Latency (us)
                8                         1.23
                4096                      5.60
                """, bytes.toString(StandardCharsets.UTF_8));
    }

    @Test
    void unstableRowsAreCountedAndMakeTheStatus() {
        var bytes = new ByteArrayOutputStream();
        var output = new OutputOptions(new PrintStream(bytes, true));
        var busy = Rows.result(2, "put", "contiguous", "putget", 1, 8, 5);
        output.row(new Result(busy.row(), busy.score().compiling(0.2), busy.where(), Result.OWN, null));
        output.row(Rows.result(2, "put", "contiguous", "ptr", 1, 8, 2));
        var ended = assertThrows(
                IllegalStateException.class,
                () -> Shmem.runInProcess(1, (sh, a) -> output.end(sh, Rows.where("real", 2, 2))));
        assertEquals("the job was ended by globalExit(4) of PE 0", ended.getMessage());
        String text = bytes.toString(StandardCharsets.UTF_8);
        assertTrue(text.lines().findFirst().orElse("").endsWith("unstable"), text);
        assertTrue(text.contains("# 1 of 2 rows are unstable: their error exceeds 10 % of the score"), text);
    }
}
