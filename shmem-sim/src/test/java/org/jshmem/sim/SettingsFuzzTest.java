// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.List;
import java.util.SplittableRandom;
import org.jshmem.contract.Samples;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.machine.MachineFiles;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Values of a machine's parameters that somebody sets: a machine, or one line that says which are possible.
/// `-Dfuzz.runs=N`, `-Dfuzz.seed`.
@Timeout(3600)
@Tag(Samples.TAG)
class SettingsFuzzTest {
    private static final int RUNS = Integer.getInteger("fuzz.runs", Samples.of(300, 1_000));
    private static final long SEED = Long.getLong("fuzz.seed", 20261121);

    @Test
    void parameters() {
        var random = new SplittableRandom(SEED);
        List<String> names = List.of("c", "RL", "RR", "", "x", "=", "o", "seed", "\u0000");
        double[] values = {0, -1, 1, 110, 1e300, -0.0, 5e-324, Double.NaN, Double.POSITIVE_INFINITY, 1e18};
        for (int run = 0; run < RUNS; run++) {
            String machine = List.of("knc", "scc", "none").get(random.nextInt(3));
            String name = names.get(random.nextInt(names.size()));
            double value = random.nextBoolean() ? values[random.nextInt(values.length)] : random.nextDouble() * 1000;
            String where = "seed %d, run %d: %s=%s on %s".formatted(SEED, run, name, value, machine);
            try {
                Machine on = MachineFiles.named(machine).with(name, value);
                if (random.nextInt(4) == 0) on.without(names.get(random.nextInt(names.size())));
            } catch (IllegalArgumentException e) {
                assertEquals(1, e.getMessage().lines().count(), () -> where + e.getMessage());
            } catch (RuntimeException e) {
                fail(where, e);
            }
        }
    }
}
