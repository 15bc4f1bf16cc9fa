// SPDX-License-Identifier: Apache-2.0
package org.jshmem.papers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.Consumer;
import org.jshmem.Collective;
import org.jshmem.Op;
import org.jshmem.collective.Group;
import org.jshmem.collective.algorithm.AlgorithmNames;
import org.jshmem.collective.algorithm.Reductions;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.sim.JobSpec;
import org.jshmem.sim.Simulation;
import org.jshmem.sim.machine.MachineFiles;
import org.junit.jupiter.api.Test;

/// Reductions up trees by the costs of the simulated machine's cache lines.
class NomialReduceIT {
    private static final int CALLS = 4;

    /// Virtual nanoseconds of a reduction on a Xeon Phi, by the clock of PE 0.
    private static double nanos(int npes, String algorithm, Consumer<Group> call) {
        double[] spent = new double[1];
        try (Simulation sim = new Simulation(JobSpec.of(MachineFiles.named("knc"), npes, SystemLayout.bytes(npes)))) {
            for (int pe = 0; pe < npes; pe++) Group.prepare(sim.transport(pe), SystemLayout.WORLD);
            sim.runOrThrow(t -> {
                Group g = Group.world(t, t.channel());
                g.algorithm(Collective.REDUCE, AlgorithmNames.named(Collective.REDUCE, algorithm));
                call.accept(g);
                long begin = t.nanoTime();
                for (int i = 0; i < CALLS; i++) call.accept(g);
                if (t.pe() == 0) spent[0] = (double) (t.nanoTime() - begin) / CALLS;
            });
        }
        return spent[0];
    }

    @Test
    void sumsUpTheTreeAreRightAndFasterThanOnesOfMemberZero() {
        for (int npes : new int[] {2, 3, 5, 30, 60}) {
            Consumer<Group> sum =
                    g -> assertEquals(npes * (npes - 1) / 2, Reductions.reduce(g, Op.SUM, (long) g.me), npes + " PEs");
            double share = nanos(npes, "nomial", sum) / nanos(npes, "flat", sum);
            if (npes == 60) assertTrue(share < 0.5, () -> "nomial over flat, 60 PEs: " + share);
        }
    }
}
