// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.ramos;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jshmem.fidelity.Show;
import org.jshmem.sim.Simulation;
import org.jshmem.sim.SimulationSpec;
import org.jshmem.sim.model.Machine;
import org.jshmem.transport.Memory;
import org.junit.jupiter.api.Test;

class RamosHoeflerTest {
    private static final Machine KNC = Machine.named("knc");
    private static final OptionalLong QUIET = OptionalLong.empty();
    private static final Path GOLDEN = Path.of("src/test/resources/golden/ramos-hoefler.csv");

    @Test
    void broadcastsReachEveryPeThroughEveryTree() {
        for (int n : new int[] {1, 2, 3, 5, 8, 30, 60}) {
            List<TreeShape> shapes = List.of(
                    TreeShape.flat(n),
                    TreeShape.nomial(n, 2),
                    TreeShape.nomial(n, 3),
                    TreeShape.fibonacci(n, 2),
                    TreeShape.fibonacci(n, 4),
                    TreeShape.levels(n, new Optimum(new MinMaxModel(KNC)).broadcastTree(n)));
            for (TreeShape shape : shapes) {
                try (Simulation sim = new Simulation(SimulationSpec.of(KNC, n, 4096))) {
                    sim.runOrThrow(t -> {
                        for (long k = 1; k <= 3; k++) {
                            assertEquals(
                                    k * 7, new RamosHoeflerBroadcast(t, 0).small(shape, t.pe() == 0 ? k * 7 : -1, k));
                        }
                    });
                }
            }
        }
    }

    @Test
    void largeBroadcastsCopyEveryByte() {
        for (int n : new int[] {2, 3, 8, 33}) {
            try (Simulation sim = new Simulation(SimulationSpec.of(KNC, n, 1 << 16))) {
                TreeShape flat = TreeShape.flat(n);
                for (int i = 0; i < 1000; i++) Memory.setLong(sim.transport(0).address(0, 8192 + 8L * i), 3L * i);
                sim.runOrThrow(t -> {
                    if (n % 2 == 0) new RamosHoeflerBroadcast(t, 0).flat(flat, 8192, 8000, 1);
                    else new RamosHoeflerBroadcast(t, 0).pipelined(flat, 8192, 8000, 1);
                });
                for (int pe = 0; pe < n; pe++) {
                    for (int i = 0; i < 1000; i++) {
                        assertEquals(3L * i, Memory.getLong(sim.transport(0).address(pe, 8192 + 8L * i)));
                    }
                }
                assertEquals(List.of(), sim.races());
            }
        }
    }

    @Test
    void theBarrierReleasesNobodyBeforeTheLastArrives() {
        for (int n : new int[] {1, 2, 7, 28, 60}) {
            for (int m : new int[] {1, 2, 4, 6}) {
                try (Simulation sim =
                        new Simulation(SimulationSpec.of(KNC, n, 4096).seed(n))) {
                    long[] arrived = new long[n];
                    sim.runOrThrow(t -> {
                        RamosHoeflerBarrier barrier = new RamosHoeflerBarrier(t, 0, m);
                        for (long episode = 1; episode <= 3; episode++) {
                            t.sleep(100L * t.pe());
                            arrived[t.pe()] = episode;
                            barrier.await(episode);
                            for (long other : arrived) assertTrue(other >= episode);
                        }
                    });
                }
            }
        }
    }

    @Test
    void reductionsSumEveryPe() {
        for (int n : new int[] {1, 2, 3, 30, 60}) {
            TreeShape tree = TreeShape.levels(n, new Optimum(new MinMaxModel(KNC)).reductionTree(n));
            try (Simulation sim = new Simulation(SimulationSpec.of(KNC, n, 1 << 16))) {
                sim.runOrThrow(t -> {
                    for (long k = 1; k <= 3; k++) {
                        long sum = new RamosHoeflerReduction(t, 0).sum(tree, t.pe() + k, k);
                        if (t.pe() == 0) assertEquals(n * (n - 1L) / 2 + n * k, sum);
                    }
                });
            }
        }
    }

    @Test
    void shapesAreThoseOfTheLiterature() {
        assertArrayEquals(
                new int[] {-1, 0, 0, 1, 0, 1, 2, 3}, TreeShape.nomial(8, 2).parent());
        assertArrayEquals(
                new int[] {-1, 0, 0, 0, 0, 0, 1, 0, 1},
                TreeShape.fibonacci(9, 2).parent());
        assertEquals(
                "tree: has room for 5 PEs, npes=6; widen a level",
                assertThrows(IllegalArgumentException.class, () -> TreeShape.levels(6, 2, 1))
                        .getMessage());
    }

    /// Recorded picoseconds: a difference is a change of the cost model and belongs into the commit message.
    @Test
    void timesAreTheGoldenOnes() throws IOException {
        List<String> lines = new ArrayList<>(List.of("algorithm,n,ns"));
        Optimum optimum = new Optimum(new MinMaxModel(KNC));
        for (int n : new int[] {2, 3, 8, 16, 30, 48, 60}) {
            TreeShape down = TreeShape.levels(n, optimum.broadcastTree(n));
            TreeShape up = TreeShape.levels(n, optimum.reductionTree(n));
            lines.add("small broadcast," + n + "," + Show.number(Scenes.smallBroadcast(KNC, QUIET, down)));
            lines.add("flat broadcast 8 kB," + n + "," + Show.number(Scenes.flatBroadcast(KNC, QUIET, n)));
            lines.add("pipelined broadcast 8 kB," + n + "," + Show.number(Scenes.pipelinedBroadcast(KNC, QUIET, n)));
            lines.add("barrier," + n + "," + Show.number(Scenes.barrier(KNC, QUIET, n, optimum.barrierPartners(n))));
            lines.add("reduction," + n + "," + Show.number(Scenes.reduction(KNC, QUIET, up)));
        }
        if (System.getProperty("golden.update") != null) Files.write(GOLDEN, lines);
        assertEquals(Files.readAllLines(GOLDEN), lines);
    }
}
