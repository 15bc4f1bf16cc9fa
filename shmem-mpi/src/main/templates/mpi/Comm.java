// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// A communicator: ranks that send messages to each other, apart from those of other communicators. The methods of Open
/// MPI's spelling are here and in the classes above, as in Open MPI's bindings.
public class Comm extends CollectiveCalls implements Freeable, Cloneable {
    private static int keyvals = 100; // above the predefined ones

    private final Map<Integer, Object> attributes =
            new HashMap<>(Map.of(MPI.TAG_UB, Integer.MAX_VALUE, MPI.HOST, MPI.PROC_NULL, MPI.IO, MPI.ANY_SOURCE));

    Comm(String name) {
        super(name);
    }

    // also public final int getSize
    public int Size() {
        peers.live("Size");
        return peers.size();
    }

    // also public final int getRank
    public int Rank() {
        peers.live("Rank");
        return peers.rank;
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
    // also public final void abort
    public void Abort(int errorcode) {
        throw MPI.engine("Abort").sh.globalExit(errorcode);
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

    // also public final Group getGroup
    public Group Group() {
        peers.live("Group");
        return new Group(peers.pes);
    }

    // also public static int compare
    public static int Compare(Comm comm1, Comm comm2) {
        if (comm1 == comm2) return MPI.IDENT;
        int groups = Group.Compare(comm1.Group(), comm2.Group());
        return groups == MPI.IDENT ? MPI.CONGRUENT : groups;
    }

    public boolean Test_inter() {
        return false;
    }

    /// {@return `CART`, `GRAPH`, or `UNDEFINED` if the communicator has no topology}
    // also public final int getTopology
    public int Topo_test() {
        peers.live("Topo_test");
        if (this instanceof Graphcomm graph) return graph.index == null ? MPI.DIST_GRAPH : MPI.GRAPH;
        return this instanceof Cartcomm ? MPI.CART : MPI.UNDEFINED;
    }

    public Intercomm Create_intercomm(Comm localComm, int localLeader, int remoteLeader, int tag) {
        throw MPI.missing("Comm.Create_intercomm", "split one communicator instead");
    }

    public static int createKeyval() {
        return ++keyvals;
    }

    public static void freeKeyval(int keyval) {
        MPI.engine("freeKeyval");
    }

    public final void setAttr(int keyval, Object value) {
        attributes.put(keyval, value);
    }

    /// {@return the value of an attribute, or null}
    // also public final Object getAttr
    public Object Attr_get(int keyval) {
        return attributes.get(keyval);
    }

    // also public final void deleteAttr
    public void Attr_delete(int keyval) {
        attributes.remove(keyval);
    }

    public final void setInfo(Info info) {
        peers.live("setInfo");
    }

    public final Info getInfo() {
        return new Info();
    }

    /// {@return a communicator of the same ranks} Collective.
    @Override
    public Comm clone() {
        Comm copy = empty("a clone of " + getName());
        copy.peers.bind(enter("clone").newContext(), peers.pes);
        copy.attributes.putAll(attributes);
        return copy;
    }

    Comm empty(String name) {
        return new Intracomm(name);
    }

    public Comm dup() {
        return clone();
    }

    public Comm dupWithInfo(Info info) {
        return clone();
    }

    /// The ranks that send to this one in a topology, and those to which it sends.
    int[][] neighbours() {
        String mistake = "%s: %s has no neighbours; use createCart, createGraph or createDistGraph";
        throw MPI.refuse(MPI.ERR_TOPOLOGY, mistake, peers.current, this);
    }

    private void exchange(String call, IntFunction<Data> parts, IntFunction<Data> places) {
        enter(call).exchange(neighbours(), this instanceof Cartcomm, parts, places);
    }

    public final void neighborAllGather(Object sbuf, int sn, Datatype st, Object rbuf, int rn, Datatype rt) {
        exchange("neighborAllGather", _ -> data(sbuf, 0, sn, st), parts(rbuf, 0, rn, rt));
    }

    public final void neighborAllGatherv(
            Object sbuf, int sn, Datatype st, Object rbuf, int[] rn, int[] rat, Datatype rt) {
        exchange("neighborAllGather", _ -> data(sbuf, 0, sn, st), parts(rbuf, 0, rn, rat, rt));
    }

    public final void neighborAllToAll(Object sbuf, int sn, Datatype st, Object rbuf, int rn, Datatype rt) {
        exchange("neighborAllToAll", parts(sbuf, 0, sn, st), parts(rbuf, 0, rn, rt));
    }

    public final void neighborAllToAllv(
            Object sbuf, int[] sn, int[] sat, Datatype st, Object rbuf, int[] rn, int[] rat, Datatype rt) {
        exchange("neighborAllToAll", parts(sbuf, 0, sn, sat, st), parts(rbuf, 0, rn, rat, rt));
    }

    public final boolean isInter() {
        return false;
    }

    /// In place: the root's own part lies in `buf` already.
    public final void gather(Object buf, int count, Datatype type, int root) {
        Gather(peers.rank == root ? Collectives.IN_PLACE : buf, 0, count, type, buf, 0, count, type, root);
    }

    /// In place, on the root.
    public final void gatherv(Object rbuf, int[] rcount, int[] displs, Datatype rt, int root) {
        Gatherv(peers.rank == root ? Collectives.IN_PLACE : null, 0, 1, rt, rbuf, 0, rcount, displs, rt, root);
    }

    /// In place, on the other ranks.
    public final void gatherv(Object sbuf, int scount, Datatype st, int root) {
        Gatherv(sbuf, 0, scount, st, null, 0, null, null, st, root);
    }

    /// In place: the root's own part stays in `buf`.
    public final void scatter(Object buf, int count, Datatype type, int root) {
        Scatter(buf, 0, count, type, peers.rank == root ? Collectives.IN_PLACE : buf, 0, count, type, root);
    }

    /// In place, on the root.
    public final void scatterv(Object sbuf, int[] scount, int[] displs, Datatype st, int root) {
        Scatterv(sbuf, 0, scount, displs, st, peers.rank == root ? Collectives.IN_PLACE : null, 0, 1, st, root);
    }

    /// In place, on the other ranks.
    public final void scatterv(Object rbuf, int rcount, Datatype rt, int root) {
        Scatterv(null, 0, null, null, rt, rbuf, 0, rcount, rt, root);
    }

    /// In place: the part of each rank lies in its `buf` already.
    public final void allGather(Object buf, int count, Datatype type) {
        Allgather(Collectives.IN_PLACE, 0, count, type, buf, 0, count, type);
    }

    public final void allGatherv(Object rbuf, int[] rcount, int[] displs, Datatype rt) {
        Allgatherv(Collectives.IN_PLACE, 0, 0, rt, rbuf, 0, rcount, displs, rt);
    }

    /// In place: each rank's operands lie in `buf`, and on the root the results too.
    public final void reduce(Object buf, int count, Datatype type, Op op, int root) {
        Reduce(buf, 0, buf, 0, count, type, op, root);
    }

    public final void allReduce(Object buf, int count, Datatype type, Op op) {
        Allreduce(buf, 0, buf, 0, count, type, op);
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
