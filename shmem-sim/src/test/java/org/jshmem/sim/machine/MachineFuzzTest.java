// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jshmem.contract.Fuzz;
import org.jshmem.sim.cost.Machine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Values of a machine's parameters that somebody sets, and a calibration in which somebody has been writing: a
/// machine, or a line that says why there is none.
class MachineFuzzTest extends Fuzz {
    private static final String LETTERS = "0123456789,\"{}[]:.-eE\\u\n tfn\u0000\u00e4";

    @TempDir
    private Path folder;

    MachineFuzzTest() {
        super(300, 1_000);
    }

    @Test
    void parameters() {
        List<String> names = List.of("c", "RL", "RR", "", "x", "=", "o", "seed", "\u0000");
        double[] values = {0, -1, 1, 110, 1e300, -0.0, 5e-324, Double.NaN, Double.POSITIVE_INFINITY, 1e18};
        for (int run = 0; run < runs; run++) {
            String machine = one(List.of("knc", "scc", "none"));
            String name = one(names);
            double value = random.nextBoolean() ? values[random.nextInt(values.length)] : random.nextDouble() * 1000;
            check(run, "%s=%s on %s".formatted(name, value, machine), () -> {
                Machine on = MachineFiles.named(machine).with(name, value);
                if (random.nextInt(4) == 0) on.without(one(names));
            });
        }
    }

    @Test
    void calibrations() throws Exception {
        Map<String, String> here = Map.of("XDG_CONFIG_HOME", folder.toString());
        CalibrationFile.find(here).write("2026-01-01", Calibrations.round());
        Path file = CalibrationFile.find(here).path();
        String right = Files.readString(file);
        for (int run = 0; run < runs; run++) {
            String text = damaged(right, LETTERS);
            Files.writeString(file, text);
            check(run, text, () -> {
                CalibrationFile found = CalibrationFile.find(here);
                assertEquals(found.machine() != null, found.trouble().isEmpty());
                if (found.machine() != null) return;
                assertEquals(1, found.trouble().lines().count(), found::trouble);
                assertTrue(found.trouble().contains(" calibration " + file + " ignored: "), found::trouble);
            });
        }
    }
}
