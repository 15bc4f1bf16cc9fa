// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jshmem.Access;
import org.jshmem.Collective;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.SymDoubles;
import org.jshmem.SymLongs;
import org.jshmem.SymNumbers;
import org.jshmem.Team;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Reductions and scans of teams, as programs call them: every element type, operator, count. That each
/// algorithm computes the right thing is tested below the API, in [ArithmeticContract].
public abstract class TeamArithmeticContract extends TeamCollectiveCase {
    private static long narrow(ElementKind<?, ?> kind, long v) {
        return switch (kind.bytes()) {
            case 1 -> (byte) v;
            case 2 -> (short) v;
            default -> v;
        };
    }

    private static boolean legal(Op op, ElementKind<?, ?> kind) {
        boolean floating = kind.name().equals("floats") || kind.name().equals("doubles");
        return !floating || op.ordinal() > Op.XOR.ordinal();
    }

    private static long neutral(Op op) {
        return switch (op) {
            case AND -> -1;
            case PROD -> 1;
            default -> 0;
        };
    }

    private static long small(Op op, int k, int e) {
        return op == Op.PROD ? 1 + (k + e) % 2 : value(k, e) % 10; // products and sums stay exact in every type
    }

    private static <A, S extends SymNumbers<A, S>> void fill(
            Shmem sh, int k, ElementKind<A, S> kind, S x, Op op, int n) {
        A data = kind.array(n);
        for (int e = 0; e < n; e++) kind.set(data, e, small(op, k, e));
        x.put(data, sh.myPe());
    }

    @SuppressWarnings("unchecked") // all kinds but the last are numbers
    private static <A, S extends SymNumbers<A, S>> void combineAll(Shmem sh, ElementKind<?, ?> any) {
        ElementKind<A, S> kind = (ElementKind<A, S>) any;
        Team team = sh.world();
        int p = sh.nPes();
        int me = sh.myPe();
        for (int n : COUNTS) {
            S src = kind.make().apply(sh, (long) n);
            S dst = kind.make().apply(sh, (long) n);
            for (Op op : Op.values()) {
                if (!legal(op, kind)) continue;
                long[][] prefix = new long[p + 1][n];
                for (int e = 0; e < n; e++) {
                    prefix[0][e] = neutral(op);
                    for (int k = 0; k < p; k++) {
                        long v = small(op, k, e);
                        prefix[k + 1][e] = narrow(kind, k == 0 ? v : Cells.combine(op, prefix[k][e], v));
                    }
                }
                fill(sh, me, kind, src, op, n);
                sh.syncAll();
                team.reduce(op, dst, src, n);
                expect(kind, dst, me, prefix[p]);
                sh.syncAll();
                dst.put(kind.array(n), me);
                int root = n % p;
                team.reduce(op, dst, src, n, root);
                expect(kind, dst, me, me == root ? prefix[p] : new long[n]);
                sh.syncAll();
                team.inscan(op, dst, src, n);
                expect(kind, dst, me, prefix[me + 1]);
                sh.syncAll();
                team.exscan(op, dst, src, n);
                if (me > 0 || op != Op.MAX && op != Op.MIN) expect(kind, dst, me, prefix[me]);
                sh.syncAll();
                team.inscan(op, src, src, n);
                expect(kind, src, me, prefix[me + 1]);
                sh.syncAll();
                fill(sh, me, kind, src, op, n);
                sh.syncAll();
                team.reduce(op, src, src, n);
                expect(kind, src, me, prefix[p]);
                sh.syncAll();
            }
            dst.free();
            src.free();
        }
    }

    @Test
    void reductionsAndScansCombineInTeamOrder() throws Exception {
        runAll((sh, a) -> {
            for (ElementKind<?, ?> kind : ElementKind.ALL.subList(0, 6)) combineAll(sh, kind);
        });
    }

