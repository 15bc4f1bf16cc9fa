// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jshmem.Shmem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareTest {
    @Test
    void aPageWithoutResultsIsRefusedWithTheRemedy(@TempDir Path folder) {
        String[] args = {
            "--rounds", "0", "--results", folder.resolve("none.jsonl").toString(), "--page", folder + "/page.md"
        };
        PrintStream before = System.err;
        var printed = new ByteArrayOutputStream();
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            var ended = assertThrows(
                    IllegalStateException.class, () -> Shmem.runInProcess(1, (sh, a) -> Compare.main(args)));
            assertEquals("the job was ended by globalExit(2) of PE 0", ended.getMessage());
        } finally {
            System.setErr(before);
        }
        assertEquals(
                "compare: " + folder.resolve("none.jsonl") + " holds no results; give --rounds 1 or more\n",
                printed.toString(StandardCharsets.UTF_8));
    }
}
