// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.jshmem.SymLongs;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.machine.MachineFiles;
import org.junit.jupiter.api.Test;

/// More PEs than any machine of the papers had, on one that was made larger.
class WideTest {
    private static final int NPES = 1024;
    private static final int LONGS = 1024; // 8 KiB

    @Test
    void aThousandPesMeetAndBroadcast() {
        Machine wide = MachineFiles.named("knc").with("cores", NPES);
        long[] sums = new long[NPES];
        Simulated.run(wide, NPES, (sh, a) -> {
            SymLongs x = sh.longs(LONGS);
            for (int i = 0; i < LONGS; i++) x.set(i, sh.myPe() == 7 ? i : -1);
            sh.barrierAll();
            sh.world().broadcast(x, x, LONGS, 7);
            for (int i = 0; i < LONGS; i++) sums[sh.myPe()] += x.get(i);
        });
        for (int pe = 0; pe < NPES; pe++) assertEquals(LONGS * (LONGS - 1) / 2, sums[pe], "PE " + pe);
    }
}
