// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.mg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlabTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 32})
    void everyPlaneHasOnePeWhoseNeighboursHaveThePlanesBeside(int npes) {
        for (int level = 1; level <= 6; level++) {
            int edge = 1 << level;
            int[] owner = owners(level, npes);
            for (int plane = 0; plane < edge; plane++) {
                Slab slab = new Slab(level, npes, owner[plane]);
                if (plane == slab.first()) assertEquals(owner[Math.floorMod(plane - 1, edge)], slab.below());
                if (plane == slab.first() + slab.planes() - 1) assertEquals(owner[(plane + 1) % edge], slab.above());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 32})
    void aCoarsePlaneLiesWhereTheFinePlaneUnderItDoes(int npes) {
        for (int level = 2; level <= 6; level++) {
            int[] fine = owners(level, npes);
            int[] coarse = owners(level - 1, npes);
            for (int plane = 0; plane < coarse.length; plane++) assertEquals(fine[2 * plane + 1], coarse[plane]);
        }
    }

    private static int[] owners(int level, int npes) {
        int[] owner = new int[1 << level];
        int[] count = new int[owner.length];
        for (int pe = 0; pe < npes; pe++) {
            Slab slab = new Slab(level, npes, pe);
            for (int i = 0; i < slab.planes(); i++) {
                owner[slab.first() + i] = pe;
                count[slab.first() + i]++;
            }
        }
        for (int n : count) assertEquals(1, n);
        return owner;
    }
}
