// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jshmem.Collective;
import org.jshmem.Op;
import org.jshmem.SymLongs;
import org.jshmem.Team;
import org.jshmem.collective.algorithm.AlgorithmNames;
import org.junit.jupiter.api.Test;

/// Reductions and scans of teams, as programs call them: every element type, operator, count. That each
/// algorithm computes the right thing is tested below the API, in [ArithmeticContract].
public abstract class TeamArithmeticContract extends TeamCollectiveCase {

    @Test
    void javaArraysAreReducedInPlace() throws Exception {
        runAll((sh, a) -> {
            int n = sh.nPes();
            Team t = sh.world();
            SymLongs x = sh.longs(n);
            SymLongs y = sh.longs(n);
            for (String name : List.of("auto", "flat", "rd", "bruck", "rsag", "ring", "tiled")) {
                t.algorithm(Collective.REDUCE, name);
                for (int length : new int[] {0, 1, 7, 20, 600, 8192, 8193, 30_000}) {
                    double[] d = new double[length];
                    int[] i = new int[length];
                    for (int e = 0; e < length; e++) {
                        d[e] = e + 0.5 * sh.myPe();
                        i[e] = e ^ sh.myPe();
                    }
                    t.reduce(Op.SUM, d);
                    t.reduce(Op.XOR, i);
                    int all = 0;
                    for (int k = 0; k < n; k++) all ^= k;
                    for (int e = 0; e < length; e++) {
                        assertEquals((double) n * e + 0.25 * n * (n - 1), d[e], name + " at " + e);
                        assertEquals(n % 2 == 0 ? all : e ^ all, i[e], name + " at " + e);
                    }
                    t.fcollect(y, x, 1); // by the receive buffers
                }
            }
            t.algorithm(Collective.REDUCE, "auto");
            float[] f = {sh.myPe(), -sh.myPe()};
            t.reduce(Op.MAX, f);
            assertEquals(n - 1, f[0]);
            assertEquals(0, f[1]);
            long[] l = {1L << sh.myPe()};
            t.reduce(Op.OR, l);
            assertEquals((1L << n) - 1, l[0]);
        });
    }

    @Test
    void singleValuesNeedNoSymmetricArray() throws Exception {
        runAll((sh, a) -> {
            int n = sh.nPes();
            int me = sh.myPe();
            Team t = sh.world();
            List<String> names = AlgorithmNames.names(Collective.REDUCE);
            for (int round = 0; round < 30; round++) {
                t.algorithm(Collective.REDUCE, names.get(round % names.size()));
                assertEquals(n * (n + 1) / 2 + n * round, t.reduce(Op.SUM, me + 1 + round));
                assertEquals(n * 0.25 * round, t.reduce(Op.SUM, 0.25 * round));
                assertEquals((me + 1L) * (me + 2) / 2 + round * (me + 1L), t.inscan(Op.SUM, me + 1L + round));
                assertEquals(me * (me + 1L) / 2 + (long) round * me, t.exscan(Op.SUM, me + 1L + round));
                assertEquals(me + 0.5 - round, t.inscan(Op.MAX, me + 0.5 - round));
                assertEquals(me == 0 ? 1.0 : 1 << me, t.exscan(Op.PROD, 2.0));
                assertEquals(me == 0 ? -1 : 0, t.exscan(Op.AND, 0L));
                int root = round % n;
                assertEquals(100L * root + round, t.broadcast(100L * me + round, root));
                assertEquals(root + 0.25, t.broadcast(me + 0.25, root));
                long same = round;
                assertArrayEquals(
                        LongStream.range(0, n).map(k -> k * k - same).toArray(), t.collect((long) me * me - round));
                assertArrayEquals(
                        IntStream.range(0, n).mapToDouble(k -> k / 4.0 - same).toArray(), t.collect(me / 4.0 - round));
            }
        });
    }
}
