// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import mpi.Request.Mode;

/// Collective calls of a communicator, in MPJ Express's spelling, over messages in a context of their own.
///
/// A call that waits takes the messages of all communicators meanwhile, so a rank in a collective call still serves
/// those that send to it or receive from it. Each message carries the name and the number of its call; a rank
/// that finds another one than its own throws. Reductions combine in the order of ranks.
abstract class Collectives extends PointToPoint {
    /// Stands for a send buffer whose data lie in the receive buffer.
    static final Object IN_PLACE = new Object();

    private final List<Request> sends = new ArrayList<>();

    Collectives(String name) {
        super(name);
    }

    // messages of the current call

    private void put(int to, MemorySegment bytes) {
        Request send = new Request(this, Mode.STANDARD, null, to, callTag());
        send.wire = bytes;
        sends.add(send.begin());
    }

    private MemorySegment fetch(int from) {
        Request receive = new Request(this, Mode.RECEIVE, null, from, MPI.ANY_TAG);
        receive.begin().complete();
        int tag = receive.status.tag;
        if (tag == callTag()) return receive.wire;
        String mistake = "%s: rank %d is in %s; let all ranks make the same collective calls in the same order";
        throw MPI.refuse(MPI.ERR_OTHER, mistake, call(), from, call(tag));
    }

    /// Waits until the data of all sends may be changed.
    private void sent() {
        for (Request send : sends) send.complete();
        sends.clear();
    }

    private int next(int distance) {
        return (rank + distance + pes.length) % pes.length;
    }

    private void store(Data data, int from) {
        store(data, from, fetch(from));
    }

    private void store(Data data, int from, MemorySegment bytes) {
        if (data.type().kind != Kind.OBJECT && bytes.byteSize() > data.bytes()) {
            String mistake =
                    "%s: rank %d has sent %d bytes, which do not fit into %d %s; give equal counts on all ranks";
            throw MPI.refuse(MPI.ERR_TRUNCATE, mistake, call(), from, bytes.byteSize(), data.count(), data.type());
        }
        data.take(bytes);
    }

    // algorithms

    void meet() {
        for (int step = 1; step < pes.length; step *= 2) {
            put(next(step), Data.NOTHING);
            fetch(next(-step));
        }
        sent();
    }

    /// Sends down a binomial tree, and returns the root's bytes.
    private MemorySegment spread(MemorySegment bytes, int root) {
        int place = next(-root) % pes.length;
        MemorySegment all = place == 0 ? bytes : fetch((root + (place & place - 1)) % pes.length);
        int below = place == 0 ? Integer.highestOneBit(pes.length) : Integer.lowestOneBit(place) >> 1;
        for (int step = below; step > 0; step >>= 1) {
            if (place + step < pes.length) put((root + place + step) % pes.length, all);
        }
        sent();
        return all;
    }

    /// Combines up a binomial tree whose parts are ranks that follow each other. Returns the result on `root` alone.
    private MemorySegment combine(Data mine, Op op, int root) {
        MemorySegment all = mine.wire();
        boolean above = false;
        for (int step = 1; step < pes.length && !above; step *= 2) {
            if ((rank & step) != 0) {
                put(rank - step, all);
                above = true;
            } else if (rank + step < pes.length) {
                all = op.fold(mine, all, equal(mine, rank + step));
            }
        }
        if (root != 0 && rank == 0) put(root, all);
        if (root != 0 && rank == root) all = fetch(0);
        sent();
        return rank == root ? all : null;
    }

    /// The part of a reduction of another rank, which has to be as long as that of this one.
    private MemorySegment equal(Data mine, int from) {
        MemorySegment bytes = fetch(from);
        if (mine.type().kind == Kind.OBJECT || bytes.byteSize() == mine.bytes()) return bytes;
        String mistake = "%s: rank %d gives %d bytes and this rank %d %s; give equal counts on all ranks";
        throw MPI.refuse(MPI.ERR_COUNT, mistake, call(), from, bytes.byteSize(), mine.count(), mine.type());
    }

    /// Each rank sends a part to each, and stores those that it gets. A part may be null for this rank itself.
    private void exchange(IntFunction<Data> parts, IntFunction<Data> places) {
        for (int k = 1; k < pes.length; k++) put(next(k), parts.apply(next(k)).wire());
        Data own = parts.apply(rank);
        if (own != null) store(places.apply(rank), rank, copy(own));
        for (int k = 1; k < pes.length; k++) store(places.apply(next(-k)), next(-k));
        sent();
    }

