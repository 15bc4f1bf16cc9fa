// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jshmem.Cmp;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymInts;
import org.jshmem.SymLongs;
import org.jshmem.SymShorts;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Waiting for own words and for signals, one or several.
@Tag(Samples.TAG)
public abstract class WaitContract extends ApiContract {

    @Test
    void everyComparisonIsSignedForWords() throws Exception {
        run(2, (sh, a) -> {
            SymLongs x = sh.longs(1);
            SymInts y = sh.ints(1);
            SymShorts z = sh.shorts(1);
            for (long word : new long[] {-2, -1, 0, 1}) {
                x.set(0, word);
                y.set(0, (int) word);
                z.set(0, (short) word);
                for (Cmp c : Cmp.values()) {
                    boolean holds = c.holds(word, -1);
                    assertEquals(holds, x.test(0, c, -1), c + " of " + word);
                    assertEquals(holds, y.test(0, c, -1), c + " of " + word);
                    assertEquals(holds, z.test(0, c, -1), c + " of " + word);
                    if (!holds) continue;
                    x.waitUntil(0, c, -1);
                    y.waitUntil(0, c, -1);
                    assertTrue(z.waitUntil(0, c, -1, Duration.ZERO));
                }
            }
        });
    }

    @Test
    void aWaiterSeesWhatWasPutBeforeTheFlag() throws Exception {
        runAll((sh, a) -> {
            SymInts flag = sh.ints(1);
            SymLongs data = sh.longs(64);
            SymLongs ack = sh.longs(1);
            int to = (sh.myPe() + 1) % sh.nPes();
            int from = (sh.myPe() + sh.nPes() - 1) % sh.nPes();
            long[] block = new long[64];
            for (int round = 1; round <= 100; round++) {
                Arrays.fill(block, round);
                data.put(block, to);
                sh.fence();
                if (round % 2 == 0) flag.p(0, round, to);
                else flag.atomicSet(0, round, to);
                flag.waitUntil(0, Cmp.GE, round);
                for (int i = 0; i < 64; i++) assertEquals(round, data.get(i));
                ack.inc(0, from);
                ack.waitUntil(0, Cmp.GE, round);
            }
        });
    }

    @Test
    void aWaitWithALimitGivesUp() throws Exception {
        run(2, (sh, a) -> {
            SymLongs x = sh.longs(1);
            Signal s = sh.signal();
            long before = sh.nanoTime();
            assertFalse(x.waitUntil(0, Cmp.EQ, 1, Duration.ofMillis(20)));
            assertFalse(s.waitUntil(Cmp.GT, 0, Duration.ofMillis(20)));
            assertTrue(sh.nanoTime() - before >= 40_000_000);
            assertFalse(x.waitUntil(0, Cmp.NE, 0, Duration.ofSeconds(-1)));
            sh.barrierAll();
            x.p(0, 1, 1 - sh.myPe());
            s.set(1, 1 - sh.myPe());
            assertTrue(x.waitUntil(0, Cmp.EQ, 1, Duration.ofDays(1_000_000)));
            assertTrue(s.waitUntil(Cmp.GT, 0, Duration.ofSeconds(60)));
        });
    }

    @Test
    void signalsCompareUnsigned() throws Exception {
        run(1, (sh, a) -> {
            Signal s = sh.signal();
            long top = 0x8000_0000_0000_0000L;
            s.set(top, 0);
            assertTrue(s.test(Cmp.GT, Long.MAX_VALUE));
            assertFalse(s.test(Cmp.LT, 0));
            assertTrue(s.test(Cmp.LE, -1));
            assertEquals(top, s.waitUntil(Cmp.GE, 1));
            assertEquals(top, s.waitUntil(Cmp.NE, 0));
            s.add(-1, 0);
            assertEquals(Long.MAX_VALUE, s.fetch());
            assertEquals(Long.MAX_VALUE, s.waitUntil(Cmp.LT, top));
            assertEquals(Long.MAX_VALUE, s.waitUntil(Cmp.EQ, Long.MAX_VALUE));
        });
    }

    @Test
    void aSignalWaitReturnsAWordThatSatisfiedIt() throws Exception {
        run(2, (sh, a) -> {
            Signal s = sh.signal();
            Signal done = sh.signal();
            if (sh.myPe() == 0) {
                // odd and even values alternate as fast as can be: a second load would often see the wrong kind
                for (long k = 0; done.fetch() == 0; k++) s.set(k & 1, 1);
            } else {
                for (int round = 0; round < 2000; round++) {
                    assertEquals(1, s.waitUntil(Cmp.GT, 0));
                    assertEquals(0, s.waitUntil(Cmp.LT, 1));
                    assertEquals(1, s.waitUntil(Cmp.NE, 0));
                }
                done.set(1, 0);
            }
        });
    }

