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

    public void Gather(
            Object sbuf, int soff, int sn, Datatype stype, Object rbuf, int roff, int rn, Datatype rtype, int root) {
        enter("Gather", root);
        toRoot(data(sbuf, soff, sn, stype), parts(rbuf, roff, rn, rtype), root);
    }

    public void Gatherv(
            Object sbuf,
            int soff,
            int sn,
            Datatype stype,
            Object rbuf,
            int roff,
            int[] rn,
            int[] displs,
            Datatype rtype,
            int root) {
        enter("Gather", root);
        toRoot(data(sbuf, soff, sn, stype), parts(rbuf, roff, rn, displs, rtype), root);
    }

    public void Scatter(
            Object sbuf, int soff, int sn, Datatype stype, Object rbuf, int roff, int rn, Datatype rtype, int root) {
        enter("Scatter", root);
        fromRoot(parts(sbuf, soff, sn, stype), data(rbuf, roff, rn, rtype), root);
    }

    public void Scatterv(
            Object sbuf,
            int soff,
            int[] sn,
            int[] displs,
            Datatype stype,
            Object rbuf,
            int roff,
            int rn,
            Datatype rtype,
            int root) {
        enter("Scatter", root);
        fromRoot(parts(sbuf, soff, sn, displs, stype), data(rbuf, roff, rn, rtype), root);
    }

    public void Allgather(
            Object sbuf, int soff, int sn, Datatype stype, Object rbuf, int roff, int rn, Datatype rtype) {
        enter("Allgather");
        toAll(data(sbuf, soff, sn, stype), parts(rbuf, roff, rn, rtype));
    }

    public void Allgatherv(
            Object sbuf, int soff, int sn, Datatype stype, Object rbuf, int roff, int[] rn, int[] rat, Datatype rtype) {
        enter("Allgather");
        toAll(data(sbuf, soff, sn, stype), parts(rbuf, roff, rn, rat, rtype));
    }

    public void Alltoall(Object sbuf, int soff, int sn, Datatype stype, Object rbuf, int roff, int rn, Datatype rtype) {
        enter("Alltoall");
        exchange(parts(sbuf, soff, sn, stype), parts(rbuf, roff, rn, rtype));
    }

    public void Alltoallv(
            Object sbuf,
            int soff,
            int[] sn,
            int[] sdispls,
            Datatype stype,
            Object rbuf,
            int roff,
            int[] rn,
            int[] rdispls,
            Datatype rtype) {
        enter("Alltoall");
        exchange(parts(sbuf, soff, sn, sdispls, stype), parts(rbuf, roff, rn, rdispls, rtype));
    }

    public void Reduce(Object sbuf, int soff, Object rbuf, int roff, int count, Datatype type, Op op, int root) {
        enter("Reduce", root);
        var all = combine(operands(sbuf, soff, count, type, op), op, root);
        if (rank == root) data(rbuf, roff, count, type).take(all);
    }

    public void Allreduce(Object sbuf, int soff, Object rbuf, int roff, int count, Datatype type, Op op) {
        enter("Allreduce");
        Data mine = operands(sbuf, soff, count, type, op);
        data(rbuf, roff, count, type).take(reduced(mine, op));
    }

    public void Reduce_scatter(Object sbuf, int soff, Object rbuf, int roff, int[] rcounts, Datatype type, Op op) {
        enter("Reduce_scatter");
        int[] displs = new int[pes.length + 1];
        for (int k = 0; k < pes.length; k++) displs[k + 1] = displs[k] + rcounts[k];
        var all = combine(operands(sbuf, soff, displs[pes.length], type, op), op, 0);
        Data whole = Data.temporary(type, displs[pes.length]);
        if (rank == 0) whole.take(all);
        fromRoot(parts(whole.buf(), 0, rcounts, displs, type), data(rbuf, roff, rcounts[rank], type), 0);
    }

    public void Scan(Object sbuf, int soff, Object rbuf, int roff, int count, Datatype type, Op op) {
        enter("Scan");
        scan(operands(sbuf, soff, count, type, op), data(rbuf, roff, count, type), op, true);
    }

    void exscan(Object sbuf, Object rbuf, int count, Datatype type, Op op) {
        enter("exScan");
        scan(operands(sbuf, 0, count, type, op), data(rbuf, 0, count, type), op, false);
    }
}