    private static MemorySegment copy(Data data) {
        return MemorySegment.ofArray(data.wire().toArray(ValueLayout.JAVA_BYTE));
    }

    private void collect(Data mine, IntFunction<Data> places, int root) {
        if (rank != root) put(root, mine.wire());
        else {
            if (mine != null) store(places.apply(rank), rank, copy(mine));
            for (int k = 0; k < pes.length; k++) if (k != root) store(places.apply(k), k);
        }
        sent();
    }

    private void distribute(IntFunction<Data> parts, Data mine, int root) {
        if (rank != root) store(mine, root);
        else {
            for (int k = 0; k < pes.length; k++)
                if (k != root) put(k, parts.apply(k).wire());
            if (mine != null) store(mine, root, copy(parts.apply(rank)));
        }
        sent();
    }

    /// The result of a reduction, on every rank.
    MemorySegment reduced(Data mine, Op op) {
        return spread(combine(mine, op, 0), 0);
    }

    /// Gathers equal arrays on all ranks.
    void gatherAll(int[] mine, int[] all) {
        Data part = new Data(mine, 0, mine.length, MPI.INT);
        exchange(k -> part, k -> new Data(all, k * mine.length, mine.length, MPI.INT));
    }

    // arguments

    private Data data(Object buf, int offset, int count, Datatype type) {
        return buf == IN_PLACE ? null : Data.of(call(), buf, offset, count, type);
    }

    private IntFunction<Data> parts(Object buf, int offset, int count, Datatype type) {
        return k -> Data.of(call(), buf, offset + k * count * type.extent, count, type);
    }

    private IntFunction<Data> parts(Object buf, int offset, int[] counts, int[] displs, Datatype type) {
        int given = counts == null || displs == null ? 0 : Math.min(counts.length, displs.length);
        if (given < pes.length) {
            String mistake = "%s: counts and displacements for %d of %d ranks; give one of each for every rank";
            throw MPI.refuse(MPI.ERR_ARG, mistake, call(), given, pes.length);
        }
        return k -> Data.of(call(), buf, offset + displs[k] * type.extent, counts[k], type);
    }

    private void enter(Call call, int root) {
        checkRank(call.call, "root", root, false);
        enter(call);
    }

    /// The operands of a reduction of this rank.
    private Data operands(Object send, int offset, int count, Datatype type, Op op) {
        Data mine = data(send, offset, count, type);
        if (op == null) throw MPI.refuse(MPI.ERR_OP, "%s: the operation is null; give one such as MPI.SUM", call());
        op.check(call(), type);
        return mine;
    }

    // calls

    public void Barrier() {
        enter(Call.BARRIER);
        meet();
    }

    public void Bcast(Object buf, int offset, int count, Datatype type, int root) {
        enter(Call.BCAST, root);
        Data data = data(buf, offset, count, type);
        MemorySegment bytes = spread(rank == root ? data.wire() : null, root);
        if (rank != root) store(data, root, bytes);
    }

    public void Gather(
            Object sbuf,
            int soff,
            int scount,
            Datatype stype,
            Object rbuf,
            int roff,
            int rcount,
            Datatype rtype,
            int root) {
        enter(Call.GATHER, root);
        collect(data(sbuf, soff, scount, stype), parts(rbuf, roff, rcount, rtype), root);
    }

    public void Gatherv(
            Object sbuf,
            int soff,
            int scount,
            Datatype stype,
            Object rbuf,
            int roff,
            int[] rcount,
            int[] displs,
            Datatype rtype,
            int root) {
        enter(Call.GATHER, root);
        IntFunction<Data> places = rank == root ? parts(rbuf, roff, rcount, displs, rtype) : null;
        collect(data(sbuf, soff, scount, stype), places, root);
    }

    public void Scatter(
            Object sbuf,
            int soff,
            int scount,
            Datatype stype,
            Object rbuf,
            int roff,
            int rcount,
            Datatype rtype,
            int root) {
        enter(Call.SCATTER, root);
        distribute(parts(sbuf, soff, scount, stype), data(rbuf, roff, rcount, rtype), root);
    }

