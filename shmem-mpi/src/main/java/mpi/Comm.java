// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.util.Arrays;

/// A communicator: ranks that send messages to each other, apart from those of other communicators. The methods of Open
/// MPI's spelling are here and in the classes above, as in Open MPI's bindings.
public class Comm extends CollectiveCalls implements Freeable, Cloneable {
    Comm(String name) {
        super(name);
    }

    /// The number that a new communicator of these ranks gets. Collective.
    int newContext() {
        Engine engine = live("newContext");
        long[] next = {engine.nextContext};
        Data mine = Data.of(current, next, 0, 1, MPI.LONG);
        mine.take(reduced(mine, MPI.MAX));
        engine.nextContext = Math.toIntExact(next[0]) + 1;
        return (int) next[0];
    }

    public Group Group() {
        live("Group");
        return new Group(pes);
    }

    public static int Compare(Comm comm1, Comm comm2) {
        if (comm1 == comm2) return MPI.IDENT;
        int groups = Group.Compare(comm1.Group(), comm2.Group());
        return groups == MPI.IDENT ? MPI.CONGRUENT : groups;
    }

    public boolean Test_inter() {
        return false;
    }

    /// {@return `CART`, `GRAPH`, or `UNDEFINED` if the communicator has no topology}
    public int Topo_test() {
        live("Topo_test");
        return this instanceof Cartcomm ? MPI.CART : this instanceof Graphcomm ? MPI.GRAPH : MPI.UNDEFINED;
    }

    public Intercomm Create_intercomm(Comm localComm, int localLeader, int remoteLeader, int tag) {
        throw MPI.missing("Comm.Create_intercomm", "split one communicator instead");
    }

    public Object Attr_get(int keyval) {
        throw MPI.missing("Comm.Attr_get", "keep the value in a variable");
    }

    public void Attr_delete(int keyval) {
        throw MPI.missing("Comm.Attr_delete", "keep the value in a variable");
    }

    /// {@return a communicator of the same ranks} Collective.
    @Override
    public Comm clone() {
        enter("clone");
        Comm copy = empty("a clone of " + getName());
        copy.bind(newContext(), pes);
        return copy;
    }

    Comm empty(String name) {
        return new Intracomm(name);
    }

    public Comm dup() {
        return clone();
    }

    public static int compare(Comm comm1, Comm comm2) {
        return Compare(comm1, comm2);
    }

    public final Group getGroup() {
        return Group();
    }

    public final boolean isInter() {
        return false;
    }

    public final int getTopology() {
        return Topo_test();
    }

    public final void barrier() {
        Barrier();
    }

    public final void bcast(Object buf, int count, Datatype type, int root) {
        Bcast(buf, 0, count, type, root);
    }

    public final void gather(Object sbuf, int sn, Datatype st, Object rbuf, int rn, Datatype rt, int root) {
        Gather(sbuf, 0, sn, st, rbuf, 0, rn, rt, root);
    }

    /// In place: the root's own part lies in `buf` already.
    public final void gather(Object buf, int count, Datatype type, int root) {
        Gather(rank == root ? IN_PLACE : buf, 0, count, type, buf, 0, count, type, root);
    }

    public final void gatherv(
            Object sbuf, int sn, Datatype st, Object rbuf, int[] rn, int[] displs, Datatype rt, int root) {
        Gatherv(sbuf, 0, sn, st, rbuf, 0, rn, displs, rt, root);
    }

    /// In place, on the root.
    public final void gatherv(Object rbuf, int[] rcount, int[] displs, Datatype rt, int root) {
        Gatherv(rank == root ? IN_PLACE : null, 0, 1, rt, rbuf, 0, rcount, displs, rt, root);
    }

    /// In place, on the other ranks.
    public final void gatherv(Object sbuf, int scount, Datatype st, int root) {
        Gatherv(sbuf, 0, scount, st, null, 0, null, null, st, root);
    }

    public final void scatter(Object sbuf, int sn, Datatype st, Object rbuf, int rn, Datatype rt, int root) {
        Scatter(sbuf, 0, sn, st, rbuf, 0, rn, rt, root);
    }

