// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import mpi.Request.Mode;

/// The algorithms of collective calls, over messages in a context of their own.
///
/// A call that waits takes the messages of all communicators meanwhile, so a rank in a collective call still serves
/// those that send to it or receive from it. Each message carries the name and the number of its call; a rank
/// that finds another one than its own throws. Reductions combine in the order of ranks.
abstract class Collectives extends PointToPoint {
    /// Stands for a buffer whose data lie in the call's other buffer.
    static final Object IN_PLACE = new Object();

    private final List<Request> sends = new ArrayList<>();

    Collectives(String name) {
        super(name);
    }

    // messages of the current call

    private void put(int to, MemorySegment bytes) {
        Request send = new Request(this, Mode.SEND, null, to, callTag());
        send.wire = bytes;
        sends.add(send.begin());
    }

    private MemorySegment fetch(int from) {
        Request receive = new Request(this, Mode.RECV, null, from, MPI.ANY_TAG);
        receive.run();
        int tag = receive.status.tag;
        if (tag == callTag()) return receive.wire;
        String mistake = "%s: rank %d is in %s; let all ranks make the same collective calls in the same order";
        throw MPI.refuse(MPI.ERR_OTHER, mistake, current, from, call(tag));
    }

    /// Waits until the data of all sends may be changed.
    private void sent() {
        for (Request send : sends) send.complete();
        sends.clear();
    }

    private int next(int distance) {
        return (rank + distance + pes.length) % pes.length;
    }

    /// Refuses a part of another rank that is longer than that of this rank, or shorter where both have to be equal.
    private MemorySegment checked(MemorySegment bytes, int from, Data mine, boolean equal) {
        long length = bytes.byteSize();
        boolean fits = equal ? length == mine.bytes() : length <= mine.bytes();
        if (fits || mine.type().kind == Kind.OBJECT) return bytes;
        String mistake = "%s: rank %d gives %d bytes, and this rank has %d %s; give equal counts on all ranks";
        throw MPI.refuse(MPI.ERR_TRUNCATE, mistake, current, from, length, mine.count(), mine.type());
    }

    // algorithms

    /// Waits for all ranks.
    void meet() {
        for (int step = 1; step < pes.length; step *= 2) {
            put(next(step), Data.NOTHING);
            fetch(next(-step));
        }
        sent();
    }

    /// Sends down a binomial tree, and returns the root's bytes.
    private MemorySegment spread(MemorySegment bytes, int root) {
        int place = next(-root);
        MemorySegment all = place == 0 ? bytes : fetch((root + (place & place - 1)) % pes.length);
        int below = place == 0 ? Integer.highestOneBit(pes.length) : Integer.lowestOneBit(place) >> 1;
        for (int step = below; step > 0; step >>= 1) {
            if (place + step < pes.length) put((root + place + step) % pes.length, all);
        }
        sent();
        return all;
    }

    void spread(Data data, int root) {
        MemorySegment bytes = spread(rank == root ? data.wire() : null, root);
        if (rank != root) data.take(checked(bytes, root, data, false));
    }

    /// Combines up a binomial tree whose parts are ranks that follow each other. Returns the result on `root` alone.
    MemorySegment combine(Data mine, Op op, int root) {
        MemorySegment all = mine.wire();
        boolean above = false;
        for (int step = 1; step < pes.length && !above; step *= 2) {
            if ((rank & step) != 0) {
                put(rank - step, all);
                above = true;
            } else if (rank + step < pes.length) {
                all = op.fold(mine, all, checked(fetch(rank + step), rank + step, mine, true));
            }
        }
        if (root != 0 && rank == 0) put(root, all);
        if (root != 0 && rank == root) all = fetch(0);
        sent();
        return rank == root ? all : null;
    }

    /// The result of a reduction, on every rank.
    MemorySegment reduced(Data mine, Op op) {
        return spread(combine(mine, op, 0), 0);
    }

    /// Combines along the ranks. Stores what ranks up to this one give, or those before it.
    void scan(Data mine, Data result, Op op, boolean inclusive) {
        MemorySegment before = rank == 0 ? null : checked(fetch(rank - 1), rank - 1, mine, true);
        MemorySegment own = Data.copy(mine.wire());
        MemorySegment all = before == null ? own : op.fold(mine, before, own);
        if (rank + 1 < pes.length) put(rank + 1, all);
        if (inclusive || before != null) result.take(inclusive ? all : before);
        sent();
    }

    /// Sends a part to each rank for which this rank has one, and stores what the ranks send for which it has a place.
    void exchange(IntFunction<Data> parts, IntFunction<Data> places) {
        for (int k = 1; k < pes.length; k++) {
            Data part = parts.apply(next(k));
            if (part != null) put(next(k), part.wire());
        }
        for (int k = 0; k < pes.length; k++) {
            int from = next(-k);
            Data place = places.apply(from);
            Data own = k == 0 ? parts.apply(rank) : null; // null in place too
            if (place == null || k == 0 && own == null) continue;
            place.take(checked(k == 0 ? Data.copy(own.wire()) : fetch(from), from, place, false));
        }
        sent();
    }

    void toRoot(Data mine, IntFunction<Data> places, int root) {
        exchange(k -> k == root ? mine : null, k -> rank == root ? places.apply(k) : null);
    }

    void fromRoot(IntFunction<Data> parts, Data mine, int root) {
        exchange(k -> rank == root ? parts.apply(k) : null, k -> k == root ? mine : null);
    }

    void toAll(Data mine, IntFunction<Data> places) {
        exchange(k -> mine != null ? mine : k == rank ? null : places.apply(rank), places);
    }

    // arguments

    /// Begins a collective call with a root.
    void enter(String call, int root) {
        checkRank(call, "root", root, false);
        enter(call);
    }

    Data data(Object buf, int offset, int count, Datatype type) {
        return buf == IN_PLACE ? null : Data.of(current, buf, offset, count, type);
    }

    /// The part of each rank in a buffer.
    IntFunction<Data> parts(Object buf, int offset, int count, Datatype type) {
        return k -> data(buf, offset + k * count * type.extent, count, type);
    }

    IntFunction<Data> parts(Object buf, int offset, int[] counts, int[] displs, Datatype type) {
        return k -> {
            int given = counts == null || displs == null ? 0 : Math.min(counts.length, displs.length);
            if (given >= pes.length) return data(buf, offset + displs[k] * type.extent, counts[k], type);
            String mistake = "%s: counts and displacements for %d of %d ranks; give one of each for every rank";
            throw MPI.refuse(MPI.ERR_ARG, mistake, current, given, pes.length);
        };
    }

    /// The operands of a reduction of this rank.
    Data operands(Object send, int offset, int count, Datatype type, Op op) {
        Data mine = data(send, offset, count, type);
        if (op == null) throw MPI.refuse(MPI.ERR_OP, "%s: the operation is null; give one such as MPI.SUM", current);
        op.check(current, type);
        return mine;
    }
}
