// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

import java.util.Optional;

/// An ordered set of PEs: numbering, splitting, and the collective operations, which are its methods.
///
/// **Collective.** Every member calls the same operations in the same order with the same arguments; where a
/// count may differ, the method says so. A mismatch is a [CollectiveMismatchException] on every PE concerned,
/// at this call and at all later ones of the team; nothing has been written to other PEs' objects then.
/// Arguments that are wrong by themselves are refused before any other member hears of the call:
/// `IllegalArgumentException`, `IndexOutOfBoundsException` or, where data are missing, `NullPointerException`.
/// `n == 0` with null arrays is legal and still collective. One thread of a PE at a time; a second one gets an
/// `IllegalStateException`, as does whoever calls a closed team.
///
/// **Completion.** A collective returns when this PE's part is done: its `dst` is complete and its `src` has
/// been read.
///
/// **Readiness.** The caller knows that `dst` may be written on all members; its own `src` is ready. PEs leave at
/// different times: reading another PE's `dst` afterwards needs a [#sync].
public interface Team extends AutoCloseable {

    /// This PE's number in the team.
    int myPe();

    /// How many members the team has.
    int nPes();

    /// The number in another team of the member `pe` of this one, or -1 where it is no member of both.
    int translate(int pe, Team to);

    /// The members `start`, `start + stride`, ... as a team of `size` PEs. `stride` may be negative; 0 only
    /// with size 1. Empty for a PE that is not chosen; a triplet that leaves the team is an
    /// `IllegalArgumentException` on every member, a 65th team of some PE an `IllegalStateException`.
    /// Collective over this team.
    Optional<Team> splitStrided(int start, int stride, int size);

    /// Splits the team into rows of `xrange` PEs and the columns across them; the last row may be short.
    /// Collective over this team.
    Grid split2d(int xrange);

    /// A context whose PE numbers are those of this team. Not collective.
    Ctx ctx(Ctx.Option... options);

    /// Waits until all members have arrived; own stores are visible to them. Puts need a [Shmem#quiet()]
    /// before.
    void sync();

    /// [Shmem#quiet], then [#sync].
    void barrier();

    /// Copies `n` elements of `src` on `root` to `dst` on all members, the root among them. `dst == src` is in
    /// place.
    <S extends SymArray<?, S>> void broadcast(S dst, S src, long n, int root);

    /// Concatenates the members' `src` in team order in everybody's `dst`; `myN` may differ and may be 0. More
    /// than `dst` holds is an `IndexOutOfBoundsException` on every member.
    <S extends SymArray<?, S>> void collect(S dst, S src, long myN);

    /// As [#collect], with the same `n` on every member.
    <S extends SymArray<?, S>> void fcollect(S dst, S src, long n);

    /// Block `l` of `n` elements of `src` on member `k` goes to block `k` of `dst` on member `l`.
    <S extends SymArray<?, S>> void alltoall(S dst, S src, long n);

    /// As [#alltoall], with logical element `e` at `e * stride` on either side; gaps are untouched.
    <S extends SymArray<?, S>> void alltoalls(S dst, S src, long dstStride, long srcStride, long n);

    /// Combines `n` elements of everybody's `src` into everybody's `dst`, in team order: the same bits on every PE and
    /// in every run. `dst == src` is in place; any other overlap is refused.
    <S extends SymNumbers<?, S>> void reduce(Op op, S dst, S src, long n);

    /// Combines one value of each member; no symmetric array needed.
    long reduce(Op op, long mine);

    /// Combines one value of each member; no symmetric array needed.
    double reduce(Op op, double mine);

    /// Inclusive scan: `dst` of member `k` combines the `src` of members 0 to `k`.
    <S extends SymNumbers<?, S>> void inscan(Op op, S dst, S src, long n);

    /// Exclusive scan: `dst` of member `k` combines the `src` of members 0 to `k - 1`; member 0 gets the neutral
    /// element.
    <S extends SymNumbers<?, S>> void exscan(Op op, S dst, S src, long n);

    /// Chooses the algorithm of a collective for this team, or `auto`. Every member makes the same choice. An
    /// unknown name is an `IllegalArgumentException` with the known ones.
    void algorithm(Collective collective, String name);

    /// Chooses how a collective reaches other PEs' memory for this team. Every member makes the same choice.
    void access(Collective collective, Access access);

    /// Ends the team and its contexts. Collective. The world and shared team cannot be closed.
    @Override
    void close();
}
