// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jshmem.Collective;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SymDoubles;
import org.jshmem.SymFloats;
import org.jshmem.SymInts;
import org.jshmem.SymLongs;
import org.jshmem.SymMem;
import org.jshmem.Team;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Collective calls that are refused: by the one PE whose arguments are wrong, or by all where they differ.
public abstract class TeamRefusalContract extends ApiContract {
    /// Arguments with one count, this root and the strides 1.
    private static CollectiveCall.Arguments of(Shmem sh, long n, int root) {
        long[] counts = new long[sh.nPes()];
        Arrays.fill(counts, n);
        return new CollectiveCall.Arguments(sh.myPe(), sh.nPes(), n, n, root, Op.SUM, 1, 1, counts);
    }

    @Test
    void everyOperationRefusesWrongArgumentsBeforeAnyoneElseHearsOfTheCall() throws Exception {
        run(2, (sh, a) -> {
            Team t = sh.world();
            SymLongs x = sh.longs(10);
            SymLongs y = sh.longs(10);
            SymDoubles d = sh.doubles(10);
            SymLongs gone = sh.longs(1);
            gone.free();
            for (CollectiveCall each : CollectiveCall.DATA) {
                var good = of(sh, 1, 0);
                String verb = each.verb() + ", ";
                refused(sh, ARGUMENT, () -> each.call(t, x, y, of(sh, -1, 0)), verb, "=-1 is negative");
                refused(sh, MISSING, () -> each.call(t, x, null, good), verb + "src is null");
                refused(sh, MISSING, () -> each.call(t, null, y, good), verb + "dst is null");
                refused(sh, STATE, () -> each.call(t, x, gone, good), each.verb(), "was freed");
                refused(sh, ARGUMENT, () -> each.call(t, x, d, good), verb + "dst has longs and src has doubles");
                for (int root : each.hasRoot() ? new int[] {-1, 2} : new int[0]) {
                    String no = verb + "root: PE " + root + " does not exist; this team has PEs 0 to 1";
                    refused(sh, IndexOutOfBoundsException.class, () -> each.call(t, x, y, of(sh, 1, root)), no);
                }
                if (!each.combines()) continue;
                refused(sh, MISSING, () -> each.call(t, x, y, good.with(null)), verb + "op is null");
                refused(sh, ARGUMENT, () -> each.call(t, d, d, good.with(Op.XOR)), "combines the bits of integers");
                refused(sh, ARGUMENT, () -> each.call(t, d, d, of(sh, 0, 0).with(Op.XOR)), "combines the bits");
            }
            assertEquals(2, t.reduce(Op.SUM, 1), "the team is still good");
        });
    }

    @Test
    void wrongArgumentsAreRefusedBeforeAnyoneElseHearsOfTheCall() throws Exception {
        run(2, (sh, a) -> {
            Team t = sh.world();
            SymLongs x = sh.longs(10);
            SymLongs y = sh.longs(10);
            SymFloats f = sh.floats(10);
            refused(sh, BOUNDS, () -> t.broadcast(x, y, 11, 0))
                    .says("broadcast, dst", "10 longs: index 0 + count 11 = 11 exceeds its length");
            refused(sh, ARGUMENT, () -> t.broadcast(x.slice(0, 5), x.slice(4, 5), 5, 0), "overlap", "in place");
            refused(sh, BOUNDS, () -> t.fcollect(x, y, 6))
                    .says(
                            ", dst on",
                            "10 longs: count 6 for each of 2 members = 12 exceeds its length; use a count of at most 5");
            refused(sh, BOUNDS, () -> t.fcollect(x, y, Long.MAX_VALUE), "count=9223372036854775807");
            refused(sh, ARGUMENT, () -> t.fcollect(x, x.slice(5, 5), 5), "overlap", "do not share memory");
            refused(sh, BOUNDS, () -> t.collect(x, y, 11), ", src on", "count 11 = 11 exceeds its length", "10 longs");
            refused(sh, BOUNDS, () -> t.alltoall(x, y, 6))
                    .says(
                            ", dst on",
                            "10 longs: count 6 for each of 2 members = 12 exceeds its length; use a count of at most 5");
            refused(sh, BOUNDS, () -> t.alltoall(x, sh.longs(0), 1))
                    .says(", src on", "0 longs: count 1 for each of 2 members = 2 exceeds its length; make it longer");
            refused(sh, ARGUMENT, () -> t.alltoall(x, x, 1), "overlap");
            refused(sh, ARGUMENT, () -> t.alltoalls(x, y, 0, 1, 1), "dstStride=0 must be at least 1");
            refused(sh, ARGUMENT, () -> t.alltoalls(x, y, 1, -2, 1), "srcStride=-2 must be at least 1");
            refused(sh, BOUNDS, () -> t.alltoalls(x, y, 4, 1, 2))
                    .says(
                            ", dst on",
                            "10 longs: count 2 for each of 2 members with the stride spans 13 elements and exceeds its length;");
            refused(sh, BOUNDS, () -> t.alltoalls(x, y, Long.MAX_VALUE, 1, 2), "10 longs");
            refused(sh, ARGUMENT, () -> t.inscan(Op.AND, f, f, 1), "AND combines the bits of integers, not floats");
            refused(sh, ARGUMENT, () -> t.exscan(Op.AND, f, f, 0), "AND combines the bits of integers, not floats");
            refused(sh, ARGUMENT, () -> t.reduce(Op.OR, 1.0), "OR combines the bits");
            refused(sh, MISSING, () -> t.reduce(null, 1L), "op is null");
            refused(sh, ARGUMENT, () -> t.reduce(Op.SUM, x.slice(0, 4), x.slice(3, 4), 4), "overlap", "in place");
            refused(sh, BOUNDS, () -> t.exscan(Op.SUM, x, y, 11), ", dst on", "count 11 = 11 exceeds its length");
            assertEquals(2, t.reduce(Op.SUM, 1), "the team is still good");
        });
    }

