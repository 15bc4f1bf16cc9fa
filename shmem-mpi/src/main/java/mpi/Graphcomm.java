// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.util.Arrays;

/// A communicator whose ranks are the nodes of a graph. The graph changes no message; the program asks for
/// neighbours.
public class Graphcomm extends Intracomm {
    final int[] index; // null if each rank knows its own neighbours alone
    final int[] edges;

    /// @param index for each rank the number of neighbours of all ranks up to it
    /// @param edges the neighbours of each rank, one rank after the other
    Graphcomm(String name, int[] index, int[] edges) {
        super(name);
        this.index = index;
        this.edges = edges;
    }

    @Override
    int[][] neighbours() {
        int[] both = Neighbours(peers.rank);
        return new int[][] {both, both};
    }

    private void checkKnown(String call) {
        if (index != null) return;
        String mistake = "%s: each rank of %s knows its own neighbours alone; use getDistGraphNeighbors";
        throw MPI.refuse(MPI.ERR_TOPOLOGY, mistake, call, this);
    }

    public GraphParms Get() {
        checkKnown("Get");
        GraphParms graph = new GraphParms();
        graph.index = index.clone();
        graph.edges = edges.clone();
        return graph;
    }

    /// {@return the neighbours of a rank}
    public int[] Neighbours(int rank) {
        peers.checkRank("Neighbours", "rank", rank, false);
        checkKnown("Neighbours");
        return Arrays.copyOfRange(edges, rank == 0 ? 0 : index[rank - 1], index[rank]);
    }

    /// {@return the rank that this one would have in such a graph, which is the same, or `UNDEFINED` beyond its
    /// nodes}
    public int Map(int[] index, int[] edges) {
        peers.live("Map");
        return peers.rank < index.length ? peers.rank : MPI.UNDEFINED;
    }
}
