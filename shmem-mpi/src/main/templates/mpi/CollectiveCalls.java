// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.util.function.IntFunction;

/// The collective calls in MPJ Express's spelling. Open MPI's, in {@link Comm}, are the same without offsets.
abstract class CollectiveCalls extends PointToPoint {
    CollectiveCalls(String name) {
        super(name);
    }

    /// Begins a collective call, and returns the algorithms for it.
    Collectives enter(String call) {
        peers.enter(call);
        return collectives;
    }

    private Collectives enter(String call, int root) {
        peers.checkRank(call, "root", root, false);
        return enter(call);
    }

    // also public final void barrier
    public void Barrier() {
        enter("Barrier").meet();
    }

    // also public final void bcast
    public void Bcast(Object buf, int offset, int count, Datatype type, int root) {
        enter("Bcast", root).spread(data(buf, offset, count, type), root);
    }

    // also public final void gather
    public void Gather(Object sbuf, int so, int sn, Datatype st, Object rbuf, int ro, int rn, Datatype rt, int root) {
        enter("Gather", root).toRoot(data(sbuf, so, sn, st), parts(rbuf, ro, rn, rt), root);
    }

    // also public final void gatherv
    public void Gatherv(
            Object sbuf, int so, int sn, Datatype st, Object rbuf, int ro, int[] rn, int[] rat, Datatype rt, int root) {
        enter("Gather", root).toRoot(data(sbuf, so, sn, st), parts(rbuf, ro, rn, rat, rt), root);
    }

    // also public final void scatter
    public void Scatter(Object sbuf, int so, int sn, Datatype st, Object rbuf, int ro, int rn, Datatype rt, int root) {
        enter("Scatter", root).fromRoot(parts(sbuf, so, sn, st), data(rbuf, ro, rn, rt), root);
    }

    // also public final void scatterv
    public void Scatterv(
            Object sbuf, int so, int[] sn, int[] sat, Datatype st, Object rbuf, int ro, int rn, Datatype rt, int root) {
        enter("Scatter", root).fromRoot(parts(sbuf, so, sn, sat, st), data(rbuf, ro, rn, rt), root);
    }

    // also public final void allGather
    public void Allgather(Object sbuf, int so, int sn, Datatype st, Object rbuf, int ro, int rn, Datatype rt) {
        enter("Allgather").toAll(data(sbuf, so, sn, st), parts(rbuf, ro, rn, rt));
    }

    // also public final void allGatherv
    public void Allgatherv(
            Object sbuf, int so, int sn, Datatype st, Object rbuf, int ro, int[] rn, int[] rat, Datatype rt) {
        enter("Allgather").toAll(data(sbuf, so, sn, st), parts(rbuf, ro, rn, rat, rt));
    }

    // also public final void allToAll
    public void Alltoall(Object sbuf, int so, int sn, Datatype st, Object rbuf, int ro, int rn, Datatype rt) {
        enter("Alltoall").exchange(parts(sbuf, so, sn, st), parts(rbuf, ro, rn, rt));
    }

    // also public final void allToAllv
    public void Alltoallv(
            Object out, int so, int[] sn, int[] sat, Datatype st, Object in, int ro, int[] rn, int[] rat, Datatype rt) {
        enter("Alltoall").exchange(parts(out, so, sn, sat, st), parts(in, ro, rn, rat, rt));
    }

    // also public final void reduce
    public void Reduce(Object sbuf, int so, Object rbuf, int ro, int count, Datatype type, Op op, int root) {
        var all = enter("Reduce", root).combine(operands(sbuf, so, count, type, op), op, root);
        if (peers.rank == root) data(rbuf, ro, count, type).take(all);
    }

    // also public final void allReduce
    public void Allreduce(Object sbuf, int so, Object rbuf, int ro, int count, Datatype type, Op op) {
        var all = enter("Allreduce").reduced(operands(sbuf, so, count, type, op), op);
        data(rbuf, ro, count, type).take(all);
    }

    // also public final void reduceScatter
    public void Reduce_scatter(Object sbuf, int so, Object rbuf, int ro, int[] rcounts, Datatype type, Op op) {
        Collectives call = enter("Reduce_scatter");
        int[] displs = new int[peers.size() + 1];
        for (int k = 0; k < peers.size(); k++) displs[k + 1] = displs[k] + rcounts[k];
        var all = call.combine(operands(sbuf, so, displs[peers.size()], type, op), op, 0);
        Data whole = Data.temporary(type, displs[peers.size()]);
        if (peers.rank == 0) whole.take(all);
        call.fromRoot(parts(whole.buf(), 0, rcounts, displs, type), data(rbuf, ro, rcounts[peers.rank], type), 0);
    }

    public void Scan(Object sbuf, int so, Object rbuf, int ro, int count, Datatype type, Op op) {
        enter("Scan").scan(operands(sbuf, so, count, type, op), data(rbuf, ro, count, type), op, true);
    }

    void exscan(Object sbuf, Object rbuf, int count, Datatype type, Op op) {
        enter("exScan").scan(operands(sbuf, 0, count, type, op), data(rbuf, 0, count, type), op, false);
    }

    // arguments

    Data data(Object buf, int offset, int count, Datatype type) {
        return buf == Collectives.IN_PLACE ? null : Data.of(peers.current, false, buf, offset, count, type);
    }

    /// The part of each rank in a buffer.
    IntFunction<Data> parts(Object buf, int offset, int count, Datatype type) {
        return k -> data(buf, offset + k * count * type.extent, count, type);
    }

    IntFunction<Data> parts(Object buf, int offset, int[] counts, int[] displs, Datatype type) {
        return k -> {
            int given = counts == null || displs == null ? 0 : Math.min(counts.length, displs.length);
            if (k < given) return data(buf, offset + displs[k] * type.extent, counts[k], type);
            String mistake = "%s: %d counts and displacements, and part %d is needed; give one of each for every part";
            throw MPI.refuse(MPI.ERR_ARG, mistake, peers.current, given, k);
        };
    }

    /// The operands of a reduction of this rank.
    Data operands(Object send, int offset, int count, Datatype type, Op op) {
        Data mine = data(send, offset, count, type);
        Object call = peers.current;
        if (op == null) throw MPI.refuse(MPI.ERR_OP, "%s: the operation is null; give one such as MPI.SUM", call);
        op.check(call, type);
        return mine;
    }
}
