// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.jshmem.Collective;
import org.jshmem.collective.algorithm.Broadcasts;
import org.jshmem.collective.algorithm.Gathers;
import org.jshmem.collective.diagnose.Operation;
import org.jshmem.collective.kernel.ElementType;
import org.junit.jupiter.api.Test;

/// The elements that each algorithm of each collective leaves.
public abstract class MovementContract extends CollectiveCase {
    @Test
    void everyAlgorithmLeavesTheElementsOfItsRow() throws Exception {
        for (CollectiveCall each : CollectiveCall.DATA) {
            matrix(each.collective(), List.of(0, 1, 7, 3001), (g, src, dst, type, n, what) -> {
                for (int call = 0; call < (each.hasRoot() ? 2 : 1); call++)
                    checkCall(g, each, type, dst, src, n, call * (g.size - 1), call, what);
            });
        }
    }

    @Test
    void everyBroadcastAlgorithmWorksInPlace() throws Exception {
        matrix(Collective.BROADCAST, List.of(0, 1, 7, 1023, 20_011), (g, src, _, type, n, what) -> {
            int root = g.size - 1;
            Cells.write(g.transport, src, type, marks(type, g.me, n, 0));
            Broadcasts.broadcast(g, type, src, src, n, root);
            assertArrayEquals(marks(type, root, n, 0), Cells.read(g.transport, src, type, n), what);
        });
    }

    @Test
    void collectThatDoesNotFitIsRefusedOnEveryMemberBeforeAnythingIsWritten() throws Exception {
        world(3, (g, heap) -> {
            var e = assertThrows(
                    IndexOutOfBoundsException.class,
                    () -> Gathers.collect(g, ElementType.LONG, heap + 4096, heap, g.me, 2));
            assertEquals(
                    "PE %d/3: collect of 3 elements in all does not fit dst, length=2; make dst longer or collect less"
                            .formatted(g.me),
                    e.getMessage());
            assertArrayEquals(new long[3], Cells.read(g.transport, heap + 4096, ElementType.LONG, 3));
            g.barrier.sync(Operation.SYNC);
        });
    }
}
