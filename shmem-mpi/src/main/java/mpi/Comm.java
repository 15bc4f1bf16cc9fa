// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.util.stream.IntStream;

/// A communicator: ranks that send messages to each other, apart from those of other communicators. The methods of Open
/// MPI's spelling are here and in the classes above, as in Open MPI's bindings.
public class Comm extends CollectiveCalls implements Freeable, Cloneable {
    Comm(String name) {
        super(name);
    }

    public int Size() {
        peers.live("Size");
        return peers.size();
    }

    public int Rank() {
        peers.live("Rank");
        return peers.rank;
    }

    public final int getSize() {
        return Size();
    }

    public final int getRank() {
        return Rank();
    }

    public boolean isNull() {
        return peers.freed || peers.size() == 0;
    }

    /// Ends the communicator on this rank. Messages in it that no receive has matched are lost.
    public void Free() {
        peers.live("Free");
        if (this == MPI.COMM_WORLD || this == MPI.COMM_SELF) {
            throw MPI.refuse(MPI.ERR_COMM, "Free: %s cannot be freed; free communicators of the program only", this);
        }
        peers.freed = true;
    }

    @Override
    public final void free() {
        Free();
    }

    /// As [#free], after this rank's messages in the communicator are complete.
    public final void disconnect() {
        peers.live("disconnect").complete(peers);
        Free();
    }

    /// Ends the whole job with this exit status.
    public void Abort(int errorcode) {
        throw MPI.engine("Abort").sh.globalExit(errorcode);
    }

    public final void abort(int errorcode) {
        Abort(errorcode);
    }

    public final void setName(String given) {
        peers.name = given;
    }

    public final String getName() {
        return peers.name;
    }

    public final void setErrhandler(Errhandler errhandler) {
        peers.live("setErrhandler");
    }

    public final Errhandler getErrhandler() {
        return MPI.ERRORS_RETURN;
    }

    @Override
    public String toString() {
        return peers.name;
    }

    public Group Group() {
        peers.live("Group");
        return new Group(peers.pes);
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
        peers.live("Topo_test");
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
        Comm copy = empty("a clone of " + getName());
        copy.peers.bind(enter("clone").newContext(), peers.pes);
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
        Gather(peers.rank == root ? Collectives.IN_PLACE : buf, 0, count, type, buf, 0, count, type, root);
    }

    public final void gatherv(
            Object sbuf, int sn, Datatype st, Object rbuf, int[] rn, int[] displs, Datatype rt, int root) {
        Gatherv(sbuf, 0, sn, st, rbuf, 0, rn, displs, rt, root);
    }

    /// In place, on the root.
    public final void gatherv(Object rbuf, int[] rcount, int[] displs, Datatype rt, int root) {
        Gatherv(peers.rank == root ? Collectives.IN_PLACE : null, 0, 1, rt, rbuf, 0, rcount, displs, rt, root);
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
        Scatter(buf, 0, count, type, peers.rank == root ? Collectives.IN_PLACE : buf, 0, count, type, root);
    }

    public final void scatterv(
            Object sbuf, int[] sn, int[] displs, Datatype st, Object rbuf, int rn, Datatype rt, int root) {
        Scatterv(sbuf, 0, sn, displs, st, rbuf, 0, rn, rt, root);
    }

    /// In place, on the root.
    public final void scatterv(Object sbuf, int[] scount, int[] displs, Datatype st, int root) {
        Scatterv(sbuf, 0, scount, displs, st, peers.rank == root ? Collectives.IN_PLACE : null, 0, 1, st, root);
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
        Allgather(Collectives.IN_PLACE, 0, count, type, buf, 0, count, type);
    }

    public final void allGatherv(Object sbuf, int sn, Datatype st, Object rbuf, int[] rn, int[] displs, Datatype rt) {
        Allgatherv(sbuf, 0, sn, st, rbuf, 0, rn, displs, rt);
    }

    public final void allGatherv(Object rbuf, int[] rcount, int[] displs, Datatype rt) {
        Allgatherv(Collectives.IN_PLACE, 0, 0, rt, rbuf, 0, rcount, displs, rt);
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
        int[] counts = IntStream.range(0, Size()).map(_ -> rcount).toArray();
        reduceScatter(sbuf, rbuf, counts, type, op);
    }

    public final void reduceScatterBlock(Object buf, int count, Datatype type, Op op) {
        reduceScatterBlock(buf, buf, count, type, op);
    }

    /// Combines `inBuf` into `inOutBuf` on this rank alone.
    public static void reduceLocal(Object inBuf, Object inOutBuf, int count, Datatype type, Op op) {
        MPI.engine("reduceLocal");
        op.check("reduceLocal", type);
        Data both = Data.of("reduceLocal", false, inOutBuf, 0, count, type);
        both.take(op.fold(
                both, Data.of("reduceLocal", false, inBuf, 0, count, type).wire(), both.wire()));
    }
}
