// SPDX-License-Identifier: Apache-2.0
package org.jshmem.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.fail;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A file of results in which somebody has been writing: results, or one line that names the place. `-Dfuzz.runs=N`,
/// `-Dfuzz.seed`.
@Timeout(3600)
class ResultsFuzzTest {
    private static final int RUNS = Integer.getInteger("fuzz.runs", 1_000);
    private static final long SEED = Long.getLong("fuzz.seed", 20261121);

    @TempDir
    private Path folder;

    @Test
    void aDamagedLineIsNamed() throws Exception {
        var random = new SplittableRandom(SEED);
        var results = List.of(ResultsTest.own("a", 5, 6, 7));
        for (String name : List.of("r.jsonl")) {
            Path file = folder.resolve(name);
            Results.append(file, results);
            String right = Files.readString(file);
            for (int run = 0; run < RUNS; run++) {
                var text = new StringBuilder(right);
                for (int n = random.nextInt(4); n >= 0; n--) {
                    int at = random.nextInt(text.length());
                    char c = "0123456789,\"{}[]:;.-eE\n nulltrue\u0000\u00e4".charAt(random.nextInt(34));
                    switch (random.nextInt(3)) {
                        case 0 -> text.setCharAt(at, c);
                        case 1 -> text.insert(at, c);
                        default -> text.delete(at, Math.min(text.length(), at + 1 + random.nextInt(20)));
                    }
                }
                Files.writeString(file, text);
                try {
                    assertNotNull(Results.read(file));
                } catch (IllegalArgumentException e) {
                    String where = "seed %d, run %d of %s: ".formatted(SEED, run, name);
                    assertEquals(1, e.getMessage().lines().count(), () -> where + e.getMessage());
                    assertEquals(
                            "org.jshmem.report",
                            e.getStackTrace()[0].getClassName().replaceAll("\\.[^.]*$", ""));
                } catch (RuntimeException e) {
                    fail("seed %d, run %d of %s: %s".formatted(SEED, run, name, text), e);
                }
            }
        }
    }
}
