// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.List;
import org.jshmem.runtime.settings.KernelFile;
import org.jshmem.shm.jobfile.Control;
import org.jshmem.shm.jobfile.JobLayout;
import org.jshmem.shm.system.AllowedCores;
import org.jshmem.shm.system.SystemCalls;
import org.jshmem.shm.wait.CoreSharing;
import org.junit.jupiter.api.Test;

/// A PE leaves the core of another PE, and no other core.
class AffinityTest {
    private final Control control = new Control(Arena.ofAuto().allocate(JobLayout.controlBytes(3), 64), 3);
    private final CoreSharing core = new CoreSharing(control, 0, System::nanoTime, () -> {});

    /// The kernel may move this thread at any time, so a single try shows nothing.
    @Test
    void aPeLeavesTheCoreOfAnotherAndPublishesItsNewOne() {
        assumeTrue(AllowedCores.usable().size() > 1, "there is one core only");
        int left = 0;
        for (int k = 0; k < 1000 && left < 10; k++) {
            control.core(2, SystemCalls.core());
            int shared = control.core(2);
            if (!core.leavesShared()) continue;
            assertNotEquals(shared, control.core(0));
            left++;
        }
        assertEquals(10, left);
    }

    @Test
    void aPeStaysWhereNoOtherHasPublishedItsCore() {
        for (int k = 0; k < 100; k++) assertFalse(core.leavesShared());
        assertTrue(AllowedCores.usable().contains(control.core(0)));
        core.retract();
        assertEquals(-1, control.core(0));
    }

    @Test
    void aThreadThatLeavesAndOneThatCannotKeepTheCoresTheyMayUse() {
        List<Integer> cores = AllowedCores.usable();
        String allowed = allowed();
        SystemCalls.leaveCores(cores::contains);
        assertEquals(allowed, allowed());
        SystemCalls.leaveCore();
        assertEquals(allowed, allowed());
    }

    /// The cores that this thread may use.
    private static String allowed() {
        return KernelFile.after("Cpus_allowed:", Path.of("/proc/thread-self/status"));
    }
}