    @Test
    void singleValuesNeedNoSymmetricArray() throws Exception {
        runAll((sh, a) -> {
            int n = sh.nPes();
            int me = sh.myPe();
            assertEquals(n * (n + 1) / 2, sh.world().reduce(Op.SUM, me + 1));
            assertEquals((1L << n) - 1, sh.world().reduce(Op.OR, 1L << me));
            assertEquals(n - 1 + 0.5, sh.world().reduce(Op.MAX, me + 0.5));
            assertEquals(n * 0.25, sh.world().reduce(Op.SUM, 0.25));
        });
    }

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
            refused(sh, ARGUMENT, () -> t.reduce(Op.AND, f))
                    .says("reduce, AND combines the bits of integers, not floats");
            refused(sh, NullPointerException.class, () -> t.reduce(Op.SUM, (long[]) null), "reduce, values is null");
        });
    }

    @Test
    @Tag(TransportRuns.ENDS_JOB)
    void arraysOfDifferentLengthsAreFound() throws Exception {
        String call = "reduce(op=sum, count=%d, type=double, algorithm=";
        String[] facts = {call.formatted(4), call.formatted(5)};
        differs(2, sh -> sh.world().reduce(Op.SUM, new double[5 - sh.myPe()]), facts);
    }

    @Test
    @Tag(TransportRuns.ENDS_JOB)
    void differentRootsAreFound() throws Exception {
        String call = "reduce(op=sum, count=4, type=long, root=%d, dst=byte ";
        Consumer<Shmem> reduce = sh -> {
            SymLongs x = sh.longs(4);
            sh.world().reduce(Op.SUM, x, x, 4, sh.myPe());
        };
        differs(2, reduce, call.formatted(0), call.formatted(1));
    }

    @Test
    void singleValuesAreScannedBroadcastAndCollected() throws Exception {
        runAll((sh, a) -> {
            int n = sh.nPes();
            int me = sh.myPe();
            Team t = sh.world();
            for (int round = 0; round < 30; round++) {
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
            refused(sh, ARGUMENT, () -> t.inscan(Op.XOR, 1.0))
                    .says("inscan, XOR combines the bits of integers, not doubles; use MAX, MIN, SUM or PROD");
            refused(sh, NullPointerException.class, () -> t.exscan(null, 1L), "exscan, op is null; give an Op");
            refused(sh, BOUNDS, () -> t.broadcast(1.5, n)).says("broadcast, root: PE %d does not exist".formatted(n));
        });
    }

    @Test
    @Tag(TransportRuns.ENDS_JOB)
    void differentTypesOfCollectedValuesAreFound() throws Exception {
        Consumer<Shmem> collect = sh -> {
            if (sh.myPe() == 0) sh.world().collect(1L);
            else sh.world().collect(1.0);
        };
        differs(2, collect, "collect(type=long", "collect(type=double");
    }

    @Test
    void sumsOfDoublesAreTheSameBitsEverywhereAndEveryTime() throws Exception {
        long[] bits = new long[1];
        for (int run = 0; run < 3; run++) {
            run(7, (sh, a) -> {
                SymDoubles x = sh.doubles(501);
                SymDoubles sum = sh.doubles(501);
                for (int e = 0; e < 501; e++) x.set(e, Math.sin(1 + 31.7 * e + sh.myPe()) * Math.pow(10, e % 13));
                sh.world().reduce(Op.SUM, sum, x, 501);
                long hash = 17;
                for (int e = 0; e < 501; e++) hash = 31 * hash + Double.doubleToRawLongBits(sum.get(e));
                assertEquals(hash, sh.world().reduce(Op.MAX, hash));
                assertEquals(hash, sh.world().reduce(Op.MIN, hash));
                synchronized (bits) {
                    if (bits[0] == 0) bits[0] = hash;
                    assertEquals(bits[0], hash);
                }
            });
        }
    }

    @Test
    void everyAlgorithmCanBeChosenByItsName() throws Exception {
        run(5, (sh, a) -> {
            Team t = sh.world();
            SymLongs x = sh.longs(100);
            SymLongs y = sh.longs(500);
            for (String name : List.of("flat", "rd", "bruck", "rsag", "ring", "auto")) {
                for (Access access : Access.values()) {
                    t.algorithm(Collective.REDUCE, name);
                    t.access(Collective.REDUCE, access);
                    for (int e = 0; e < 100; e++) x.set(e, e + sh.myPe());
                    sh.syncAll();
                    t.reduce(Op.SUM, y, x, 100);
                    for (int e = 0; e < 100; e++) assertEquals(5 * e + 10, y.get(e), name + " " + access);
                    sh.syncAll();
                }
            }
            refused(sh, ARGUMENT, () -> t.algorithm(Collective.REDUCE, "magic"))
                    .says("algorithm 'magic' of REDUCE is unknown; use one of ", "rsag");
            var unknown = assertThrows(IllegalArgumentException.class, () -> t.algorithm(Collective.REDUCE, "magic"));
            assertNull(unknown.getCause(), "its message would be printed twice");
            refused(sh, NullPointerException.class, () -> t.algorithm(Collective.REDUCE, null), "name is null");
            refused(sh, NullPointerException.class, () -> t.access(null, Access.PTR), "collective is null");
        });
    }
}
