// SPDX-License-Identifier: Apache-2.0
package org.jshmem.papers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.jshmem.Collective;
import org.jshmem.collective.Group;
import org.jshmem.collective.algorithm.AlgorithmNames;
import org.jshmem.collective.algorithm.Broadcasts;
import org.jshmem.collective.diagnose.Operation;
import org.jshmem.collective.kernel.ElementType;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.contract.Samples;
import org.jshmem.papers.ramos.MinMaxModel;
import org.jshmem.sim.JobSpec;
import org.jshmem.sim.Simulation;
import org.jshmem.sim.machine.MachineFiles;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Broadcasts in trees by the costs of the simulated machine's cache lines: right, and not slower than the library's
/// choice.
@Tag(Samples.TAG)
class NomialBroadcastIT {
    private static final int MOST = 64 << 10;
    private static final int CALLS = 3;

    /// Virtual nanoseconds that the last PE of the Xeon Phi spends in some broadcasts, each from another root; every
    /// byte is looked at, in words as wide as fit.
    private static long nanos(int npes, int bytes, String algorithm) {
        long heap = SystemLayout.bytes(npes);
        int width = Integer.lowestOneBit(bytes | Long.BYTES);
        try (Simulation sim = new Simulation(JobSpec.of(MachineFiles.named("knc"), npes, heap + MOST))) {
            for (int pe = 0; pe < npes; pe++) Group.prepare(sim.transport(pe), SystemLayout.WORLD);
            long[] spent = new long[npes];
            sim.runOrThrow(t -> {
                Group g = Group.world(t, t.channel());
                g.algorithm(Collective.BROADCAST, AlgorithmNames.named(Collective.BROADCAST, algorithm));
                for (int call = 0; call < CALLS; call++) {
                    int root = (call * 5 + 1) % npes;
                    for (int i = 0; i < bytes; i += width) t.channel().store(t.pe(), heap + i, width, word(t.pe(), i));
                    g.barrier.sync(Operation.SYNC);
                    long begin = t.nanoTime();
                    Broadcasts.broadcast(g, ElementType.BYTE, heap, heap, bytes, root);
                    spent[t.pe()] += t.nanoTime() - begin;
                    int shift = Long.SIZE - Byte.SIZE * width;
                    for (int i = 0; i < bytes; i += width) {
                        assertEquals(word(root, i) << shift, t.channel().load(t.pe(), heap + i, width) << shift);
                    }
                }
            });
            return Arrays.stream(spent).max().orElseThrow();
        }
    }

    /// Its bytes count up from `pe + at`, as those of the words beside it do.
    private static long word(int pe, int at) {
        return (pe + at) * 0x0101_0101_0101_0101L + 0x0706_0504_0302_0100L;
    }

    /// A flag takes 100, a reader 30 and a copy of 1 line 101, of 64 lines 940. 16 members: 8 bytes in a tree of
    /// radix 2 take 4 rounds of 401, of 4 two of 861; 4 KiB 4 rounds of 1240 instead of 2 of 1700; of 16 one of
    /// 4460.
    @Test
    void treesAreAsWideAsLinesAreCheap() {
        var lines = new MinMaxModel(1, 100, 200, 30, new MinMaxModel.Copy(10, 300, 0), null);
        assertEquals(2, lines.radix(16, 8));
        assertEquals(4, lines.radix(16, 4096));
        assertEquals(16, lines.radix(16, 1 << 20));
    }

    @Test
    void treesByCostsAreNeverSlowerThanTheBinomialOneAndFasterWhereCopiesTakeLong() {
        for (int npes : Samples.of(new int[] {60}, new int[] {8, 16, 60})) {
            for (int bytes : Samples.of(new int[] {8, 4096}, new int[] {8, 512, 4096, MOST})) {
                double share = (double) nanos(npes, bytes, "nomial") / nanos(npes, bytes, "binomial");
                assertTrue(share < 1.05, () -> npes + " PEs, " + bytes + " bytes: " + share);
                if (npes == 60 && bytes >= 4096) assertTrue(share < 0.7, () -> bytes + " bytes: " + share);
            }
        }
    }
}
