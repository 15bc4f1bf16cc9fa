// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.ramos;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jshmem.papers.ramos.MinMaxModel;
import org.jshmem.papers.ramos.Optimum;
import org.jshmem.sim.JobSpec;
import org.jshmem.sim.Simulation;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.machine.MachineFiles;
import org.jshmem.transport.Memory;
import org.junit.jupiter.api.Test;

class RamosHoeflerTest {
    private static final Machine KNC = MachineFiles.named("knc");
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
                    TreeShape.levels(n, new Optimum(MinMaxModel.of(KNC::value)).broadcastTree(n)));
            for (TreeShape shape : shapes) {
                try (Simulation sim = new Simulation(JobSpec.of(KNC, n, 4096))) {
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
            try (Simulation sim = new Simulation(JobSpec.of(KNC, n, 1 << 16))) {
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
                try (Simulation sim = new Simulation(JobSpec.of(KNC, n, 4096).seed(n))) {
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
            TreeShape tree = TreeShape.levels(n, new Optimum(MinMaxModel.of(KNC::value)).reductionTree(n));
            try (Simulation sim = new Simulation(JobSpec.of(KNC, n, 1 << 16))) {
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
        Optimum optimum = new Optimum(MinMaxModel.of(KNC::value));
        for (int n : new int[] {2, 3, 8, 16, 30, 48, 60}) {
            TreeShape down = TreeShape.levels(n, optimum.broadcastTree(n));
            TreeShape up = TreeShape.levels(n, optimum.reductionTree(n));
            lines.add("small broadcast," + n + "," + number(Scenes.smallBroadcast(KNC, down)));
            lines.add("flat broadcast 8 kB," + n + "," + number(Scenes.flatBroadcast(KNC, n)));
            lines.add("pipelined broadcast 8 kB," + n + "," + number(Scenes.pipelinedBroadcast(KNC, n)));
            lines.add("barrier," + n + "," + number(Scenes.barrier(KNC, n, optimum.barrierPartners(n))));
            lines.add("reduction," + n + "," + number(Scenes.reduction(KNC, up)));
        }
        if (System.getProperty("golden.update") != null) Files.write(GOLDEN, lines);
        assertEquals(Files.readAllLines(GOLDEN), lines);
    }

    private static String number(double nanos) {
        String text = String.format(Locale.ROOT, nanos >= 1000 ? "%.1f" : "%.3f", nanos);
        return text.replaceAll("0+$", "").replaceAll("\\.$", "");
    }

    @Test
    void theModelPrintsThePrintedTrees() {
        var out = new ByteArrayOutputStream();
        assertEquals(0, ModelCommand.run(new String[] {"knc", "-np", "60"}, new PrintStream(out), System.err));
        String text = out.toString(StandardCharsets.UTF_8);
        assertTrue(text.matches("(?s).*small broadcast +children a level 4, 4, 3 +5.88 +11.59.*"), text);
        assertTrue(text.matches("(?s).*reduction +children a level 4, 4, 3 +6.53 +11.12.*"), text);
        assertTrue(text.matches("(?s).*barrier +4 partners, 3 rounds +3.56 +18.39.*"), text);
    }

    @Test
    void theModelRefusesInOneLine() {
        for (String line : List.of("knc", "knc -np 0", "knc -np 1", "scc -np 48", "nix -np 4")) {
            var err = new ByteArrayOutputStream();
            assertEquals(2, ModelCommand.run(line.split(" "), System.out, new PrintStream(err)), line);
            assertTrue(err.toString(StandardCharsets.UTF_8).matches("oshrun: [^\n]*\n"), err.toString());
        }
    }
}
