// SPDX-License-Identifier: Apache-2.0
package org.jshmem.papers.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.BiConsumer;
import org.jshmem.collective.kernel.ElementType;
import org.jshmem.sim.JobSpec;
import org.jshmem.sim.SimTransport;
import org.jshmem.sim.Simulation;
import org.jshmem.sim.machine.MachineFiles;
import org.jshmem.transport.Memory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MpiTest {
    private static void run(int n, BiConsumer<SimTransport, Mpi> body) {
        long region = MpichMessages.bytes(n) + (1 << 20);
        try (Simulation sim =
                new Simulation(JobSpec.of(MachineFiles.named("knc"), n, region).seed(n))) {
            sim.runOrThrow(t -> body.accept(t, new Mpi(t, new MpichMessages(t, 0))));
            assertEquals(List.of(), sim.races());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 8, 60})
    void broadcastsAndReductionsHaveEachRootAndBarriersReleaseNobodyEarly(int n) {
        long at = MpichMessages.bytes(n);
        long[] arrived = new long[n];
        run(n, (t, mpi) -> {
            long mine = t.address(t.pe(), at);
            for (int root = 0; root < n; root++) {
                if (t.pe() == root) Memory.setLong(mine + 8184, root + 5);
                mpi.broadcast(root, at, 8192);
                assertEquals(root + 5, Memory.getLong(mine + 8184));
                Memory.setLong(mine, t.pe() + root);
                mpi.reduce(root, ElementType.LONG, at + 64, at, at + 128, 1);
                if (t.pe() == root) assertEquals(n * (n - 1L) / 2 + (long) n * root, Memory.getLong(mine + 64));
                t.sleep(100L * (t.pe() * 7 % n));
                arrived[t.pe()] = root + 1L;
                mpi.barrier();
                for (long other : arrived) assertTrue(other > root);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 16, 512, 513, 1025, 65_536})
    void allreductionsSumAllPesShortAndLong(int ints) {
        for (int n : new int[] {1, 2, 8, 64}) {
            long src = MpichMessages.bytes(n);
            long dst = src + 4L * ints + 64 & -64;
            run(n, (t, mpi) -> {
                for (int i = 0; i < ints; i++) Memory.set(t.address(t.pe(), src + 4L * i), 4, i + t.pe());
                for (int twice = 0; twice < 2; twice++)
                    mpi.allreduce(ElementType.INT, dst, src, dst + 4L * ints + 64 & -64, ints);
                for (int i = 0; i < ints; i++) {
                    int sum = (int) Memory.getAcquire(t.address(t.pe(), dst + 4L * i), 4);
                    assertEquals(n * (n - 1) / 2 + n * i, sum);
                }
            });
        }
    }

    @Test
    void allreductionsOfOtherNumbersOfPesAreRefused() {
        var refusal = assertThrows(
                IllegalArgumentException.class, () -> run(3, (_, mpi) -> mpi.allreduce(ElementType.INT, 0, 0, 0, 1)));
        assertEquals("allreduce: npes=3; a power of two is needed", refusal.getMessage());
    }
}
