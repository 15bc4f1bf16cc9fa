// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

import java.util.Optional;

/// An ordered set of PEs: their numbers, and the collective operations on them.
///
/// ```java
/// Team world = sh.world();
/// SymDoubles part = sh.doubles(1), sum = sh.doubles(1);
/// part.set(0, mine);
/// world.reduce(Op.SUM, sum, part, 1);                        // on every PE
/// double total = sum.get(0);                                 // the same bits on every PE
/// ```
///
/// **Collective.** Every member calls the same operations in the same order with the same arguments. For each
/// operation the arrays need at least these lengths on every member, for a team of `p` PEs:
///
/// | operation | `src` | `dst` | `dst == src` |
/// |-|-|-|-|
/// | [#broadcast] of `n` | `n`, read on the root only | `n` | allowed |
/// | [#collect] of `myN` | `myN` | sum of all `myN` | refused |
/// | [#fcollect] of `n` | `n` | `n * p` | refused |
/// | [#alltoall] of `n` | `n * p` | `n * p` | refused |
/// | [#alltoalls] of `n` | `(n * p - 1) * srcStride + 1` | `(n * p - 1) * dstStride + 1` | refused |
/// | [#gather] of `n` | `n` | `n * p`, written on the root only | refused |
/// | [#gatherv] of `myN` | `myN` | sum of all `myN`, written on the root only | refused |
/// | [#scatter] of `n` | `n * p`, read on the root only | `n` | refused |
/// | [#alltoallv] | sum of `counts` | sum of what the members send | refused |
/// | [#reduce], [#inscan], [#exscan] of `n` | `n` | `n` | allowed |
///
/// **Visibility.** A collective returns when this PE's part is done: its `dst` is complete and its `src` has
/// been read. Other members may return later: to read another PE's `dst`, call [#sync] first. Nothing
/// is written to the `dst` of a member that has not called yet.
///
/// **Errors.** Wrong arguments are refused before any other member learns of the call:
/// `IllegalArgumentException`, `IndexOutOfBoundsException`, or `NullPointerException` if data are missing; the
/// job can go on. Calls that do not match throw [CollectiveMismatchException] on every member, at this call and
/// at all later ones of the team; nothing has been written to other PEs then. A closed team throws
/// `IllegalStateException`. Every collective throws [PeerFailedException] if another PE fails, and
/// [ShmemTimeoutException] after the job's `--timeout`. A split also throws [SymmetricHeapException] on every member of
/// this team, if the machine has no memory for the new team's flags. An interrupt ends no collective: it completes, and
/// the flag stays set.
///
/// **Threads.** One thread of a PE at a time is in a team's collectives; a second one gets an
/// `IllegalStateException`, also at [ThreadLevel#MULTIPLE].
public interface Team extends AutoCloseable {

    /// {@return this PE's number in the team, from 0 to `nPes() - 1`}
    int myPe();

    /// {@return the number of members}
    int nPes();

    /// {@return the number in team `to` of this team's member `pe`, or -1 if that PE is not a member of both}
    ///
    /// @param pe number of a PE in this team
    /// @param to team whose numbers are returned
    int translate(int pe, Team to);

    /// Makes a team of the `size` members `start`, `start + stride`, ... **Collective** over this team. A PE
    /// can be in 63 teams at once: the world, the shared team, and 61 others.
    ///
    /// @param start number in this team of the new team's PE 0
    /// @param stride may be negative; 0 only with size 1
    /// @param size number of PEs of the new team
    /// @return the new team, or empty on a PE that is not one of the members
    /// @throws IllegalArgumentException on every member, if `start` and `stride` leave this team
    /// @throws IllegalStateException if some PE would be in a 64th team
    Optional<Team> splitStrided(int start, int stride, int size);

    /// Splits the team into rows of `xrange` PEs and the columns across them; the last row may be short.
    /// **Collective** over this team.
    ///
    /// @param xrange number of PEs of a full row, at least 1
    /// @return the teams of this PE's row and column
    /// @throws IllegalArgumentException on every member, if `xrange` is below 1
    /// @throws IllegalStateException if some PE would be in a 64th team
    Grid split2d(int xrange);

