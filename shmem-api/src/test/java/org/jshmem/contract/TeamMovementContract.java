// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

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
    void gatherAndScatterMoveBlocksOfTheRoot() throws Exception {
        everywhere(new Body() {
            @Override
            public <A, S extends SymArray<A, S>> void run(Shmem sh, Team team, ElementKind<A, S> kind) {
                for (int n : COUNTS) {
                    S src = filled(sh, team, kind, n * sh.nPes());
                    S dst = kind.make().apply(sh, (long) n * sh.nPes() + 1);
                    for (int call = 0; team != null && call < 3; call++) {
                        int p = team.nPes();
                        int me = team.myPe();
                        int root = call % 2 * (p - 1);
                        long[] expected = new long[n * p + 1]; // the last one stays zero
                        for (int i = 0; i < n * p && me == root; i++) expected[i] = value(i / n, i % n);
                        team.gather(dst, src, n, root);
                        expect(kind, dst, sh.myPe(), expected);
                        dst.put(kind.array(n * p), sh.myPe());
                        Arrays.fill(expected, 0);
                        int at = 0;
                        for (int k = 0; k < p && me == root; k++) {
                            for (int e = 0; e < (k % 2 == 0 ? n : n / 3); e++) expected[at++] = value(k, e);
                        }
                        team.gatherv(dst, src, me % 2 == 0 ? n : n / 3, root);
                        expect(kind, dst, sh.myPe(), expected);
                        dst.put(kind.array(n * p), sh.myPe());
                        Arrays.fill(expected, 0);
                        for (int e = 0; e < n; e++) expected[e] = value(root, (long) me * n + e);
                        team.scatter(dst, src, n, root);
                        expect(kind, dst, sh.myPe(), expected);
                        dst.put(kind.array(n * p), sh.myPe());
                    }
                    dst.free();
                    src.free();
                }
            }
        });
    }

    @Test
    void alltoallvPacksBlocksOfAnySizeInTeamOrder() throws Exception {
        everywhere(new Body() {
            @Override
            public <A, S extends SymArray<A, S>> void run(Shmem sh, Team team, ElementKind<A, S> kind) {
                for (int n : COUNTS) {
                    S src = filled(sh, team, kind, 2 * n * sh.nPes());
                    S dst = kind.make().apply(sh, 2L * n * sh.nPes() + 1);
                    if (team != null) {
                        int p = team.nPes();
                        int me = team.myPe();
                        long[] counts = new long[p];
                        for (int k = 0; k < p; k++) counts[k] = (2L * me + k) % 3 * n;
                        long[] came = team.alltoallv(dst, src, counts);
                        long[] expected = new long[2 * n * p + 1];
                        int at = 0;
                        for (int k = 0; k < p; k++) {
                            assertEquals((2L * k + me) % 3 * n, came[k]);
                            int from = 0;
                            for (int j = 0; j < me; j++) from += (2 * k + j) % 3 * n;
                            for (int e = 0; e < came[k]; e++) expected[at++] = value(k, from + e);
                        }
                        expect(kind, dst, sh.myPe(), expected);
                    }
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
            String who = "PE %d/3: ".formatted(sh.myPe());
            var v = assertThrows(
                    IndexOutOfBoundsException.class, () -> t.alltoallv(y, x, new long[] {sh.myPe(), 3, 1}));
            assertEquals(
                    who
                            + "alltoallv of 9 elements to member 1 does not fit dst, length=7; make dst longer or send less",
                    v.getMessage());
            var g = assertThrows(IndexOutOfBoundsException.class, () -> t.gatherv(y, x, 2 + sh.myPe(), 0));
            assertEquals(
                    who + "gatherv of 9 elements in all does not fit dst, length=7; make dst longer or gather less",
                    g.getMessage());
            var few = assertThrows(IllegalArgumentException.class, () -> t.alltoallv(y, x, new long[2]));
            assertEquals(who + "alltoallv, counts has 2 elements for 3 members; give one for each", few.getMessage());
            var less = assertThrows(IllegalArgumentException.class, () -> t.alltoallv(y, x, new long[] {1, -2, 0}));
            assertEquals(who + "alltoallv, counts[1]=-2 is negative; give 0 or more", less.getMessage());
            assertArrayEquals(new long[] {0, 1, 2}, t.alltoallv(y, x, new long[] {sh.myPe(), sh.myPe(), sh.myPe()}));
            refused(
                    sh,
                    IndexOutOfBoundsException.class,
                    () -> t.gather(y, x, 2, 3),
                    "gather, root: PE 3 does not exist");
            refused(sh, IndexOutOfBoundsException.class, () -> t.scatter(x, y, 3, 0), "scatter, src");
            refused(sh, IllegalArgumentException.class, () -> t.gather(x, x, 1, 0), "gather, dst of ", "overlap");
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
                refused(sh, NullPointerException.class, () -> sh.world().broadcast(null, 0), "message is null");
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
