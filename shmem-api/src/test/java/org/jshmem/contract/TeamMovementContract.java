// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.jshmem.Collective;
import org.jshmem.Shmem;
import org.jshmem.SymArray;
import org.jshmem.SymLongs;
import org.jshmem.SymNumbers;
import org.jshmem.Team;
import org.jshmem.collective.algorithm.AlgorithmNames;
import org.junit.jupiter.api.Test;

/// Collectives of teams that move elements, as programs call them: every element type, counts, roots. That each
/// algorithm computes the right thing is tested below the API, in [MovementContract].
public abstract class TeamMovementContract extends TeamCollectiveCase {
    @Test
    void everyOperationLeavesTheElementsOfItsRow() throws Exception {
        everywhere(new Body() {
            @Override
            public <A, S extends SymArray<A, S>> void run(Shmem sh, Team team, ElementKind<A, S> kind) {
                for (int n : COUNTS) {
                    int room = n * sh.nPes();
                    S src = filled(sh, team, kind, 3 * room);
                    S dst = kind.make().apply(sh, 2L * room + 1);
                    for (CollectiveCall each : CollectiveCall.DATA) {
                        if (team == null || each.combines() && !(dst instanceof SymNumbers)) continue;
                        team.algorithm(each.collective(), n == 1 ? "hierarchical" : "auto");
                        for (int k = 0; k < (each.hasRoot() ? 2 : 1); k++) {
                            int root = k * (team.nPes() - 1);
                            var a = CollectiveCall.Arguments.of(team.myPe(), team.nPes(), n, root);
                            each.call(team, dst, src, a);
                            long[] expected = each.expected(2 * room + 1, a, TeamCollectiveCase::value);
                            expect(kind, dst, sh.myPe(), expected);
                            dst.put(kind.array(2 * room + 1), sh.myPe());
                        }
                    }
                    if (team != null) team.sync();
                    dst.free();
                    src.free();
                }
            }
        });
    }

    @Test
    void whatDoesNotFitOnOneMemberIsRefusedOnAll() throws Exception {
        run(3, (sh, a) -> {
            Team t = sh.world();
            SymLongs x = sh.longs(8);
            SymLongs y = sh.longs(7);
            refused(sh, BOUNDS, () -> t.alltoallv(y, x, new long[] {sh.myPe(), 3, 1}))
                    .says(
                            "alltoallv of 9 elements to member 1 does not fit dst, length=7; make dst longer or send less");
            refused(sh, BOUNDS, () -> t.gatherv(y, x, 2 + sh.myPe(), 0))
                    .says("gatherv of 9 elements in all does not fit dst, length=7; make dst longer or gather less");
            int mine = sh.myPe() == 0 ? 6 : 1;
            refused(sh, BOUNDS, () -> t.collect(y, x, mine), "8 elements", "length=7");
            assertArrayEquals(new long[3], t.alltoallv(y, null, new long[3]));
            assertArrayEquals(new long[] {0, 1, 2}, t.alltoallv(y, x, new long[] {sh.myPe(), sh.myPe(), sh.myPe()}));
            for (int e = 0; e < 7; e++) assertEquals(0, y.get(e));
        });
    }

    @Test
    void bytesOfAnyLengthAreBroadcast() throws Exception {
        runAll((sh, a) -> {
            int n = sh.nPes();
            SymLongs x = sh.longs(n);
            SymLongs y = sh.longs(n);
            for (int length : new int[] {0, 1, 100, 65_536, 65_537, 300_001}) {
                int root = length % n;
                byte[] mine = new byte[sh.myPe() == root ? length : 3];
                for (int i = 0; i < mine.length; i++) mine[i] = (byte) (i * 7 + i / 251 + root);
                byte[] got = sh.world().broadcast(sh.myPe() == root || length > 1 ? mine : null, root);
                assertEquals(length, got.length);
                for (int i = 0; i < length; i++) assertEquals((byte) (i * 7 + i / 251 + root), got[i]);
                sh.world().fcollect(y, x, 1); // by the receive buffers
            }
            if (sh.myPe() == 0) {
                refused(sh, MISSING, () -> sh.world().broadcast(null, 0), "message is null");
            }
            assertEquals(2, sh.world().broadcast(new byte[2], 0).length, "no other PE has learned of it");
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
