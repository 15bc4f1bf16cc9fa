// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.jshmem.Config;
import org.jshmem.Shmem;
import org.jshmem.contract.Threads;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.shm.wait.Carriers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A thread with its interrupt flag set does not sleep: a PE with the flag must not cost the others their core.
@Tag("long")
class InterruptedBarriersIT {
    private static final int NPES = 64;
    private static final int BARRIERS = 1000;
    private static final int ROUNDS = 6;
    private static final int BLOCKS = 5;
    private static final OperatingSystemMXBean CPU =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    @Test
    void aPeWithItsFlagSetSlowsDownNoBarrier() throws Exception {
        var least = new AtomicReference<>(Double.MAX_VALUE);
        try (LocalJob job = LocalJob.create(Path.of("/dev/shm"), Settings.shape(NPES, 1 << 16, 0));
                Carriers carriers = ShmThreadsTest.carriersOf(job, NPES, 1 << 20)) {
            Threads.run(
                    NPES,
                    new AtomicReference<>(),
                    carriers,
                    pe -> Threads.session(job.attach(pe), Config.DEFAULT, (sh, a) -> {
                        for (int block = 0; block < BLOCKS; block++) {
                            double ratio = ratio(sh);
                            if (pe == 0) least.set(Math.min(least.get(), ratio));
                        }
                    }));
        }
        assertTrue(least.get() <= 1.2, () -> "with the flag set barriers take " + least.get() + " times the CPU time");
    }

    /// The CPU time of barriers of which one PE has its flag set, over that of others. Other programs lengthen it less
    /// than the elapsed time.
    private static double ratio(Shmem sh) {
        long without = 0;
        long with = 0;
        for (int round = 0; round < ROUNDS; round++) {
            without += barriers(sh);
            if (sh.myPe() == 5) Thread.currentThread().interrupt();
            with += barriers(sh);
            assertEquals(sh.myPe() == 5, Thread.interrupted());
        }
        return (double) with / without;
    }

    private static long barriers(Shmem sh) {
        sh.barrierAll();
        long start = CPU.getProcessCpuTime();
        for (int k = 0; k < BARRIERS; k++) sh.barrierAll();
        return CPU.getProcessCpuTime() - start;
    }
}
