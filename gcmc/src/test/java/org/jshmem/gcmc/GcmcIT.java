// SPDX-License-Identifier: Apache-2.0
package org.jshmem.gcmc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.jshmem.contract.Ended;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The application as users start it.
@Timeout(900)
class GcmcIT {
    @Test
    void processesThreadsAndSimulatorEndWithTheSameEnergy() throws Exception {
        String processes = lastEnergy("-np 3");
        assertEquals(processes, lastEnergy("-np 4 --threads"));
        assertEquals(processes, lastEnergy("-np 5 --machine knc"));
    }

    private static String lastEnergy(String how) throws Exception {
        String program = " org.jshmem.gcmc.Gcmc --start 40 --side 8 --steps 100";
        Ended run = Ended.oshrun("--timeout 120s " + how + program).with(0);
        return run.out()
                .lines()
                .filter(line -> line.contains("last energy"))
                .findFirst()
                .orElseThrow();
    }
}
