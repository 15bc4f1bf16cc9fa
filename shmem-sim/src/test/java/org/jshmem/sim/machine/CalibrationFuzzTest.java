// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import org.jshmem.contract.Samples;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A calibration in which somebody has been writing: one of this host, or a line that says why it is ignored.
/// `-Dfuzz.runs=N`, `-Dfuzz.seed`.
@Timeout(3600)
@Tag(Samples.TAG)
class CalibrationFuzzTest {
    private static final int RUNS = Integer.getInteger("fuzz.runs", Samples.of(300, 1_000));
    private static final long SEED = Long.getLong("fuzz.seed", 20261121);
    private static final String LETTERS = "0123456789,\"{}[]:.-eE\\u\n tfn\u0000\u00e4";

    @TempDir
    private Path folder;

    @Test
    void calibrations() throws Exception {
        var random = new SplittableRandom(SEED);
        Map<String, String> here = Map.of("XDG_CONFIG_HOME", folder.toString());
        CalibrationFile.find(here).write("2026-01-01", Calibrations.round());
        Path file = CalibrationFile.find(here).path();
        String right = Files.readString(file);
        for (int run = 0; run < RUNS; run++) {
            var text = new StringBuilder(right);
            for (int n = random.nextInt(4); n >= 0; n--) {
                int at = random.nextInt(text.length());
                char c = LETTERS.charAt(random.nextInt(LETTERS.length()));
                switch (random.nextInt(4)) {
                    case 0 -> text.setCharAt(at, c);
                    case 1 -> text.insert(at, c);
                    case 2 -> text.insert(at, text.substring(at, Math.min(text.length(), at + random.nextInt(200))));
                    default -> text.delete(at, Math.min(text.length(), at + 1 + random.nextInt(40)));
                }
            }
            Files.writeString(file, text);
            String where = "seed %d, run %d: ".formatted(SEED, run);
            try {
                CalibrationFile found = CalibrationFile.find(here);
                assertEquals(found.machine() != null, found.trouble().isEmpty(), where);
                if (found.machine() == null) {
                    assertEquals(1, found.trouble().lines().count(), where + found.trouble());
                    assertTrue(found.trouble().contains(" calibration " + file + " ignored: "), where);
                }
            } catch (RuntimeException | StackOverflowError e) {
                fail(where + text, e);
            }
        }
    }
}
