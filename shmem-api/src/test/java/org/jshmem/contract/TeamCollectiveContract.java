// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jshmem.Access;
import org.jshmem.Collective;
import org.jshmem.CollectiveMismatchException;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SymArray;
import org.jshmem.SymDoubles;
import org.jshmem.SymFloats;
import org.jshmem.SymInts;
import org.jshmem.SymLongs;
import org.jshmem.SymMem;
import org.jshmem.SymNumbers;
import org.jshmem.Team;
import org.junit.jupiter.api.Test;

/// The collectives as programs call them: every element type, counts, roots, what is refused. That each algorithm
/// computes the right thing is tested below the API, in [CollectiveContract].
public abstract class TeamCollectiveContract extends ApiContract {
    private static final int[] COUNTS = {0, 1, 333};

    /// What one member of a team does with one kind of array.
    @FunctionalInterface
    private interface Body {
        <A, S extends SymArray<A, S>> void run(Shmem sh, Team team, ElementKind<A, S> kind);
    }

    /// Runs the body on the world team and on a reversed team of every second PE, for every kind.
    private void everywhere(Body body) throws Exception {
        runAll((sh, args) -> {
            Optional<Team> some = sh.world().splitStrided(sh.nPes() - 1, -2, (sh.nPes() + 1) / 2);
            for (ElementKind<?, ?> kind : ElementKind.ALL) {
                body.run(sh, sh.world(), kind);
                sh.barrierAll();
            }
            for (ElementKind<?, ?> kind : ElementKind.ALL) body.run(sh, some.orElse(null), kind);
        });
    }

    /// Element `e` that member `k` contributes: small, so that a byte holds it.
    private static long value(int k, long e) {
        return (k * 37L + e * 5) % 100;
    }

    private static <A, S extends SymArray<A, S>> S filled(Shmem sh, Team team, ElementKind<A, S> kind, int n) {
        S src = kind.make().apply(sh, (long) n);
        if (team == null) return src;
        A data = kind.array(n);
        for (int e = 0; e < n; e++) kind.set(data, e, value(team.myPe(), e));
        src.put(data, sh.myPe());
        return src;
    }

    private static <A, S extends SymArray<A, S>> void expect(ElementKind<A, S> kind, S got, int me, long[] expected) {
        A values = kind.array(expected.length);
        got.get(values, me);
        for (int e = 0; e < expected.length; e++) {
            assertEquals(expected[e], ((Number) Array.get(values, e)).longValue(), kind.name() + " at " + e);
        }
    }

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

