// SPDX-License-Identifier: Apache-2.0
package org.example.numa;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.jshmem.Shmem;
import org.jshmem.SymLongs;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.sim.JobSpec;
import org.jshmem.sim.Simulation;
import org.jshmem.sim.cost.CostModelContract;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.machine.MachineFiles;
import org.junit.jupiter.api.Test;

/// A machine from another module, which the service loader finds, keeps the rules of costs and runs programs.
class NumaTest extends CostModelContract {
    @Override
    protected Machine machine() {
        return MachineFiles.read("src/test/resources/numa.json");
    }

    @Test
    void aLongOfTheOtherSocketTakesAHopMore() {
        long[] took = new long[2];
        long bytes = Settings.shape(8, 1 << 20, 0).regionBytes();
        try (Simulation sim = new Simulation(JobSpec.of(machine(), 8, bytes))) {
            sim.runProgram(_ -> Shmem.run(new String[0], (sh, a) -> {
                SymLongs x = sh.longs(1);
                sh.barrierAll();
                sim.transport(sh.myPe()).sleepUntil(1_000_000_000);
                for (int i = 0; i < 2 && sh.myPe() == 0; i++) {
                    long before = sim.picos(0);
                    x.g(0, i == 0 ? 3 : 4);
                    took[i] = sim.picos(0) - before;
                }
                sh.barrierAll();
            }));
            sim.rethrow();
        }
        assertEquals(80_400, took[0]); // 8 bytes at 20 GB/s
        assertEquals(140_400, took[1]);
    }
}
