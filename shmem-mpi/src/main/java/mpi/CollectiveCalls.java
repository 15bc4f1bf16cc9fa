// SPDX-License-Identifier: Apache-2.0
package mpi;

/// The collective calls in MPJ Express's spelling. Open MPI's, in {@link Comm}, are the same without offsets.
abstract class CollectiveCalls extends Collectives {
    CollectiveCalls(String name) {
        super(name);
    }

    public void Barrier() {
        enter("Barrier");
        meet();
    }

    public void Bcast(Object buf, int offset, int count, Datatype type, int root) {
        enter("Bcast", root);
        spread(data(buf, offset, count, type), root);
    }

    public void Gather(Object sbuf, int so, int sn, Datatype st, Object rbuf, int ro, int rn, Datatype rt, int root) {
        enter("Gather", root);
        toRoot(data(sbuf, so, sn, st), parts(rbuf, ro, rn, rt), root);
    }

    public void Gatherv(
            Object sbuf, int so, int sn, Datatype st, Object rbuf, int ro, int[] rn, int[] rat, Datatype rt, int root) {
        enter("Gather", root);
        toRoot(data(sbuf, so, sn, st), parts(rbuf, ro, rn, rat, rt), root);
    }

    public void Scatter(Object sbuf, int so, int sn, Datatype st, Object rbuf, int ro, int rn, Datatype rt, int root) {
        enter("Scatter", root);
        fromRoot(parts(sbuf, so, sn, st), data(rbuf, ro, rn, rt), root);
    }

    public void Scatterv(
            Object sbuf, int so, int[] sn, int[] sat, Datatype st, Object rbuf, int ro, int rn, Datatype rt, int root) {
        enter("Scatter", root);
        fromRoot(parts(sbuf, so, sn, sat, st), data(rbuf, ro, rn, rt), root);
    }

    public void Allgather(Object sbuf, int so, int sn, Datatype st, Object rbuf, int ro, int rn, Datatype rt) {
        enter("Allgather");
        toAll(data(sbuf, so, sn, st), parts(rbuf, ro, rn, rt));
    }

    public void Allgatherv(
            Object sbuf, int so, int sn, Datatype st, Object rbuf, int ro, int[] rn, int[] rat, Datatype rt) {
        enter("Allgather");
        toAll(data(sbuf, so, sn, st), parts(rbuf, ro, rn, rat, rt));
    }

    public void Alltoall(Object sbuf, int so, int sn, Datatype st, Object rbuf, int ro, int rn, Datatype rt) {
        enter("Alltoall");
        exchange(parts(sbuf, so, sn, st), parts(rbuf, ro, rn, rt));
    }

    public void Alltoallv(
            Object out, int so, int[] sn, int[] sat, Datatype st, Object in, int ro, int[] rn, int[] rat, Datatype rt) {
        enter("Alltoall");
        exchange(parts(out, so, sn, sat, st), parts(in, ro, rn, rat, rt));
    }

    public void Reduce(Object sbuf, int so, Object rbuf, int ro, int count, Datatype type, Op op, int root) {
        enter("Reduce", root);
        var all = combine(operands(sbuf, so, count, type, op), op, root);
        if (rank == root) data(rbuf, ro, count, type).take(all);
    }

    public void Allreduce(Object sbuf, int so, Object rbuf, int ro, int count, Datatype type, Op op) {
        enter("Allreduce");
        Data mine = operands(sbuf, so, count, type, op);
        data(rbuf, ro, count, type).take(reduced(mine, op));
    }

    public void Reduce_scatter(Object sbuf, int so, Object rbuf, int ro, int[] rcounts, Datatype type, Op op) {
        enter("Reduce_scatter");
        int[] displs = new int[pes.length + 1];
        for (int k = 0; k < pes.length; k++) displs[k + 1] = displs[k] + rcounts[k];
        var all = combine(operands(sbuf, so, displs[pes.length], type, op), op, 0);
        Data whole = Data.temporary(type, displs[pes.length]);
        if (rank == 0) whole.take(all);
        fromRoot(parts(whole.buf(), 0, rcounts, displs, type), data(rbuf, ro, rcounts[rank], type), 0);
    }

    public void Scan(Object sbuf, int so, Object rbuf, int ro, int count, Datatype type, Op op) {
        enter("Scan");
        scan(operands(sbuf, so, count, type, op), data(rbuf, ro, count, type), op, true);
    }

    void exscan(Object sbuf, Object rbuf, int count, Datatype type, Op op) {
        enter("exScan");
        scan(operands(sbuf, 0, count, type, op), data(rbuf, 0, count, type), op, false);
    }
}
