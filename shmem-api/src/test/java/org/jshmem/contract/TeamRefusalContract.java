// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jshmem.Collective;
import org.jshmem.Mailbox;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.Signal;
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

    /// A call that PE 1 makes otherwise, and what the exception has.
    private record Case(Consumer<Shmem> call, String... facts) {}

    private static List<Case> cases(Shmem sh, SymLongs x, SymLongs y, SymInts i, SymMem m) {
        Team t = sh.world();
        boolean odd = sh.myPe() == 1;
        String to = "dst=byte ";
        String freed = "free(object at byte %d";
        long line = sh.space("heap").line();
        long next = m.byteOffset() + Math.max(64, line); // m has 64 bytes
        List<Case> cases = new ArrayList<>(List.of(
                new Case(odd ? Shmem::syncAll : Shmem::barrierAll, "barrier() on PE", "sync() on PE 1"),
                new Case(odd ? Shmem::syncAll : Shmem::signal, "allocate(", "sync() on PE 1"),
                new Case(s -> s.longs(odd ? 9 : 8), "allocate(bytes=64", "allocate(bytes=72"),
                new Case(s -> t.fcollect(x, y, odd ? 3 : 4), "count=3", "count=4"),
                new Case(s -> t.alltoall(odd ? y : x, odd ? x : y, 4), to + x.byteOffset(), to + y.byteOffset()),
                new Case(s -> t.alltoalls(x, y, odd ? 2 : 1, odd ? 1 : 2, 2), "strides=1/2", "strides=2/1"),
                new Case(s -> t.reduce(odd ? Op.MAX : Op.SUM, x, y, 4), "op=max", "op=sum"),
                new Case(
                        odd ? s -> t.inscan(Op.SUM, i, i, 4) : s -> t.inscan(Op.SUM, x, x, 4), "type=int", "type=long"),
                new Case(
                        s -> t.reduce(Op.SUM, new double[odd ? 4 : 5]), "count=4, type=double", "count=5, type=double"),
                new Case(s -> s.mailbox(odd ? 4096 : 8192), "kind=mailbox"),
                new Case(odd ? s -> s.ints(2) : s -> s.longs(1), "kind=ints)", "kind=longs)"),
                new Case(odd ? s -> s.mem(8) : s -> s.bytes(8), "kind=mem)", "kind=bytes)"),
                new Case(odd ? s -> t.collect(1.0) : s -> t.collect(1L), "collect(type=long", "collect(type=double"),
                new Case(s -> t.splitStrided(0, 1, odd ? 2 : 3), "splitStrided(start=0, stride=1, size=2)", "size=3)"),
                new Case(s -> t.splitList(odd ? 0 : 1, odd ? 1 : 0), "splitList(size=2, list=#", "on PE 1"),
                new Case(
                        s -> {
                            if (odd) t.algorithm(Collective.REDUCE, "ring");
                            t.reduce(Op.SUM, x, x, 4);
                        },
                        "ring"),
                new Case(
                        s -> {
                            Mailbox box = s.mailbox();
                            if (odd) s.barrierAll();
                            else box.close();
                        },
                        "barrier() on PE 1"),
                new Case(
                        s -> {
                            Shmem inner = Shmem.init();
                            if (odd) inner.close();
                            else s.barrierAll();
                        },
                        "close() on PE 1",
                        "barrier() on PE"),
                new Case(
                        s -> {
                            SymLongs[] z = {s.longs(1), s.longs(1), s.longs(1)};
                            s.freeAll(z[0], z[odd ? 1 : 2]);
                        },
                        freed.formatted(next),
                        "objects=2, others="),
                new Case(
                        s -> {
                            SymLongs[] z = {s.longs(1), s.longs(1)};
                            z[odd ? 1 : 0].free();
                        },
                        freed.formatted(next) + ") on PE",
                        freed.formatted(next + line) + ") on PE 1")));
        for (CollectiveCall each : CollectiveCall.DATA) { // with another root, or another destination
            boolean rooted = each.hasRoot();
            SymLongs dst = odd && !rooted ? x.slice(1, 63) : x;
            String[] places = {to + x.byteOffset(), to + (x.byteOffset() + 8), each.verb() + "("};
            String[] roots = {"root=1", "root=2", each.verb() + "("};
            cases.add(new Case(s -> each.call(t, dst, y, of(sh, 2, odd && rooted ? 2 : 1)), rooted ? roots : places));
        }
        return cases;
    }

    @Test
    @Tag(TransportRuns.ENDS_JOB)
    void callsThatDifferAreFoundOnEveryMember() throws Exception {
        int[] more = {1};
        for (int k = 0; k < more[0]; k++) {
            int which = k;
            run(3, (sh, a) -> {
                Signal seen = beginTogether(sh);
                SymLongs x = sh.longs(64);
                SymLongs y = sh.longs(64);
                SymInts i = sh.ints(64);
                List<Case> cases = cases(sh, x, y, i, sh.mem(64));
                more[0] = cases.size();
                refused(sh, MISMATCH, () -> {
                            cases.get(which).call().accept(sh);
                            sh.syncAll();
                        })
                        .says(cases.get(which).facts());
                refused(sh, MISMATCH, sh::syncAll, cases.get(which).facts()); // and in each call after it
                for (int e = 0; e < 64; e++) assertEquals(0, x.get(e) | y.get(e) | i.get(e));
                endTogether(sh, seen);
            });
        }
    }
}