    /// In place: the root's own part stays in `buf`.
    public final void scatter(Object buf, int count, Datatype type, int root) {
        Scatter(buf, 0, count, type, rank == root ? IN_PLACE : buf, 0, count, type, root);
    }

    public final void scatterv(
            Object sbuf, int[] sn, int[] displs, Datatype st, Object rbuf, int rn, Datatype rt, int root) {
        Scatterv(sbuf, 0, sn, displs, st, rbuf, 0, rn, rt, root);
    }

    /// In place, on the root.
    public final void scatterv(Object sbuf, int[] scount, int[] displs, Datatype st, int root) {
        Scatterv(sbuf, 0, scount, displs, st, rank == root ? IN_PLACE : null, 0, 1, st, root);
    }

    /// In place, on the other ranks.
    public final void scatterv(Object rbuf, int rcount, Datatype rt, int root) {
        Scatterv(null, 0, null, null, rt, rbuf, 0, rcount, rt, root);
    }

    public final void allGather(Object sbuf, int sn, Datatype st, Object rbuf, int rn, Datatype rt) {
        Allgather(sbuf, 0, sn, st, rbuf, 0, rn, rt);
    }

    /// In place: the part of each rank lies in its `buf` already.
    public final void allGather(Object buf, int count, Datatype type) {
        Allgather(IN_PLACE, 0, count, type, buf, 0, count, type);
    }

    public final void allGatherv(Object sbuf, int sn, Datatype st, Object rbuf, int[] rn, int[] displs, Datatype rt) {
        Allgatherv(sbuf, 0, sn, st, rbuf, 0, rn, displs, rt);
    }

    public final void allGatherv(Object rbuf, int[] rcount, int[] displs, Datatype rt) {
        Allgatherv(IN_PLACE, 0, 0, rt, rbuf, 0, rcount, displs, rt);
    }

    public final void allToAll(Object sbuf, int sn, Datatype st, Object rbuf, int rn, Datatype rt) {
        Alltoall(sbuf, 0, sn, st, rbuf, 0, rn, rt);
    }

    public final void allToAllv(
            Object sbuf, int[] sn, int[] sat, Datatype st, Object rbuf, int[] rn, int[] rat, Datatype rt) {
        Alltoallv(sbuf, 0, sn, sat, st, rbuf, 0, rn, rat, rt);
    }

    public final void reduce(Object sbuf, Object rbuf, int count, Datatype type, Op op, int root) {
        Reduce(sbuf, 0, rbuf, 0, count, type, op, root);
    }

    /// In place: each rank's operands lie in `buf`, and on the root the results too.
    public final void reduce(Object buf, int count, Datatype type, Op op, int root) {
        Reduce(buf, 0, buf, 0, count, type, op, root);
    }

    public final void allReduce(Object sbuf, Object rbuf, int count, Datatype type, Op op) {
        Allreduce(sbuf, 0, rbuf, 0, count, type, op);
    }

    public final void allReduce(Object buf, int count, Datatype type, Op op) {
        Allreduce(buf, 0, buf, 0, count, type, op);
    }

    public final void reduceScatter(Object sbuf, Object rbuf, int[] rcounts, Datatype type, Op op) {
        Reduce_scatter(sbuf, 0, rbuf, 0, rcounts, type, op);
    }

    public final void reduceScatter(Object buf, int[] counts, Datatype type, Op op) {
        Reduce_scatter(buf, 0, buf, 0, counts, type, op);
    }

    public final void reduceScatterBlock(Object sbuf, Object rbuf, int rcount, Datatype type, Op op) {
        int[] counts = new int[Size()];
        Arrays.fill(counts, rcount);
        reduceScatter(sbuf, rbuf, counts, type, op);
    }

    public final void reduceScatterBlock(Object buf, int count, Datatype type, Op op) {
        reduceScatterBlock(buf, buf, count, type, op);
    }

    /// Combines `inBuf` into `inOutBuf` on this rank alone.
    public static void reduceLocal(Object inBuf, Object inOutBuf, int count, Datatype type, Op op) {
        MPI.engine("reduceLocal");
        op.check("reduceLocal", type);
        Data both = Data.of("reduceLocal", inOutBuf, 0, count, type);
        both.take(op.fold(both, Data.of("reduceLocal", inBuf, 0, count, type).wire(), both.wire()));
    }
}