    /// Splits the team by colours: the members with one colour become a team, ordered by their keys. **Collective**
    /// over this team.
    ///
    /// ```java
    /// Team half = sh.world().split(sh.myPe() % 2, 0).orElseThrow();      // even and odd PEs, in order
    /// Team reversed = sh.world().split(0, -sh.myPe()).orElseThrow();
    /// ```
    ///
    /// @param colour number that the members of a new team have in common; a negative one for no team
    /// @param key position in the new team relative to the other members; equal keys stay in this team's order
    /// @return the new team of this PE, or empty if its colour is negative
    /// @throws IllegalStateException if some PE would be in a 64th team
    Optional<Team> split(int colour, int key);

    /// Makes a team of the members with the numbers `pes`, in the order of that list. **Collective** over this team:
    /// every member gives the same list.
    ///
    /// @param pes numbers in this team of the new team's members: at least one, and each once
    /// @return the new team, or empty on a PE that is not in the list
    /// @throws IllegalArgumentException on every member, if the list is empty, or names a PE twice or one that this
    ///     team does not have
    /// @throws IllegalStateException if some PE would be in a 64th team
    Optional<Team> splitList(int... pes);

    /// Makes a context with these `options`, whose PE numbers are those of this team. Not collective.
    ///
    /// @param options promises of the program about its use of the context; none for any use
    /// @return the context, to be closed by this PE; it ends with the team
    Ctx ctx(Ctx.Option... options);

    /// Waits until all members have arrived; own plain stores are visible to them afterwards. It does not
    /// complete puts: call [Shmem#quiet()] before, or [#barrier]. **Collective**.
    void sync();

    /// Completes this PE's operations of the default context as [Shmem#quiet()], then waits as [#sync]:
    /// afterwards every member sees all members' earlier stores, and their earlier operations of the default
    /// context. It does not complete other contexts: call [Ctx#quiet()] before. **Collective**.
    void barrier();

    /// Copies `count` elements of `src` on member `root` to `dst` on all members, the root among them.
    /// **Collective**.
    ///
    /// @param <S> type of both arrays, such as [SymLongs]
    /// @param dst array that is written, on every member
    /// @param src array that is read, on the root
    /// @param count number of elements to copy
    /// @param root the member's number in this team
    <S extends SymArray<?, S>> void broadcast(S dst, S src, long count, int root);

    /// Concatenates the members' elements in team order in `dst` of every member. **Collective**.
    ///
    /// @param <S> type of both arrays, such as [SymLongs]
    /// @param dst array that gets the elements of all members
    /// @param src array of which this PE's first elements are read
    /// @param myCount how many elements this PE gives; it may differ from PE to PE and may be 0
    /// @throws IndexOutOfBoundsException on every member, if `dst` is too short for all elements
    <S extends SymArray<?, S>> void collect(S dst, S src, long myCount);

    /// Collects as [#collect] does, with the same `count` on every member. **Collective**.
    <S extends SymArray<?, S>> void fcollect(S dst, S src, long count);

    /// Concatenates the members' elements in team order in `dst` of member `root`; that of the other members is
    /// untouched. **Collective**.
    ///
    /// @param <S> type of both arrays, such as [SymLongs]
    /// @param dst array that gets `count` elements of each member, on the root
    /// @param src array of which this PE's first elements are read
    /// @param count number of elements of each member
    /// @param root the member's number in this team
    <S extends SymArray<?, S>> void gather(S dst, S src, long count, int root);

    /// Gathers blocks at the root as [#gather] does, with a count of its own for each member. **Collective**.
    ///
    /// @throws IndexOutOfBoundsException on every member, if `dst` is too short for all elements
    <S extends SymArray<?, S>> void gatherv(S dst, S src, long myCount, int root);

    /// Copies block `k` of `src` on member `root` to `dst` of member `k`, for all `k`. **Collective**.
    ///
    /// @param <S> type of both arrays, such as [SymLongs]
    /// @param dst array that gets this PE's block
    /// @param src array with a block for each member, read on the root
    /// @param count elements of one block
    /// @param root the member's number in this team
    <S extends SymArray<?, S>> void scatter(S dst, S src, long count, int root);

