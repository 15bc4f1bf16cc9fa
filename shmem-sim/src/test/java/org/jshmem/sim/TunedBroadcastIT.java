// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.jshmem.collective.Group;
import org.jshmem.collective.broadcast.Broadcasts;
import org.jshmem.collective.diagnose.Operation;
import org.jshmem.collective.kernel.ElementType;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.contract.Samples;
import org.jshmem.sim.model.Machine;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Broadcasts shaped by what the simulated machine says that its cache lines cost: right, and what
/// docs/guides/calibrating.md says of their times.
@Tag(Samples.TAG)
class TunedBroadcastIT {
    private static final int MOST = 64 << 10;
    private static final int CALLS = 3;

    /// Virtual nanoseconds that the last PE of the Xeon Phi spends in some broadcasts, each from another root; every
    /// byte is looked at, in words as wide as fit.
    private static long nanos(int npes, int bytes, boolean tuned) {
        long heap = SystemLayout.bytes(npes);
        int width = Integer.lowestOneBit(bytes | Long.BYTES);
        try (Simulation sim = new Simulation(SimulationSpec.of(Machine.named("knc"), npes, heap + MOST))) {
            for (int pe = 0; pe < npes; pe++) Group.prepare(sim.transport(pe), SystemLayout.WORLD);
            long[] spent = new long[npes];
            sim.runOrThrow(t -> {
                Group g = Group.world(t, t.channel());
                if (tuned) g.tune(null);
                for (int call = 0; call < CALLS; call++) {
                    int root = (call * 5 + 1) % npes;
                    for (int i = 0; i < bytes; i += width) t.channel().store(t.pe(), heap + i, width, word(t.pe(), i));
                    g.sync(Operation.SYNC);
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

    @Test
    void everyByteComesFromEveryRootInEveryTree() {
        for (int npes = 2; npes <= 13; npes += Samples.of(3, 1)) {
            for (int bytes : new int[] {1, 200, 1500, 9000}) nanos(npes, bytes, true);
        }
    }

    @Test
    void treesByPricesAreNeverSlowerAndFasterWhereCopiesTakeLong() {
        for (int npes : Samples.of(new int[] {8, 60}, new int[] {8, 16, 60})) {
            for (int bytes : new int[] {8, 512, 4096, MOST}) {
                double share = (double) nanos(npes, bytes, true) / nanos(npes, bytes, false);
                assertTrue(share < 1.05, () -> npes + " PEs, " + bytes + " bytes: " + share);
                if (npes == 60 && bytes >= 4096) assertTrue(share < 0.7, () -> bytes + " bytes: " + share);
            }
        }
    }
}