    private static long combine(Op op, long a, long b) {
        return switch (op) {
            case AND -> a & b;
            case OR -> a | b;
            case XOR -> a ^ b;
            case MAX -> Math.max(a, b);
            case MIN -> Math.min(a, b);
            case SUM -> a + b;
            case PROD -> a * b;
        };
    }

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
                        prefix[k + 1][e] = narrow(kind, k == 0 ? v : combine(op, prefix[k][e], v));
                    }
                }
                fill(sh, me, kind, src, op, n);
                sh.syncAll();
                team.reduce(op, dst, src, n);
                expect(kind, dst, me, prefix[p]);
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
            refused(
                    "no algorithm",
                    IllegalArgumentException.class,
                    () -> t.algorithm(Collective.REDUCE, "magic"),
                    "'magic'",
                    "REDUCE",
                    "rsag");
            refused(sh, NullPointerException.class, () -> t.algorithm(Collective.REDUCE, null), "name is null");
            refused(sh, NullPointerException.class, () -> t.access(null, Access.PTR), "collective is null");
        });
    }

    @Test
    void wrongArgumentsAreRefusedBeforeAnyoneElseHearsOfTheCall() throws Exception {
        run(2, (sh, a) -> {
            Team t = sh.world();
            SymLongs x = sh.longs(10);
            SymLongs y = sh.longs(10);
            SymDoubles d = sh.doubles(10);
            SymFloats f = sh.floats(10);
            Class<? extends Throwable> bounds = IndexOutOfBoundsException.class;
            Class<? extends Throwable> argument = IllegalArgumentException.class;
            Class<? extends Throwable> missing = NullPointerException.class;
            refused(sh, bounds, () -> t.broadcast(x, y, 1, 2), "broadcast", "root=2 is no PE of a team of 2");
            refused(sh, bounds, () -> t.broadcast(x, y, 11, 0), "broadcast, dst of 11 from index 0", "10 longs");
            refused(sh, argument, () -> t.broadcast(x, y, -1, 0), "count=-1 is negative");
            refused(sh, missing, () -> t.broadcast(x, null, 1, 0), "src is null");
            refused(sh, argument, () -> t.broadcast(x.slice(0, 5), x.slice(4, 5), 5, 0), "overlap", "in place");
            refused(sh, bounds, () -> t.fcollect(x, y, 6), "dst of 12", "10 longs");
            refused(sh, bounds, () -> t.fcollect(x, y, Long.MAX_VALUE), "count=9223372036854775807");
            refused(sh, argument, () -> t.fcollect(x, x.slice(5, 5), 5), "overlap", "do not share memory");
            refused(sh, missing, () -> t.collect(null, y, 1), "dst is null");
            refused(sh, bounds, () -> t.collect(x, y, 11), "src of 11", "10 longs");
            refused(sh, bounds, () -> t.alltoall(x, y, 6), "dst of 12", "10 longs");
            refused(sh, argument, () -> t.alltoall(x, x, 1), "overlap");
            refused(sh, argument, () -> t.alltoalls(x, y, 0, 1, 1), "dstStride=0 must be at least 1");
            refused(sh, argument, () -> t.alltoalls(x, y, 1, -2, 1), "srcStride=-2 must be at least 1");
            refused(sh, bounds, () -> t.alltoalls(x, y, 4, 1, 2), "dst of 13", "10 longs");
            refused(sh, bounds, () -> t.alltoalls(x, y, Long.MAX_VALUE, 1, 2), "10 longs");
            refused(sh, argument, () -> t.reduce(Op.XOR, d, d, 1), "XOR combines the bits of integers, not doubles");
            refused(sh, argument, () -> t.inscan(Op.AND, f, f, 1), "AND combines the bits of integers, not floats");
            refused(sh, argument, () -> t.reduce(Op.OR, 1.0), "OR combines the bits");
            refused(sh, missing, () -> t.reduce(null, x, y, 1), "op is null");
            refused(sh, missing, () -> t.reduce(null, 1L), "op is null");
            refused(sh, argument, () -> t.reduce(Op.SUM, x.slice(0, 4), x.slice(3, 4), 4), "overlap", "in place");
            refused(sh, bounds, () -> t.exscan(Op.SUM, x, y, 11), "dst of 11");
            SymLongs gone = sh.longs(1);
            gone.free();
            refused(sh, IllegalStateException.class, () -> t.reduce(Op.SUM, x, gone, 1), "was freed");
            assertEquals(2, t.reduce(Op.SUM, 1), "the team is still good");
        });
    }

    @Test
    void nothingToMoveIsStillCollectiveAndNeedsNoArrays() throws Exception {
        run(3, (sh, a) -> {
            Team t = sh.world();
            SymLongs none = null;
            SymLongs x = sh.longs(4);
            t.broadcast(none, none, 0, 2);
            t.broadcast(sh.myPe() == 0 ? none : x, x, 0, 2);
            t.collect(none, none, 0);
            t.fcollect(none, none, 0);
            t.alltoall(none, none, 0);
            t.alltoalls(none, none, 1, 1, 0);
            t.reduce(Op.SUM, none, none, 0);
            t.inscan(Op.SUM, none, x, 0);
            t.exscan(Op.SUM, none, none, 0);
            Signal seen = sh.signal();
            refused(
                    sh,
                    CollectiveMismatchException.class,
                    () -> {
                        if (sh.myPe() != 1) t.reduce(Op.SUM, none, none, 0);
                        sh.syncAll();
                    },
                    "reduce(op=sum, count=0",
                    "sync()");
            endTogether(sh, seen);
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
            for (String name : List.of("linear", "ring", "bruck")) {
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

    @Test
    void differentSourcesOfACollectAreFoundThoughSomeBringNothing() throws Exception {
        run(3, (sh, a) -> {
            Signal seen = sh.signal();
            SymLongs x = sh.longs(64);
            SymLongs y = sh.longs(64);
            SymLongs dst = sh.longs(200);
            int me = sh.myPe();
            refused(
                    sh,
                    CollectiveMismatchException.class,
                    () -> {
                        sh.world().collect(dst, me == 0 ? null : me == 1 ? x : y, me == 0 ? 0 : 64);
                        sh.syncAll();
                    },
                    "collect(type=long, dst=" + dst.byteOffset(),
                    "src=" + x.byteOffset() + ") on PE 1",
                    "src=" + y.byteOffset() + ") on PE 2");
            for (int e = 0; e < 200; e++) assertEquals(0, dst.get(e));
            endTogether(sh, seen);
        });
    }

    @Test
    void differentArgumentsAreFoundOnEveryMember() throws Exception {
        record Case(Consumer<Shmem> call, String... facts) {}
        for (int k = 0; k < 6; k++) {
            int which = k;
            run(3, (sh, a) -> {
                Signal seen = sh.signal();
                SymLongs x = sh.longs(64);
                SymLongs y = sh.longs(64);
                SymInts i = sh.ints(64);
                SymMem m = sh.mem(64);
                Team t = sh.world();
                boolean odd = sh.myPe() == 1;
                List<Case> cases = List.of(
                        new Case(s -> t.broadcast(x, y, 4, odd ? 1 : 0), "root=1", "root=0"),
                        new Case(s -> t.fcollect(x, y, odd ? 3 : 4), "count=3", "count=4"),
                        new Case(
                                s -> t.alltoall(odd ? y : x, odd ? x : y, 4),
                                "dst=" + x.byteOffset(),
                                "dst=" + y.byteOffset()),
                        new Case(s -> t.reduce(odd ? Op.MAX : Op.SUM, x, y, 4), "op=max", "op=sum"),
                        new Case(
                                s -> {
                                    if (odd) t.inscan(Op.SUM, i, i, 4);
                                    else t.inscan(Op.SUM, x, x, 4);
                                },
                                "type=int",
                                "type=long"),
                        new Case(
                                s -> {
                                    if (odd) t.algorithm(Collective.REDUCE, "ring");
                                    t.reduce(Op.SUM, x, x, 4);
                                },
                                "ring"));
                refused(
                        sh,
                        CollectiveMismatchException.class,
                        () -> {
                            cases.get(which).call().accept(sh);
                            sh.syncAll();
                        },
                        cases.get(which).facts());
                for (int e = 0; e < 64; e++) assertEquals(0, x.get(e) | y.get(e) | i.get(e));
                assertEquals(64, m.length());
                endTogether(sh, seen);
            });
        }
    }

    @Test
    void moreThanDstHoldsIsRefusedOnEveryMember() throws Exception {
        run(3, (sh, a) -> {
            SymLongs x = sh.longs(10);
            SymLongs y = sh.longs(10);
            for (int e = 0; e < 10; e++) y.set(e, 1);
            int mine = sh.myPe() == 0 ? 9 : 1;
            refused(
                    sh,
                    IndexOutOfBoundsException.class,
                    () -> sh.world().collect(x, y, mine),
                    "11 elements",
                    "length=10");
            for (int e = 0; e < 10; e++) assertEquals(0, x.get(e));
            assertEquals(3, sh.world().reduce(Op.SUM, 1));
        });
    }
}