    /// Sends a block of its own size to each member: the first `counts[0]` elements of `src` to member 0, the next
    /// `counts[1]` to member 1, and so on. The blocks of all members for this one are in `dst` one after the other.
    /// **Collective**.
    ///
    /// @param <S> type of both arrays, such as [SymLongs]
    /// @param dst array that gets a block from each member
    /// @param src array with a block for each member
    /// @param counts elements for each member; they may differ from PE to PE and may be 0
    /// @return how many elements came from each member
    /// @throws IllegalArgumentException if there is not one count for each member, or one is negative
    /// @throws IndexOutOfBoundsException on every member, if `dst` is too short on one of them
    <S extends SymArray<?, S>> long[] alltoallv(S dst, S src, long[] counts);

    /// Copies block `l` of `src` on member `k` to block `k` of `dst` on member `l`, for all `k` and `l`.
    /// **Collective**.
    ///
    /// @param <S> type of both arrays, such as [SymLongs]
    /// @param dst array that gets a block from each member
    /// @param src array with a block for each member
    /// @param count elements of one block
    <S extends SymArray<?, S>> void alltoall(S dst, S src, long count);

    /// Copies blocks as [#alltoall] does; element `e` of block `l` lies at `(l * count + e) * stride` of its array.
    /// Elements of `dst` between them keep their values. **Collective**.
    ///
    /// @throws IllegalArgumentException if a stride is below 1
    <S extends SymArray<?, S>> void alltoalls(S dst, S src, long dstStride, long srcStride, long count);

    /// Combines element by element `count` elements of every member's `src` into every member's `dst`. The
    /// elements are combined in an order that depends on the number of PEs, their hosts, the count and the
    /// algorithm alone: every PE and every run get the same bits. **Collective**.
    ///
    /// @param <S> type of both arrays, such as [SymLongs]
    /// @param op operator, such as [Op#SUM]
    /// @param dst array that gets the results, on every member
    /// @param src array with this PE's operands
    /// @param count number of elements to combine
    /// @throws IllegalArgumentException if `dst` and `src` overlap in part, or `op` is `AND`, `OR` or `XOR`
    ///         on floats or doubles
    <S extends SymNumbers<?, S>> void reduce(Op op, S dst, S src, long count);

    /// Combines by `op` one long of each member and returns the result on every member; needs no symmetric array.
    /// **Collective**.
    ///
    /// @param op operator, such as [Op#SUM]
    /// @param mine operand of this PE
    /// @return the result, equal to the last bit on every member
    long reduce(Op op, long mine);

    /// Combines one double of each member as [#reduce(Op, long)] does: every member gets the same bits.
    ///
    /// @throws IllegalArgumentException if `op` is `AND`, `OR` or `XOR`
    double reduce(Op op, double mine);

    /// Combines as [#reduce(Op, SymNumbers, SymNumbers, long)] into `dst` of member `root` alone; that of the other
    /// members is untouched. **Collective**. The algorithm is chosen together with that of reduce: `flat` and
    /// `tiled` are taken, any other name stands for the better one.
    ///
    /// @param <S> type of both arrays, such as [SymLongs]
    /// @param op operator, such as [Op#SUM]
    /// @param dst array that gets the results, on the root; the same array as `src` for in place
    /// @param src array with this PE's operands
    /// @param count number of elements to combine
    /// @param root the member's number in this team
    /// @throws IllegalArgumentException as [#reduce(Op, SymNumbers, SymNumbers, long)]
    <S extends SymNumbers<?, S>> void reduce(Op op, S dst, S src, long count, int root);

    /// Combines by `op` the doubles of all members' arrays of one length, element by element, and sets every member's
    /// array to the result: the same bits on every member. Needs no symmetric array. **Collective**.
    ///
    /// ```java
    /// double[] sums = {count, sum, squares};
    /// world.reduce(Op.SUM, sums);                                // three sums over all PEs
    /// ```
    ///
    /// @param op operator, such as [Op#SUM]
    /// @param values operands of this PE, which are overwritten by the results
    /// @throws IllegalArgumentException if `op` is `AND`, `OR` or `XOR`
    void reduce(Op op, double[] values);

    /// Combines the arrays of all members as [#reduce(Op, double\[\])] does, for floats.
    void reduce(Op op, float[] values);

    /// Combines the arrays of all members as [#reduce(Op, double\[\])] does, for longs and with all operators.
    void reduce(Op op, long[] values);

    /// Combines the arrays of all members as [#reduce(Op, double\[\])] does, for ints and with all operators.
    void reduce(Op op, int[] values);

