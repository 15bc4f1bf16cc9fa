// SPDX-License-Identifier: Apache-2.0
package org.jshmem.report;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jshmem.contract.Fuzz;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A file of results in which somebody has been writing: results, or one line that names the place.
class ResultsFuzzTest extends Fuzz {
    @TempDir
    private Path folder;

    ResultsFuzzTest() {
        super(300, 1_000);
    }

    @Test
    void aDamagedLineIsNamed() throws Exception {
        Path file = folder.resolve("r.jsonl");
        Results.append(file, List.of(ResultsTest.own("a", 5, 6, 7)));
        String right = Files.readString(file);
        for (int run = 0; run < runs; run++) {
            String text = damaged(right, "0123456789,\"{}[]:;.-eE\n nulltrue\u0000\u00e4");
            Files.writeString(file, text);
            check(run, text, () -> assertNotNull(Results.read(file)));
        }
    }
}
