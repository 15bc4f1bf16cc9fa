// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.baseline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jshmem.collective.kernel.ElementType;
import org.jshmem.sim.JobSpec;
import org.jshmem.sim.SimTransport;
import org.jshmem.sim.Simulation;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.machine.MachineFiles;
import org.jshmem.transport.Memory;
import org.junit.jupiter.api.Test;

class MpiTest {
    private static final Machine KNC = MachineFiles.named("knc");

    private static void run(int n, Consumer<SimTransport> body) {
        try (Simulation sim = new Simulation(
                JobSpec.of(KNC, n, MpichMessages.bytes(n) + (1 << 20)).seed(n))) {
            sim.runOrThrow(body);
            assertEquals(List.of(), sim.races());
        }
    }

    private static Mpi mpi(SimTransport t) {
        return new Mpi(t, new MpichMessages(t, 0));
    }

    @Test
    void broadcastsReachEverybodyFromEveryRoot() {
        for (int n : new int[] {1, 2, 3, 7, 8, 60}) {
            run(n, t -> {
                Mpi mpi = mpi(t);
                long at = t.address(t.pe(), MpichMessages.bytes(n)) + 8184;
                for (int root = 0; root < n; root++) {
                    if (t.pe() == root) Memory.setLong(at, root + 5);
                    mpi.broadcast(root, MpichMessages.bytes(n), 8192);
                    assertEquals(root + 5, Memory.getLong(at));
                }
            });
        }
    }

    @Test
    void reductionsSumEverybodyAtEveryRoot() {
        for (int n : new int[] {1, 2, 3, 7, 8, 60}) {
            run(n, t -> {
                Mpi mpi = mpi(t);
                long at = MpichMessages.bytes(n);
                for (int root = 0; root < n; root++) {
                    Memory.setLong(t.address(t.pe(), at), t.pe() + root);
                    mpi.reduce(root, ElementType.LONG, at + 64, at, at + 128, 1);
                    long sum = Memory.getLong(t.address(t.pe(), at + 64));
                    if (t.pe() == root) assertEquals(n * (n - 1L) / 2 + (long) n * root, sum);
                }
            });
        }
    }

    @Test
    void allreductionsSumEverybodyShortAndLong() {
        for (int n : new int[] {1, 2, 8, 64}) {
            for (int ints : new int[] {1, 16, 512, 513, 1025, 65_536}) {
                run(n, t -> {
                    long src = MpichMessages.bytes(n);
                    long dst = src + 4L * ints + 64 & -64;
                    long buffer = dst + 4L * ints + 64 & -64;
                    for (int i = 0; i < ints; i++) Memory.set(t.address(t.pe(), src + 4L * i), 4, i + t.pe());
                    Mpi mpi = mpi(t);
                    for (int twice = 0; twice < 2; twice++) mpi.allreduce(ElementType.INT, dst, src, buffer, ints);
                    for (int i = 0; i < ints; i++) {
                        assertEquals(n * (n - 1) / 2 + n * i, (int)
                                Memory.getAcquire(t.address(t.pe(), dst + 4L * i), 4));
                    }
                });
            }
        }
        assertEquals(
                "allreduce: npes=3; a power of two is needed",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> run(3, t -> mpi(t).allreduce(ElementType.INT, 0, 0, 0, 1)))
                        .getMessage());
    }

    @Test
    void openMpAddsUpInItsBarrier() {
        for (int n : new int[] {1, 2, 5, 16, 17, 60}) {
            run(n, t -> {
                OpenMpBarrier barrier = new OpenMpBarrier(t, 0);
                for (long episode = 1; episode <= 3; episode++) {
                    long sum = barrier.sum(t.pe() + episode, episode);
                    if (t.pe() == 0) assertEquals(n * (n - 1L) / 2 + n * episode, sum);
                }
            });
        }
    }

    private static void releasesNobodyEarly(Function<SimTransport, Consumer<Long>> barrier) {
        for (int n : new int[] {1, 2, 5, 16, 17, 60}) {
            long[] arrived = new long[n];
            run(n, t -> {
                Consumer<Long> await = barrier.apply(t);
                for (long episode = 1; episode <= 3; episode++) {
                    t.sleep(100L * (t.pe() * 7 % n));
                    arrived[t.pe()] = episode;
                    await.accept(episode);
                    for (long other : arrived) assertTrue(other >= episode);
                }
            });
        }
    }

    @Test
    void barriersReleaseNobodyBeforeTheLastArrives() {
        releasesNobodyEarly(t -> {
            Mpi mpi = mpi(t);
            return episode -> mpi.barrier();
        });
        releasesNobodyEarly(t -> new OpenMpBarrier(t, 0)::await);
    }
}