    /// Inclusive scan: `dst` of member `k` combines the `src` of members 0 to `k`. **Collective**.
    ///
    /// @param <S> type of both arrays, such as [SymLongs]
    /// @param op operator, such as [Op#SUM]
    /// @param dst array that gets this PE's results
    /// @param src array with this PE's operands
    /// @param count number of elements to combine
    /// @throws IllegalArgumentException as [#reduce(Op, SymNumbers, SymNumbers, long)]
    <S extends SymNumbers<?, S>> void inscan(Op op, S dst, S src, long count);

    /// Exclusive scan: `dst` of member `k` combines the `src` of members 0 to `k - 1`; member 0 gets the
    /// neutral element of `op`. **Collective**.
    ///
    /// @param <S> type of both arrays, such as [SymLongs]
    /// @param op operator, such as [Op#SUM]
    /// @param dst array that gets this PE's results
    /// @param src array with this PE's operands
    /// @param count number of elements to combine
    /// @throws IllegalArgumentException as [#reduce(Op, SymNumbers, SymNumbers, long)]
    <S extends SymNumbers<?, S>> void exscan(Op op, S dst, S src, long count);

    /// Combines by `op` the longs of members 0 to this one, and returns the result; needs no symmetric array.
    /// **Collective**.
    ///
    /// @param op operator, such as [Op#SUM]
    /// @param value operand of this PE
    /// @return the combined values of members 0 to `myPe()`
    long inscan(Op op, long value);

    /// Combines the values up to this member as [#inscan(Op, long)] does, for doubles.
    ///
    /// @throws IllegalArgumentException if `op` is `AND`, `OR` or `XOR`
    double inscan(Op op, double value);

    /// Combines longs as [#inscan(Op, long)] does, without that of this member. **Collective**.
    ///
    /// ```java
    /// long first = world.exscan(Op.SUM, mine);       // where this PE's part of a shared list begins
    /// ```
    ///
    /// @return the combined values of members 0 to `myPe() - 1`; the neutral element of `op` on member 0
    long exscan(Op op, long value);

    /// Combines the values before this member as [#exscan(Op, long)] does, for doubles.
    ///
    /// @throws IllegalArgumentException if `op` is `AND`, `OR` or `XOR`
    double exscan(Op op, double value);

    /// {@return the value of member `root`, on every member} Needs no symmetric array. **Collective**.
    /// @param value that of the root counts
    /// @param root the member's number in this team
    long broadcast(long value, int root);

    /// Returns the root's value as [#broadcast(long, int)] does, for a double.
    double broadcast(double value, int root);

    /// Returns the root's array on every member: any bytes, such as an object that the program has serialized. Needs no
    /// symmetric array. **Collective**.
    ///
    /// @param message the bytes, on the root; ignored on the others, where it may be null
    /// @param root the member's number in this team
    /// @return `message` itself on the root, and a new array on the others
    /// @throws NullPointerException on the root, if it gives null
    byte[] broadcast(byte[] message, int root);

    /// {@return the members' values in team order, a new array} Needs no symmetric array. **Collective**.
    /// @param mine the value of this PE
    long[] collect(long mine);

    /// Returns the members' values as [#collect(long)] does, for a double.
    double[] collect(double mine);

    /// Chooses the algorithm of `collective` for this team by `name`; `auto` returns to the default. Every member
    /// makes the same choice before its next collective; otherwise that call throws
    /// [CollectiveMismatchException] on all members. Not collective itself.
    ///
    /// @param collective operation that the choice is for
    /// @param name name of an algorithm, such as `ring`, or `auto`
    /// @throws IllegalArgumentException if the name is unknown; the message lists the known ones
    void algorithm(Collective collective, String name);

    /// Chooses how `collective` reaches other members' memory in this team: by put and get, by loads and stores
    /// where memory can be loaded, or by the faster one. Every member makes the same choice before its next
    /// collective; otherwise that call throws [CollectiveMismatchException] on all. Not collective itself.
    ///
    /// @param collective operation that the choice is for
    /// @param access put and get, direct loads and stores, or the faster one
    void access(Collective collective, Access access);

    /// Completes this PE's operations of the default context and of the team's contexts, waits for all
    /// members, and ends the team and its contexts. **Collective**. A second close does nothing.
    ///
    /// @throws IllegalStateException if this is the world or the shared team
    @Override
    void close();
}