    public void Scatterv(
            Object sbuf,
            int soff,
            int[] scount,
            int[] displs,
            Datatype stype,
            Object rbuf,
            int roff,
            int rcount,
            Datatype rtype,
            int root) {
        enter(Call.SCATTER, root);
        IntFunction<Data> parts = rank == root ? parts(sbuf, soff, scount, displs, stype) : null;
        distribute(parts, data(rbuf, roff, rcount, rtype), root);
    }

    public void Allgather(
            Object sbuf, int soff, int scount, Datatype stype, Object rbuf, int roff, int rcount, Datatype rtype) {
        enter(Call.ALLGATHER);
        toAll(data(sbuf, soff, scount, stype), parts(rbuf, roff, rcount, rtype));
    }

    public void Allgatherv(
            Object sbuf,
            int soff,
            int scount,
            Datatype stype,
            Object rbuf,
            int roff,
            int[] rcount,
            int[] displs,
            Datatype rtype) {
        enter(Call.ALLGATHER);
        toAll(data(sbuf, soff, scount, stype), parts(rbuf, roff, rcount, displs, rtype));
    }

    private void toAll(Data mine, IntFunction<Data> places) {
        exchange(k -> mine != null ? mine : k == rank ? null : places.apply(rank), places);
    }

    public void Alltoall(
            Object sbuf, int soff, int scount, Datatype stype, Object rbuf, int roff, int rcount, Datatype rtype) {
        enter(Call.ALLTOALL);
        exchange(parts(sbuf, soff, scount, stype), parts(rbuf, roff, rcount, rtype));
    }

    public void Alltoallv(
            Object sbuf,
            int soff,
            int[] scount,
            int[] sdispls,
            Datatype stype,
            Object rbuf,
            int roff,
            int[] rcount,
            int[] rdispls,
            Datatype rtype) {
        enter(Call.ALLTOALL);
        exchange(parts(sbuf, soff, scount, sdispls, stype), parts(rbuf, roff, rcount, rdispls, rtype));
    }

    public void Reduce(Object sbuf, int soff, Object rbuf, int roff, int count, Datatype type, Op op, int root) {
        enter(Call.REDUCE, root);
        MemorySegment all = combine(operands(sbuf, soff, count, type, op), op, root);
        if (rank == root) data(rbuf, roff, count, type).take(all);
    }

    public void Allreduce(Object sbuf, int soff, Object rbuf, int roff, int count, Datatype type, Op op) {
        enter(Call.ALLREDUCE);
        Data mine = operands(sbuf, soff, count, type, op);
        data(rbuf, roff, count, type).take(reduced(mine, op));
    }

    public void Reduce_scatter(Object sbuf, int soff, Object rbuf, int roff, int[] rcounts, Datatype type, Op op) {
        enter(Call.REDUCE_SCATTER);
        int[] displs = new int[pes.length + 1];
        for (int k = 0; k < pes.length; k++) displs[k + 1] = displs[k] + rcounts[k];
        int count = displs[pes.length];
        MemorySegment all = combine(operands(sbuf, soff, count, type, op), op, 0);
        Data whole = Data.temporary(type, count);
        if (rank == 0) whole.take(all);
        distribute(parts(whole.buf(), 0, rcounts, displs, type), data(rbuf, roff, rcounts[rank], type), 0);
    }

    public void Scan(Object sbuf, int soff, Object rbuf, int roff, int count, Datatype type, Op op) {
        enter(Call.SCAN);
        scan(operands(sbuf, soff, count, type, op), rbuf, roff, op, true);
    }

    void exscan(Object sbuf, Object rbuf, int count, Datatype type, Op op) {
        enter(Call.EXSCAN);
        scan(operands(sbuf, 0, count, type, op), rbuf, 0, op, false);
    }

    private void scan(Data mine, Object rbuf, int roff, Op op, boolean inclusive) {
        MemorySegment before = rank == 0 ? null : equal(mine, rank - 1);
        MemorySegment own = copy(mine);
        MemorySegment all = before == null ? own : op.fold(mine, before, own);
        if (rank + 1 < pes.length) put(rank + 1, all);
        MemorySegment result = inclusive ? all : before;
        if (result != null) data(rbuf, roff, mine.count(), mine.type()).take(result);
        sent();
    }
}
