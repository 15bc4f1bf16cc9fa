// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
import org.jshmem.Collective;
import org.jshmem.Op;
import org.jshmem.SymArray;
import org.jshmem.SymNumbers;
import org.jshmem.Team;
import org.jshmem.collective.Group;
import org.jshmem.collective.algorithm.Broadcasts;
import org.jshmem.collective.algorithm.Exchanges;
import org.jshmem.collective.algorithm.Gathers;
import org.jshmem.collective.algorithm.Reductions;
import org.jshmem.collective.algorithm.Rooted;
import org.jshmem.collective.algorithm.Scans;
import org.jshmem.collective.algorithm.UnequalExchange;
import org.jshmem.collective.diagnose.Operation;
import org.jshmem.collective.kernel.ElementType;

/// The table of collective operations: how a program calls each, how the runtime calls its algorithm, and the elements
/// of the destination afterwards. The contracts of results, order, arguments, refusals and interrupts, and the golden
/// times are made from it, so that a new operation needs a row here and no line there.
@SuppressWarnings({"unchecked", "rawtypes"}) // types that do not go together are for the contract of arguments
public enum CollectiveCall {
    BARRIER(
            Collective.BARRIER,
            (t, _, _, _) -> t.barrier(),
            (g, _, _, _, _) -> g.barrier.sync(Operation.BARRIER),
            (_, _, _) -> {}),
    SYNC(Collective.SYNC, (t, _, _, _) -> t.sync(), (g, _, _, _, _) -> g.barrier.sync(Operation.SYNC), (_, _, _) -> {}),
    BROADCAST(
            Collective.BROADCAST,
            (t, dst, src, a) -> t.broadcast(dst, src, a.n, a.root),
            (g, type, dst, src, a) -> Broadcasts.broadcast(g, type, dst, src, a.n, a.root),
            (to, a, from) -> block(to, 0, from, a.root, 0, a.n)),
    COLLECT(
            Collective.COLLECT,
            (t, dst, src, a) -> t.collect(dst, src, a.mine),
            (g, type, dst, src, a) -> Gathers.collect(g, type, dst, src, a.mine, a.n * a.npes),
            CollectiveCall::unequalBlocks),
    FCOLLECT(
            Collective.FCOLLECT,
            (t, dst, src, a) -> t.fcollect(dst, src, a.n),
            (g, type, dst, src, a) -> Gathers.fcollect(g, type, dst, src, a.n),
            CollectiveCall::blocks),
    ALLTOALL(
            Collective.ALLTOALL,
            (t, dst, src, a) -> t.alltoall(dst, src, a.n),
            (g, type, dst, src, a) -> Exchanges.alltoall(g, type, dst, src, a.n),
            (to, a, from) -> {
                for (int k = 0; k < a.npes; k++) block(to, k * a.n, from, k, a.me * a.n, a.n);
            }),
    ALLTOALLS(
            Collective.ALLTOALLS,
            (t, dst, src, a) -> t.alltoalls(dst, src, a.dstStride, a.srcStride, a.n),
            (g, type, dst, src, a) -> Exchanges.alltoalls(g, type, dst, src, a.dstStride, a.srcStride, a.n),
            (to, a, from) -> {
                for (long i = 0; i < a.n * a.npes; i++) {
                    to[(int) (i * a.dstStride)] = from.at((int) (i / a.n), a.srcStride * (a.me * a.n + i % a.n));
                }
            }),
    REDUCE(
            Collective.REDUCE,
            (t, dst, src, a) -> t.reduce(a.op, (SymNumbers) dst, (SymNumbers) src, a.n),
            (g, type, dst, src, a) -> Reductions.reduce(g, a.op, type, dst, src, a.n),
            (to, a, from) -> sums(to, a, from, a.npes)),
    REDUCE_ROOT(
            Collective.REDUCE,
            (t, dst, src, a) -> t.reduce(a.op, (SymNumbers) dst, (SymNumbers) src, a.n, a.root),
            (g, type, dst, src, a) -> Reductions.reduce(g, a.op, type, dst, src, a.n, a.root),
            (to, a, from) -> sums(to, a, from, a.me == a.root ? a.npes : 0)),
    INSCAN(
            Collective.SCAN,
            (t, dst, src, a) -> t.inscan(a.op, (SymNumbers) dst, (SymNumbers) src, a.n),
            (g, type, dst, src, a) -> Scans.scan(g, Operation.INSCAN, a.op, type, dst, src, a.n),
            (to, a, from) -> sums(to, a, from, a.me + 1)),
    EXSCAN(
            Collective.SCAN,
            (t, dst, src, a) -> t.exscan(a.op, (SymNumbers) dst, (SymNumbers) src, a.n),
            (g, type, dst, src, a) -> Scans.scan(g, Operation.EXSCAN, a.op, type, dst, src, a.n),
            (to, a, from) -> sums(to, a, from, a.me)),
    GATHER(
            Collective.GATHER,
            (t, dst, src, a) -> t.gather(dst, src, a.n, a.root),
            (g, type, dst, src, a) -> Rooted.gather(g, type, dst, src, a.n, a.root),
            (to, a, from) -> {
                if (a.me == a.root) blocks(to, a, from);
            }),
    GATHERV(
            Collective.GATHER,
            (t, dst, src, a) -> t.gatherv(dst, src, a.mine, a.root),
            (g, type, dst, src, a) -> Rooted.gatherv(g, type, dst, src, a.mine, a.n * a.npes, a.root),
            (to, a, from) -> {
                if (a.me == a.root) unequalBlocks(to, a, from);
            }),
    SCATTER(
            Collective.SCATTER,
            (t, dst, src, a) -> t.scatter(dst, src, a.n, a.root),
            (g, type, dst, src, a) -> Rooted.scatter(g, type, dst, src, a.n, a.root),
            (to, a, from) -> block(to, 0, from, a.root, a.me * a.n, a.n)),
    ALLTOALLV(
            Collective.ALLTOALLV,
            (t, dst, src, a) -> t.alltoallv(dst, src, a.counts),
            (g, type, dst, src, a) -> UnequalExchange.alltoallv(g, type, dst, src, a.counts, 2 * a.n * a.npes),
            (to, a, from) -> {
                for (int k = 0, at = 0; k < a.npes; k++) {
                    long[] theirs = Arguments.counts(k, a.npes, a.n);
                    long begin = Arrays.stream(theirs, 0, a.me).sum();
                    block(to, at, from, k, begin, theirs[a.me]);
                    at += (int) theirs[a.me];
                }
            });

