// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jshmem.Shmem;
import org.jshmem.contract.Threads;
import org.jshmem.runtime.Binding;
import org.jshmem.runtime.settings.Settings;
import org.junit.jupiter.api.Test;

/// A thread with its interrupt flag set does not sleep: a PE with the flag must not cost the others their core.
class InterruptedBarriersIT {
    private static final int NPES = 64;
    private static final int BARRIERS = 1000;
    private static final int ROUNDS = 25;
    private static final int FIRST_ROUND = 5; // compilers run in those before
    private static final OperatingSystemMXBean CPU =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    @Test
    void aPeWithItsFlagSetSlowsDownNoBarrier() throws Exception {
        var without = new AtomicLong();
        var with = new AtomicLong();
        try (LocalJob job = LocalJob.create(Path.of("/dev/shm"), Settings.shape(NPES, 1 << 16, 0));
                PeCarriers carriers = job.carriers(NPES, 1 << 20)) {
            Threads.run(
                    NPES,
                    pe -> Binding.call(job.attach(pe), () -> {
                        try (Shmem sh = Shmem.init()) {
                            for (int round = 0; round < ROUNDS; round++) {
                                add(without, round, sh);
                                if (pe == 5) Thread.currentThread().interrupt();
                                add(with, round, sh);
                                assertEquals(pe == 5, Thread.interrupted());
                            }
                        }
                        return null;
                    }),
                    new AtomicReference<>(),
                    carriers);
        }
        assertTrue(
                with.get() <= 1.2 * without.get(),
                () -> "barriers took %d ms of CPU time, with the flag set %d ms"
                        .formatted(without.get() / 1_000_000, with.get() / 1_000_000));
    }

    /// Adds the CPU time of this process in barriers, which other programs do not lengthen as they do the elapsed time.
    private static void add(AtomicLong sum, int round, Shmem sh) {
        sh.barrierAll();
        long start = CPU.getProcessCpuTime();
        for (int k = 0; k < BARRIERS; k++) sh.barrierAll();
        if (sh.myPe() == 0 && round >= FIRST_ROUND) sum.addAndGet(CPU.getProcessCpuTime() - start);
    }
}
