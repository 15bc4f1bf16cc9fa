// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.is;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.jshmem.nas.npb.Randlc;
import org.junit.jupiter.api.Test;

class RandlcTest {
    @Test
    void streamHasTheKnownStates() {
        Randlc random = new Randlc(Randlc.SEED, 0);
        assertEquals(0.7945219111887383, random.next());
        assertEquals(55909509111989L, random.state());
        long[] known = {61155031930969L, 45573031421645L, 55279057169489L};
        for (long state : known) {
            random.next();
            assertEquals(state, random.state());
        }
        for (int i = 0; i < 4; i++) random.next();
        assertEquals(28525870915841L, random.state());
    }

    @Test
    void jumpLandsWhereSteppingDoes() {
        for (int skip : new int[] {0, 1, 2, 3, 1000, 65537}) {
            Randlc stepped = new Randlc(Randlc.SEED, 0);
            for (int i = 0; i < skip; i++) stepped.next();
            assertEquals(stepped.state(), new Randlc(Randlc.SEED, skip).state(), "skip " + skip);
        }
    }

    @Test
    void keysAreThoseOfTheBenchmark() {
        int[] keys = keys(26, 0, IsClass.S);
        assertArrayEquals(new int[] {700, 815, 1104, 1265, 1223}, Arrays.copyOfRange(keys, 21, 26));
        keys = keys(26, 0, IsClass.W);
        assertArrayEquals(new int[] {22427, 26096, 35332, 40511, 39160}, Arrays.copyOfRange(keys, 21, 26));
        assertArrayEquals(Arrays.copyOfRange(keys, 21, 26), keys(5, 21, IsClass.W));
    }

    private static int[] keys(int n, long first, IsClass problem) {
        int[] keys = new int[n];
        problem.createSeq(keys, n, first);
        return keys;
    }
}
