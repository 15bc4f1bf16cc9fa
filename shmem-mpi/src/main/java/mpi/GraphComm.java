// SPDX-License-Identifier: Apache-2.0
package mpi;

/// {@link Graphcomm} in Open MPI's spelling. Every graph is one of these, so both spellings meet.
public final class GraphComm extends Graphcomm {
    private final DistGraphNeighbors own; // null where each rank knows the whole graph

    GraphComm(String name, int[] index, int[] edges, DistGraphNeighbors own) {
        super(name, index, edges);
        this.own = own;
    }

    @Override
    GraphComm empty(String name) {
        return new GraphComm(name, index, edges, own);
    }

    @Override
    int[][] neighbours() {
        return own == null ? super.neighbours() : own.ranks;
    }

    @Override
    public GraphComm clone() {
        return (GraphComm) super.clone();
    }

    @Override
    public GraphComm dup() {
        return clone();
    }

    @Override
    public GraphComm dupWithInfo(Info info) {
        return clone();
    }

    public GraphParms getDims() {
        return Get();
    }

    public int[] getNeighbors(int rank) {
        return Neighbours(rank);
    }

    public DistGraphNeighbors getDistGraphNeighbors() {
        if (own != null) return own;
        throw MPI.refuse(MPI.ERR_TOPOLOGY, "getDistGraphNeighbors: %s is known to all ranks; use getNeighbors", this);
    }

    public int map(int[] index, int[] edges) {
        return Map(index, edges);
    }
}
