// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.jshmem.Collective;
import org.jshmem.collective.algorithm.Broadcasts;
import org.jshmem.collective.algorithm.Exchanges;
import org.jshmem.collective.algorithm.Gathers;
import org.jshmem.collective.diagnose.Operation;
import org.jshmem.collective.kernel.ElementType;
import org.junit.jupiter.api.Test;

/// Collectives that move elements.
public abstract class MovementContract extends CollectiveCase {
    @Test
    void everyAlgorithmLeavesTheElementsOfItsRow() throws Exception {
        for (CollectiveCall each : CollectiveCall.DATA) {
            if (each.combines()) continue;
            matrix(each.collective(), List.of(0, 1, 7, 3001), (g, src, dst, type, n, what) -> {
                for (int call = 0; call < 2; call++) {
                    checkCall(g, each, type, dst, src, n, call * (g.size - 1), call, what);
                }
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
    void broadcastsFromChangingRootsDoNotMixUp() throws Exception {
        for (int npes : Samples.of(List.of(3, 8), List.of(2, 3, 8))) {
            world(npes, (g, heap) -> {
                for (String name : names(Collective.BROADCAST)) {
                    choose(g, Collective.BROADCAST, name);
                    for (int call = 0; call < rounds(100, 300); call++) {
                        int root = call * 5 % npes;
                        Cells.write(g.transport, heap, ElementType.LONG, marks(ElementType.LONG, g.me, 3, call));
                        Broadcasts.broadcast(g, ElementType.LONG, heap + 64, heap, 3, root);
                        assertArrayEquals(
                                marks(ElementType.LONG, root, 3, call),
                                Cells.read(g.transport, heap + 64, ElementType.LONG, 3),
                                name);
                        if (call % 7 == 0) g.barrier.sync(Operation.SYNC);
                    }
                }
            });
        }
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

    @Test
    void everyAlltoallsAlgorithmLeavesTheGapsAlone() throws Exception {
        matrix(Collective.ALLTOALLS, List.of(0, 1, 7, 200), (g, src, dst, type, n, what) -> {
            int p = g.size;
            for (int ds = 1; ds <= 3; ds++) {
                int ss = 4 - ds;
                Cells.write(g.transport, src, type, marks(type, g.me, n * p * ss, ds));
                Cells.write(g.transport, dst, type, new long[n * p * ds + 1]);
                Exchanges.alltoalls(g, type, dst, src, ds, ss, n);
                long[] expected = new long[n * p * ds];
                for (int k = 0; k < p; k++) {
                    long[] theirs = marks(type, k, n * p * ss, ds);
                    for (int e = 0; e < n; e++) expected[(k * n + e) * ds] = theirs[(g.me * n + e) * ss];
                }
                check(g, dst, type, expected, what + " strides " + ds + "/" + ss);
            }
        });
    }
}
