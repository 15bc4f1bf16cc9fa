// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jshmem.Shmem;
import org.jshmem.SymInts;
import org.junit.jupiter.api.Test;

class ScratchPoolTest {
    @Test
    void noTwoPesHoldASetAtATimeAndAFreeOneIsTakenAgain() {
        Shmem.runInProcess(4, (sh, a) -> {
            ScratchPool pool = new ScratchPool(sh, 64);
            SymInts holders = sh.ints(sh.nPes());
            for (int i = 0; i < 300; i++) {
                int set = pool.take();
                assertEquals(0, holders.fetchAdd(set, 1, 0), "holders of set " + set);
                Lanes.set(pool.address(set), sh.myPe());
                Thread.yield();
                assertEquals(sh.myPe(), Lanes.get(pool.address(set)));
                holders.fetchAdd(set, -1, 0);
                pool.give(set);
            }
            sh.barrierAll();
            if (sh.myPe() == 3) {
                assertEquals(0, pool.take());
                assertEquals(1, pool.take());
                pool.give(0);
                assertEquals(0, pool.take());
            }
            holders.free();
            pool.free();
        });
    }

    @Test
    void piecesOfASpaceDoNotOverlapAndTheirSumIsKnownBeforehand() {
        ScratchMemory.Space space = ScratchMemory.Space.at(0);
        long end = 0;
        for (long doubles : new long[] {1, 8, 100}) {
            ScratchMemory piece = space.take(doubles);
            assertTrue(piece.address() >= end + 16, "two nodes before a row");
            assertEquals(0, piece.address() % 64);
            end = piece.address() + doubles * Double.BYTES;
            assertTrue(space.taken() >= end + 16, "two nodes after a row");
        }
    }
}
