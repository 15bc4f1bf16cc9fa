// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.jshmem.Collective;
import org.jshmem.Shmem;
import org.jshmem.SymArray;
import org.jshmem.SymLongs;
import org.jshmem.Team;
import org.jshmem.collective.algorithm.AlgorithmNames;
import org.junit.jupiter.api.Test;

/// Collectives of teams that move elements, as programs call them: every element type, counts, roots. That each
/// algorithm computes the right thing is tested below the API, in [MovementContract].
public abstract class TeamMovementContract extends TeamCollectiveCase {
    @Test
    void broadcastReachesEveryMemberTheRootAmongThem() throws Exception {
        everywhere(new Body() {
            @Override
            public <A, S extends SymArray<A, S>> void run(Shmem sh, Team team, ElementKind<A, S> kind) {
                for (int n : COUNTS) {
                    S src = filled(sh, team, kind, n + 1);
                    S dst = kind.make().apply(sh, n + 1L);
                    for (int k = 0; team != null && k < 2; k++) {
                        int root = k * (team.nPes() - 1);
                        team.broadcast(dst, src, n, root);
                        long[] expected = new long[n + 1]; // the last one stays zero
                        for (int e = 0; e < n; e++) expected[e] = value(root, e);
                        expect(kind, dst, sh.myPe(), expected);
                        team.sync();
                    }
                    if (team != null) {
                        team.broadcast(src, src, n, 0);
                        team.sync();
                        long[] expected = new long[n];
                        for (int e = 0; e < n; e++) expected[e] = value(0, e);
                        expect(kind, src, sh.myPe(), expected);
                    }
                    dst.free();
                    src.free();
                }
            }
        });
    }

    @Test
    void collectAndFcollectConcatenateInTeamOrder() throws Exception {
        everywhere(new Body() {
            @Override
            public <A, S extends SymArray<A, S>> void run(Shmem sh, Team team, ElementKind<A, S> kind) {
                for (int n : COUNTS) {
                    S src = filled(sh, team, kind, n);
                    S dst = kind.make().apply(sh, (long) n * sh.nPes() + 1);
                    if (team != null) {
                        int p = team.nPes();
                        team.fcollect(dst, src, n);
                        long[] expected = new long[n * p];
                        for (int i = 0; i < n * p; i++) expected[i] = value(i / n, i % n);
                        expect(kind, dst, sh.myPe(), expected);
                        team.sync();
                        int mine = team.myPe() % 2 == 0 ? n : n / 3; // 0 where n is 1
                        team.collect(dst, src, mine);
                        int at = 0;
                        for (int k = 0; k < p; k++) {
                            for (int e = 0; e < (k % 2 == 0 ? n : n / 3); e++) expected[at++] = value(k, e);
                        }
                        expect(kind, dst, sh.myPe(), Arrays.copyOf(expected, at));
                    }
                    dst.free();
                    src.free();
                }
            }
        });
    }

    @Test
    void alltoallExchangesBlocksAndLeavesGapsAlone() throws Exception {
        everywhere(new Body() {
            @Override
            public <A, S extends SymArray<A, S>> void run(Shmem sh, Team team, ElementKind<A, S> kind) {
                for (int n : new int[] {0, 1, 7, 100}) {
                    int all = n * sh.nPes();
                    S src = filled(sh, team, kind, 3 * all);
                    S dst = kind.make().apply(sh, 2L * all);
                    if (team != null) {
                        int p = team.nPes();
                        int me = team.myPe();
                        team.alltoall(dst, src, n);
                        long[] expected = new long[n * p];
                        for (int i = 0; i < n * p; i++) expected[i] = value(i / n, (long) me * n + i % n);
                        expect(kind, dst, sh.myPe(), expected);
                        dst.put(kind.array(2 * all), sh.myPe());
                        team.sync();
                        team.alltoalls(dst, src, 2, 3, n);
                        long[] spread = new long[2 * n * p];
                        for (int i = 0; i < n * p; i++) spread[2 * i] = value(i / n, 3L * ((long) me * n + i % n));
                        expect(kind, dst, sh.myPe(), spread);
                    }
                    dst.free();
                    src.free();
                }
            }
        });
    }

    @Test
    void whoBringsNothingToACollectNeedsNoSource() throws Exception {
        run(5, (sh, a) -> {
            Team t = sh.world();
            SymLongs none = null;
            SymLongs empty = sh.longs(0);
            SymLongs x = sh.longs(1000);
            SymLongs y = sh.longs(3000);
            int me = sh.myPe();
            for (int e = 0; e < 1000; e++) x.set(e, 10_000 * me + e);
            for (String name : AlgorithmNames.names(Collective.COLLECT)) {
                for (int n : new int[] {1, 1000}) { // through a buffer, and straight from the source
                    t.algorithm(Collective.COLLECT, name);
                    sh.syncAll();
                    t.collect(y, me == 0 ? none : me == 3 ? empty : x, me == 0 || me == 3 ? 0 : n);
                    for (int e = 0; e < 3 * n; e++) {
                        assertEquals(10_000L * new int[] {1, 2, 4}[e / n] + e % n, y.get(e), name + " at " + e);
                    }
                }
            }
            sh.syncAll();
        });
    }
}
