// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MultipartitionTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8})
    void everyCellHasOneOwnerAndEveryPeOneCellInEachSlab(int p) {
        Set<List<Integer>> cells = new HashSet<>();
        for (int pe = 0; pe < p * p; pe++) {
            Multipartition parts = Multipartition.of(64, p * p, pe);
            for (int d = 0; d < 3; d++) {
                Set<Integer> slabs = new HashSet<>();
                for (int c = 0; c < p; c++) slabs.add(parts.slab(d, c));
                assertEquals(p, slabs.size());
            }
            for (int c = 0; c < p; c++) cells.add(List.of(parts.slab(0, c), parts.slab(1, c), parts.slab(2, c)));
        }
        assertEquals(p * p * p, cells.size());
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 8})
    void cellBehindACellBelongsToTheSuccessor(int p) {
        for (int pe = 0; pe < p * p; pe++) {
            Multipartition parts = Multipartition.of(64, p * p, pe);
            for (int d = 0; d < 3; d++) {
                Multipartition behind = Multipartition.of(64, p * p, parts.successor(d));
                assertEquals(pe, behind.predecessor(d));
                for (int slab = 0; slab + 1 < p; slab++) {
                    int here = parts.cellInSlab(d, slab);
                    int there = behind.cellInSlab(d, slab + 1);
                    assertEquals(slab, parts.slab(d, here));
                    for (int e = 0; e < 3; e++) {
                        assertEquals(parts.slab(e, here) + (e == d ? 1 : 0), behind.slab(e, there));
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void slabsCoverAllNodesWithoutGaps(int p) {
        Multipartition parts = Multipartition.of(36, p * p, 0);
        int node = 0;
        for (int slab = 0; slab < p; slab++) {
            assertEquals(node, parts.low(slab));
            node += parts.extent(slab);
        }
        assertEquals(36, node);
    }
}
