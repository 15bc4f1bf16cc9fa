// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.jshmem.Cmp;
import org.jshmem.Signal;
import org.jshmem.SymLongs;
import org.jshmem.Work;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.machine.MachineFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What happens later changes nothing for whoever acts earlier, and time goes on whatever a program does.
@Timeout(300)
class CausalityTest {
    private static final long REGION = 8 << 20;

    /// The look of PE 0 after the first store reads before the second one, and comes back after it.
    @Test
    void aChangeDuringALookIsSeenByTheNext() {
        Machine two = MachineFiles.named("cluster").with("cores", 1);
        try (Simulation sim = new Simulation(JobSpec.of(two, 2, REGION))) {
            sim.runOrThrow(t -> {
                if (t.pe() == 0) {
                    t.awaitOf(1, 0, Cmp.EQ, 2, "in a test");
                    return;
                }
                for (int value = 1; value <= 2; value++) {
                    t.sleepUntil(12_000_000L + 8_000_000L * value);
                    t.channel().store(1, 0, 8, value);
                }
                t.sleepUntil(1_000_000_000); // as long as a PE acts, no wait is checked
            });
            long looks = 2 * 9_302_025;
            assertTrue(sim.picos(0) >= 20_000_000 + looks, sim.picos(0) + " ps");
            assertTrue(sim.picos(0) < 20_200_000 + looks, sim.picos(0) + " ps");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"knc", "cluster"})
    void computationDrivesLinesOutWhenItIsDoneAndNotWhenItBegins(String name) {
        Machine machine = MachineFiles.named(name);
        long[] took = new long[2];
        try (Simulation sim = new Simulation(JobSpec.of(machine, 2, REGION))) {
            sim.force(0, 0, 64, 0);
            sim.runOrThrow(t -> {
                if (t.pe() == 0) {
                    t.direct()
                            .compute(Work.flops(100_000_000).bytes(4 << 20, 0)); // until long after both looks of PE 1
                    return;
                }
                t.sleep(10_000);
                long start = t.picos();
                t.channel().load(0, 0, 8);
                took[0] = t.picos() - start;
            });
        }
        assertEquals(machine.picos("R_R"), took[0], "PE 0's cache has the line while PE 0 computes");
    }

    @Test
    void aShortCopyGetsBetweenThePiecesOfALongOne() {
        long[] end = new long[2];
        try (Simulation sim = new Simulation(JobSpec.of(MachineFiles.named("cluster"), 2, REGION))) {
            sim.runOrThrow(t -> {
                if (t.pe() == 0) t.channel().copy(0, 4 << 20, 0, 0, 2 << 20);
                else t.channel().copy(1, 4 << 20, 1, 0, 4096);
                end[t.pe()] = t.picos();
            });
        }
        assertTrue(end[1] < 10_000_000, "4 KiB take " + end[1] + " ps while 2 MiB are copied, in " + end[0]);
    }

    @Test
    void aNearFlagIsNoticedWhileAFarOneIsOnItsWay() {
        Machine machine = MachineFiles.named("cluster").with("cores", 2);
        long[] noticed = new long[1];
        try (Simulation sim = new Simulation(JobSpec.of(machine, 3, 4096))) {
            sim.runOrThrow(t -> {
                switch (t.pe()) {
                    case 0 -> {
                        t.awaitOf(0, 8, Cmp.EQ, 1, "in a test");
                        noticed[0] = t.picos();
                    }
                    case 1 -> {
                        t.sleep(500);
                        t.channel().signal(0, 8, 1); // on the same host, the same line
                    }
                    default -> t.channel().signal(0, 0, 1); // from another host: there 7 us later
                }
            });
        }
        assertTrue(noticed[0] < 2_000_000, "noticed at " + noticed[0]);
    }

    /// Each look costs something on every machine, so that whoever writes gets its turn. A look at own memory by
    /// `get(i)` costs nothing and leaves the turn where it is; what orders memory does not.
    @ParameterizedTest
    @ValueSource(strings = {"scc", "knc", "cluster"})
    void programsThatPollEnd(String name) {
        Machine machine = MachineFiles.named(name);
        if (name.equals("scc")) programsThatPollEnd(machine.without("flags"));
        programsThatPollEnd(machine);
    }

    private static void programsThatPollEnd(Machine machine) {
        Simulated.run(machine, 8, (sh, a) -> {
            SymLongs x = sh.longs(4);
            Signal ready = sh.signal();
            int me = sh.myPe();
            sh.barrierAll();
            if (me == 7) {
                sh.sleep(Duration.ofNanos(20_000));
                for (int pe = 0; pe < 7; pe++) {
                    x.p(2, 1, pe);
                    ready.set(1, pe);
                }
                return;
            }
            int i = 0;
            switch (me) {
                case 0 -> {
                    while (!x.test(i, Cmp.NE, 0)) i = (i + 1) % 4;
                }
                case 1 -> {
                    while (x.atomicFetch(2, me) == 0) i++;
                    while (ready.fetch() == 0) i++;
                }
                case 2 -> {
                    while (x.testAny(0, 4, null, Cmp.NE, 0) < 0) i++;
                }
                case 3 -> {
                    while (!ready.test(Cmp.NE, 0)) i++;
                    while (Signal.testAny(new Signal[] {ready}, Cmp.NE, 0) < 0) i++;
                }
                case 4 -> {
                    while (x.get(2) == 0) sh.fence();
                }
                case 5 -> {
                    while (x.get(2) == 0) sh.quiet();
                }
                default -> {
                    while (x.g(2, me) == 0) i++;
                }
            }
        });
    }
}