    /// Forms that C has too are [EveryNameContract]'s.
    @Test
    void anySomeAndAllLookAtTheirWordsOnly() throws Exception {
        run(1, (sh, a) -> {
            SymLongs x = sh.longs(6);
            Signal[] s = sh.signals(4);
            for (int i = 0; i < 6; i++) x.set(i, i % 2 * 10L); // 0 10 0 10 0 10
            for (int i = 0; i < 4; i++) s[i].set(i % 2 * 10L, 0);
            int[] found = new int[4];
            boolean[] odd = {false, true, false, true};
            assertEquals(0, x.testAny(1, 2, null, Cmp.EQ, 10), "relative to i");
            assertEquals(-1, x.testAny(0, 4, odd, Cmp.EQ, 10));
            assertEquals(-1, Signal.testAny(s, odd, Cmp.EQ, 10));
            assertEquals(0, x.testSome(0, 4, found, odd, Cmp.NE, 0));
            assertEquals(0, Signal.testSome(s, found, odd, Cmp.NE, 0));
            assertFalse(x.testAll(0, 4, null, Cmp.LT, 1) || Signal.testAll(s, Cmp.LT, 1));
            assertFalse(x.testAll(0, 4, null, Cmp.EQ, new long[] {0, 10, 0, 99}));
            assertTrue(x.testAll(0, 4, odd, Cmp.LT, 1) && Signal.testAll(s, odd, Cmp.LT, 1));
            Signal.waitUntilAll(s, Cmp.LT, -1); // unsigned: less than the greatest
            assertEquals(2, x.waitUntilSome(1, 4, found, null, Cmp.GT, 9));
            assertEquals(List.of(0, 2), List.of(found[0], found[1]));
            assertEquals(2, Signal.waitUntilSome(s, found, Cmp.GT, 9));
            assertEquals(List.of(1, 3), List.of(found[0], found[1]));
            boolean[] nulls = {true, false, true, false};
            assertEquals(3, Signal.testAny(new Signal[] {null, s[0], null, s[1]}, nulls, Cmp.EQ, 10));
            SymLongs whole = x.slice(1, 3); // whole arrays need no indices
            assertEquals(1, whole.waitUntilAny(Cmp.EQ, 0));
            assertEquals(1, whole.testAny(Cmp.EQ, 0));
            assertEquals(2, whole.waitUntilSome(found, Cmp.EQ, 10));
            assertEquals(2, whole.testSome(found, Cmp.EQ, 10));
            whole.waitUntilAll(Cmp.GE, 0);
            assertFalse(whole.testAll(Cmp.EQ, 0));
        });
    }

    @Test
    void theEmptySetIsDefined() throws Exception {
        run(1, (sh, a) -> {
            SymInts x = sh.ints(2);
            boolean[] all = {true, true};
            int[] found = {7, 7};
            for (int n : new int[] {0, 2}) {
                x.waitUntilAll(0, n, all, Cmp.EQ, 1);
                assertEquals(-1, x.waitUntilAny(0, n, all, Cmp.EQ, 1));
                assertEquals(0, x.waitUntilSome(0, n, found, all, Cmp.EQ, 1));
                assertTrue(x.testAll(0, n, all, Cmp.EQ, 1));
                assertEquals(-1, x.testAny(0, n, all, Cmp.EQ, 1));
                assertEquals(0, x.testSome(0, n, found, all, Cmp.EQ, 1));
            }
            assertEquals(-1, x.waitUntilAny(0, 0, null, Cmp.EQ, (int[]) null));
            assertEquals(7, found[0]);
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
                        int[] some = new int[npes];
                        if (round % 2 == 0) some[0] = Signal.waitUntilAny(full, done, Cmp.NE, 0);
                        else assertTrue(Signal.waitUntilSome(full, some, done, Cmp.NE, 0) > 0);
                        int from = some[0];
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

    /// Through a new view each time, over one range, over two ranges in turn, and over two sets of one range in turn.
    @Test
    void noSatisfiedWordIsPassedOverForEver() throws Exception {
        run(1, (sh, a) -> {
            SymShorts x = sh.shorts(8);
            for (int i = 0; i < 8; i++) x.set(i, (short) 1);
            boolean[] onlyOne = {true, false, true, true, true, true, true, true};
            int[][] times = new int[4][8];
            for (int k = 0; k < 200; k++) {
                times[0][(int) x.slice(0, 8).waitUntilAny(0, 8, null, Cmp.EQ, 1)]++;
                times[1][(int) x.waitUntilAny(0, 4, null, Cmp.EQ, 1)]++;
                times[1][4 + (int) x.waitUntilAny(4, 4, null, Cmp.EQ, 1)]++;
            }
            for (int k = 0; k < 200; k++) {
                times[2][(int) x.testAny(0, 8, null, Cmp.EQ, 1)]++;
                times[3][(int) x.testAny(0, 8, onlyOne, Cmp.EQ, 1)]++;
            }
            for (int row = 0; row < 3; row++) {
                int[] each = times[row];
                assertTrue(Arrays.stream(each).allMatch(n -> n > 0), () -> Arrays.toString(each));
            }
            assertEquals("[0, 200, 0, 0, 0, 0, 0, 0]", Arrays.toString(times[3]));
        });
    }
}