    @Test
    void moreThanDstHoldsIsRefusedOnEveryMember() throws Exception {
        run(3, (sh, a) -> {
            SymLongs x = sh.longs(10);
            SymLongs y = sh.longs(10);
            for (int e = 0; e < 10; e++) y.set(e, 1);
            int mine = sh.myPe() == 0 ? 9 : 1;
            refused(sh, BOUNDS, () -> sh.world().collect(x, y, mine)).says("11 elements", "length=10");
            for (int e = 0; e < 10; e++) assertEquals(0, x.get(e));
            assertEquals(3, sh.world().reduce(Op.SUM, 1));
        });
    }

    @Test
    @Tag(TransportRuns.ENDS_JOB)
    void nothingToMoveIsStillCollectiveAndNeedsNoArrays() throws Exception {
        run(3, (sh, a) -> {
            Team t = sh.world();
            SymLongs none = null;
            SymLongs x = sh.longs(4);
            for (CollectiveCall each : CollectiveCall.DATA) {
                if (each != CollectiveCall.ALLTOALLV) each.call(t, none, none, of(sh, 0, 2));
            }
            t.broadcast(sh.myPe() == 0 ? none : x, x, 0, 2);
            t.inscan(Op.SUM, none, x, 0);
            Signal seen = beginTogether(sh);
            refused(sh, MISMATCH, () -> {
                        if (sh.myPe() != 1) t.reduce(Op.SUM, none, none, 0);
                        sh.syncAll();
                    })
                    .says("reduce(op=sum, count=0", "sync()");
            endTogether(sh, seen);
        });
    }

    @Test
    @Tag(TransportRuns.ENDS_JOB)
    void differentSourcesOfACollectAreFoundThoughSomeBringNothing() throws Exception {
        run(3, (sh, a) -> {
            Signal seen = beginTogether(sh);
            SymLongs x = sh.longs(64);
            SymLongs y = sh.longs(64);
            SymLongs dst = sh.longs(200);
            int me = sh.myPe();
            refused(sh, MISMATCH, () -> {
                        sh.world().collect(dst, me == 0 ? null : me == 1 ? x : y, me == 0 ? 0 : 64);
                        sh.syncAll();
                    })
                    .says(
                            "collect(type=long, dst=byte " + dst.byteOffset(),
                            "src=byte " + x.byteOffset(),
                            ") on PE 1",
                            "src=byte " + y.byteOffset(),
                            ") on PE 2");
            for (int e = 0; e < 200; e++) assertEquals(0, dst.get(e));
            endTogether(sh, seen);
        });
    }

    @Test
    @Tag(TransportRuns.ENDS_JOB)
    void differentArgumentsAreFoundOnEveryMember() throws Exception {
        record Case(Consumer<Shmem> call, String... facts) {}
        int others = 6;
        for (int k = 0; k < others + CollectiveCall.DATA.size(); k++) {
            int which = k;
            run(3, (sh, a) -> {
                Signal seen = beginTogether(sh);
                SymLongs x = sh.longs(64);
                SymLongs y = sh.longs(64);
                SymInts i = sh.ints(64);
                SymMem m = sh.mem(64);
                Team t = sh.world();
                boolean odd = sh.myPe() == 1;
                List<Case> cases = new ArrayList<>(List.of(
                        new Case(s -> t.fcollect(x, y, odd ? 3 : 4), "count=3", "count=4"),
                        new Case(
                                s -> t.alltoall(odd ? y : x, odd ? x : y, 4),
                                "dst=byte " + x.byteOffset(),
                                "dst=byte " + y.byteOffset()),
                        new Case(s -> t.alltoalls(x, y, odd ? 2 : 1, odd ? 1 : 2, 2), "strides=1/2", "strides=2/1"),
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
                                "ring")));
                for (CollectiveCall each : CollectiveCall.DATA) { // with another root, or another destination
                    boolean rooted = each.hasRoot();
                    SymLongs dst = odd && !rooted ? x.slice(1, 63) : x;
                    String[] facts = rooted
                            ? new String[] {each.verb() + "(", "root=1", "root=2"}
                            : new String[] {
                                each.verb() + "(", "dst=byte " + x.byteOffset(), "dst=byte " + (x.byteOffset() + 8)
                            };
                    cases.add(new Case(s -> each.call(t, dst, y, of(sh, 2, odd && rooted ? 2 : 1)), facts));
                }
                refused(sh, MISMATCH, () -> {
                            cases.get(which).call().accept(sh);
                            sh.syncAll();
                        })
                        .says(cases.get(which).facts());
                for (int e = 0; e < 64; e++) assertEquals(0, x.get(e) | y.get(e) | i.get(e));
                assertEquals(64, m.length());
                endTogether(sh, seen);
            });
        }
    }
}