    /// The operations that move elements.
    static final List<CollectiveCall> DATA = Arrays.stream(values())
            .filter(each -> each.ordinal() >= BROADCAST.ordinal())
            .toList();

    private static final Set<CollectiveCall> ROOTED = Set.of(BROADCAST, REDUCE_ROOT, GATHER, GATHERV, SCATTER);

    private final Collective collective;
    private final OnTeam onTeam;
    private final OnGroup onGroup;
    private final Result result;

    CollectiveCall(Collective collective, OnTeam onTeam, OnGroup onGroup, Result result) {
        this.collective = collective;
        this.onTeam = onTeam;
        this.onGroup = onGroup;
        this.result = result;
    }

    /// The arguments of a call, of which an operation uses some.
    ///
    /// @param me the number of the member
    /// @param npes the number of members
    /// @param n the count that all members have in common
    /// @param mine the count of this member, where each has its own
    /// @param counts the counts for all members, where each has its own
    public record Arguments(
            int me, int npes, long n, long mine, int root, Op op, long dstStride, long srcStride, long[] counts) {

        /// Arguments for sums, whose unequal counts are at most 2 n.
        public static Arguments of(int me, int npes, long n, int root) {
            return new Arguments(me, npes, n, count(me, n), root, Op.SUM, 2, 3, counts(me, npes, n));
        }

        private static long count(int member, long n) {
            return member % 2 == 0 ? n : n / 3;
        }

        private static long[] counts(int member, int npes, long n) {
            return IntStream.range(0, npes)
                    .mapToLong(k -> (2L * member + k) % 3 * n)
                    .toArray();
        }

        /// These arguments with another operator.
        public Arguments with(Op other) {
            return new Arguments(me, npes, n, mine, root, other, dstStride, srcStride, counts);
        }
    }

    private interface OnTeam {
        void call(Team t, SymArray dst, SymArray src, Arguments a);
    }

    private interface OnGroup {
        void call(Group g, ElementType type, long dst, long src, Arguments a);
    }

    private interface Result {
        void write(long[] dst, Arguments a, Source from);
    }

    /// Element `index` of the source of a member.
    public interface Source {
        long at(int member, long index);
    }

    /// The first operation that has the algorithm of a collective.
    public static CollectiveCall of(Collective collective) {
        return Arrays.stream(values())
                .filter(each -> each.collective == collective)
                .findFirst()
                .orElseThrow();
    }

    /// The collective whose algorithm it has.
    public Collective collective() {
        return collective;
    }

    /// The name in messages.
    String verb() {
        return this == REDUCE_ROOT ? "reduce" : name().toLowerCase(Locale.ROOT);
    }

    /// Whether one member is the root.
    boolean hasRoot() {
        return ROOTED.contains(this);
    }

    /// Whether it combines numbers.
    boolean combines() {
        return collective == Collective.REDUCE || collective == Collective.SCAN;
    }

    /// Calls the method of a team.
    public void call(Team t, SymArray<?, ?> dst, SymArray<?, ?> src, Arguments a) {
        onTeam.call(t, dst, src, a);
    }

    /// Calls the algorithm, with offsets in the region.
    void call(Group g, ElementType type, long dst, long src, Arguments a) {
        onGroup.call(g, type, dst, src, a);
    }

    /// The elements of a destination that was zero, after a call with the arguments of [Arguments#of].
    public long[] expected(int length, Arguments a, Source from) {
        long[] dst = new long[length];
        result.write(dst, a, from);
        return dst;
    }

    private static void block(long[] to, long at, Source from, int member, long begin, long n) {
        for (long i = 0; i < n; i++) to[(int) (at + i)] = from.at(member, begin + i);
    }

    private static void blocks(long[] to, Arguments a, Source from) {
        for (int k = 0; k < a.npes; k++) block(to, k * a.n, from, k, 0, a.n);
    }

    private static void unequalBlocks(long[] to, Arguments a, Source from) {
        for (int k = 0, at = 0; k < a.npes; k++) {
            block(to, at, from, k, 0, Arguments.count(k, a.n));
            at += (int) Arguments.count(k, a.n);
        }
    }

    private static void sums(long[] to, Arguments a, Source from, int members) {
        for (int i = 0; i < a.n; i++) for (int k = 0; k < members; k++) to[i] += from.at(k, i);
    }
}
