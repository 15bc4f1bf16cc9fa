// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;
import org.jshmem.Cmp;
import org.jshmem.Shmem;
import org.jshmem.SymLongs;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.sim.JobSpec;
import org.jshmem.sim.Simulation;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.machine.MachineFiles;
import org.junit.jupiter.api.Test;

/// What messages between simulated hosts cost, in round prices.
class ClusterMachinesTest {
    private static final Machine ROUND = MachineFiles.named("cluster")
            .with("cores", 2)
            .with("o", 1000)
            .with("L", 3000)
            .with("a", 500)
            .with("w", 200)
            .with("G", 1)
            .with("t_put", 0)
            .with("t_get", 0)
            .with("t_quiet", 0);

    /// Four PEs on two hosts; how long `what` took PE 0.
    private static long nanos(BiConsumer<Shmem, SymLongs> what) {
        return nanos(ROUND, 0, what);
    }

    private static long nanos(Machine machine, int pe, BiConsumer<Shmem, SymLongs> what) {
        long[] took = new long[4];
        long bytes = Settings.shape(4, 4 << 20, 0).regionBytes();
        try (Simulation sim = new Simulation(JobSpec.of(machine, 4, bytes))) {
            sim.runProgram(_ -> Shmem.run(new String[0], (sh, a) -> {
                SymLongs x = sh.longs(1 << 18);
                sim.transport(sh.myPe()).sleepUntil(1_000_000_000); // all begin in the same picosecond
                long start = sh.nanoTime();
                what.accept(sh, x);
                took[sh.myPe()] = sh.nanoTime() - start;
                sh.barrierAll();
            }));
            sim.rethrow();
        }
        return took[pe];
    }

    private static void on(Shmem sh, int pe, Runnable body) {
        if (sh.myPe() == pe) body.run();
    }

    @Test
    void aPutTakesItsPeTheOverheadAndItsBytes() {
        assertEquals(1008, nanos((sh, x) -> on(sh, 0, () -> x.p(0, 1, 2))));
        assertEquals(1000 + 8192, nanos((sh, x) -> on(sh, 0, () -> x.put(0, new long[1024], 0, 1024, 2))));
    }

    @Test
    void whatIsAnsweredTakesTheWayBack() {
        assertEquals(1000 + 3000 + 500 + 8 + 3000, nanos((sh, x) -> on(sh, 0, () -> x.g(0, 2))));
        assertEquals(1000 + 8 + 3000 + 500 + 3000, nanos((sh, x) -> on(sh, 0, () -> x.fetchAdd(0, 1, 2))));
        assertEquals(
                1000 + 8 + 3000 + 500 + 3000,
                nanos((sh, x) -> on(sh, 0, () -> {
                    x.p(0, 1, 2);
                    sh.quiet();
                })));
    }

    /// A link has two directions: 8 KiB that come in while an answer leaves do not delay it.
    @Test
    void anAnswerLeavesWhileOthersComeIn() {
        long took = nanos((sh, x) -> {
            on(sh, 0, () -> x.g(0, 2));
            on(sh, 1, () -> {
                sh.sleep(Duration.ofNanos(200)); // after the request
                x.put(0, new long[1024], 0, 1024, 3);
            });
        });
        assertEquals(1000 + 3000 + 500 + 8 + 3000, took);
    }

    /// PE 2 reads the bytes of PE 0 that are there when the agent reads, not when the request is made.
    @Test
    void aGetReadsAtTheTimeOfItsTarget() {
        long[] seen = new long[2];
        nanos((sh, x) -> {
            if (sh.myPe() == 0) {
                for (int i = 0; i < 2; i++) {
                    sh.sleep(Duration.ofNanos(4400)); // the request is carried out after 4500 ns
                    x.set(0, x.get(0) + 1);
                }
            }
            on(sh, 2, () -> seen[0] = x.g(0, 0));
        });
        assertEquals(1, seen[0]);
    }

    @Test
    void aPeThatWaitsNoticesAFlagWhenItHasComeAndSeesWhatWasPutBefore() {
        long[] seen = new long[1];
        long took = nanos(ROUND, 2, (sh, x) -> {
            on(sh, 0, () -> {
                x.p(8, 7, 2);
                x.p(0, 1, 2);
            });
            on(sh, 2, () -> {
                x.waitUntil(0, Cmp.EQ, 1);
                seen[0] = x.get(8);
            });
        });
        assertEquals(7, seen[0]);
        assertEquals(2 * 1008 + 3000 + 500 + 200 + 100, took, "two messages, notice, R_I to look");
    }

    @Test
    void messagesOfTwoPesWaitForEachOtherAtLinkAndAgent() {
        BiConsumer<Shmem, SymLongs> both = (sh, x) -> {
            if (sh.myPe() >= 2) return;
            x.p(sh.myPe(), 1, 2);
            sh.quiet();
        };
        assertEquals(1000 + 8 + 3000 + 500 + 500 + 3000, nanos(ROUND, 1, both), "behind PE 0 at the agent");
        assertEquals(1000 + 8 + 3000 + 500 + 3000, nanos(ROUND.without("queues"), 1, both));
    }

    @Test
    void placesChooseTheHosts() {
        Machine dealt = ROUND.placed(List.of(6, 0, 7, 1));
        nanos(dealt, 0, (sh, x) -> {
            assertNotNull(x.ptr(sh.myPe() ^ 2));
            assertNull(x.ptr(sh.myPe() ^ 1));
        });
        assertEquals(1008, nanos(dealt, 0, (sh, x) -> on(sh, 0, () -> x.p(0, 1, 3))));
    }
}
