// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.runner;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.jshmem.Shmem;
import org.junit.jupiter.api.Test;

/// The share of the cores that other programs used.
class MachineLoadTest {
    @Test
    void pesThatShareAJvmCountItsTicksOnce() {
        long[] now = {100, 300, 400}; // of this process, of all programs, of all cores
        Shmem.runInProcess(4, (sh, a) -> assertEquals(0.5, MachineLoad.share(sh, new long[3], now)));
    }

    @Test
    void othersAreNamedFromThreePercentOnAndTheHypervisorIsOneOfThem() {
        assertEquals("", MachineLoad.note(0.02));
        assertEquals(
                "NOT ALONE: other programs and the hypervisor took 37 % of the cores while this ran; run it again on a"
                        + " quiet machine",
                MachineLoad.note(0.37));
        String own = "S 1 1 1 0 -1 0 0 0 0 0 10 20 3 4 20 0";
        assertArrayEquals(new long[3], MachineLoad.ticks("", ""));
        assertArrayEquals(
                new long[] {37, 10 + 20 + 5 + 6 + 7 + 8, 156}, MachineLoad.ticks(own, "10 20 5 90 10 6 7 8 0 0"));
    }
}
