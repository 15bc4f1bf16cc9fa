// SPDX-License-Identifier: Apache-2.0
package org.jshmem.papers.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.jshmem.sim.JobSpec;
import org.jshmem.sim.Simulation;
import org.jshmem.sim.machine.MachineFiles;
import org.jshmem.transport.Memory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ActiveMessagesTest {
    private static final int INTS = 17_000; // more than a request carries
    private static final double LOCAL_LINE = 4 / 1.1; // ns, l_o over the clock
    private static final int SUMMED = 300; // two chunks and a rest

    /// Each PE puts into the next one, gets what that one has received, and sums.
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 40})
    void transfersAndSumsArriveAndAnIntCostsAWholeBuffer(int n) {
        long src = ActiveMessages.bytes(n);
        long dst = src + 4L * INTS + 63 & -64;
        long back = dst + 4L * INTS + 63 & -64;
        try (Simulation sim = new Simulation(
                JobSpec.of(MachineFiles.named("knc-se10p"), n, back + 4L * INTS).seed(n))) {
            sim.runOrThrow(t -> {
                int me = t.pe();
                int next = (me + 1) % n;
                var messages = new ActiveMessages(t, 0);
                for (int i = 0; i < INTS; i++) Memory.setInt(t.address(me, src + 4L * i), 10 * i + me);
                messages.put(next, dst, src, 4L * INTS);
                t.sleep(1000L * me);
                messages.barrierAll();
                messages.get(next, back, dst, 4L * INTS);
                t.picos(); // the data are there
                for (int i = 0; i < INTS; i++) assertEquals(10 * i + me, Memory.getInt(t.address(me, back + 4L * i)));
                messages.barrier();
                long start = t.picos();
                messages.put(next, dst, src, 4);
                double lines = (t.picos() - start) / 1000.0 / LOCAL_LINE;
                assertTrue(lines > 65_000 / 64.0, "an int takes the time of " + lines + " lines");
                messages.barrierAll();
                messages.sum(dst, src, back, SUMMED);
                t.picos();
                for (int i = 0; i < SUMMED; i++)
                    assertEquals(n * 10 * i + n * (n - 1) / 2, Memory.getInt(t.address(me, dst + 4L * i)));
            });
            assertEquals(List.of(), sim.races());
        }
    }
}
