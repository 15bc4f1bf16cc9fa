// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.jshmem.Cmp;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymLongs;
import org.junit.jupiter.api.Test;

/// Waiting for several signals at once, and for all words of an array.
public abstract class SignalSetContract extends ApiContract {

    @Test
    void anySomeAndAllLookAtTheirSignalsOnly() throws Exception {
        run(1, (sh, a) -> {
            Signal[] s = sh.signals(4);
            for (int i = 0; i < 4; i++) s[i].set(i % 2 * 10L, 0); // 0 10 0 10
            int[] found = new int[4];
            boolean[] odd = {false, true, false, true};
            assertEquals(1, Signal.waitUntilAny(s, Cmp.EQ, 10) % 2);
            assertEquals(1, Signal.testAny(s, Cmp.EQ, 10) % 2);
            assertEquals(-1, Signal.testAny(s, odd, Cmp.EQ, 10));
            assertEquals(-1, Signal.testAny(s, Cmp.GT, 10));
            assertEquals(2, Signal.waitUntilSome(s, found, Cmp.GT, 9));
            assertArrayEquals(new int[] {1, 3, 0, 0}, found);
            assertEquals(0, Signal.testSome(s, found, odd, Cmp.NE, 0));
            assertEquals(2, Signal.testSome(s, found, Cmp.EQ, 0));
            assertEquals(2, found[1]);
            Signal.waitUntilAll(s, odd, Cmp.EQ, 0);
            Signal.waitUntilAll(s, Cmp.LT, -1); // unsigned: less than the greatest
            assertTrue(Signal.testAll(s, odd, Cmp.LT, 1));
            assertFalse(Signal.testAll(s, Cmp.LT, 1));
            assertEquals(
                    3,
                    Signal.testAny(
                            new Signal[] {null, s[0], null, s[1]},
                            new boolean[] {true, false, true, false},
                            Cmp.EQ,
                            10));
        });
    }

    @Test
    void aWaitForAnyEndsWithWhateverComesAndSeesItsData() throws Exception {
        for (int npes : new int[] {2, 3, 5}) {
            run(npes, (sh, a) -> {
                SymLongs box = sh.longs(npes);
                Signal[] full = sh.signals(npes);
                sh.barrierAll();
                if (sh.myPe() != 0) {
                    long[] mine = {100 + sh.myPe()};
                    box.putSignal(sh.myPe(), mine, 0, 1, full[sh.myPe()], 1, SignalOp.SET, 0);
                } else {
                    boolean[] done = new boolean[npes];
                    done[0] = true;
                    for (int round = 1; round < npes; round++) {
                        int from = Signal.waitUntilAny(full, done, Cmp.NE, 0);
                        assertFalse(done[from], "PE " + from + " again");
                        done[from] = true;
                        assertEquals(100 + from, box.get(from));
                    }
                    assertEquals(-1, Signal.testAny(full, done, Cmp.NE, 0));
                    Signal.waitUntilAll(Arrays.copyOfRange(full, 1, npes), Cmp.EQ, 1);
                }
            });
        }
    }

    @Test
    void aWaitForSomeAndForAllOfSignalsThatComeFromElsewhere() throws Exception {
        run(3, (sh, a) -> {
            Signal[] s = sh.signals(3);
            int left = (sh.myPe() + 2) % 3;
            int right = (sh.myPe() + 1) % 3;
            for (int round = 1; round <= 50; round++) {
                s[sh.myPe()].add(1, left);
                s[sh.myPe()].add(1, right);
                s[sh.myPe()].add(1, sh.myPe());
                int[] which = new int[3];
                assertTrue(Signal.waitUntilSome(s, which, Cmp.GE, round) >= 1);
                Signal.waitUntilAll(s, Cmp.GE, round);
                assertEquals(3, Signal.testSome(s, which, Cmp.GE, round));
                sh.barrierAll();
            }
        });
    }

    @Test
    void wholeArraysNeedNoIndices() throws Exception {
        run(1, (sh, a) -> {
            SymLongs x = sh.longs(3);
            x.set(1, 7);
            assertEquals(1, x.waitUntilAny(Cmp.EQ, 7));
            assertEquals(1, x.testAny(Cmp.EQ, 7));
            int[] found = new int[3];
            assertEquals(2, x.waitUntilSome(found, Cmp.EQ, 0));
            assertEquals(2, x.testSome(found, Cmp.EQ, 0));
            assertEquals(2, found[1]);
            x.waitUntilAll(Cmp.GE, 0);
            assertFalse(x.testAll(Cmp.EQ, 0));
        });
    }
}
