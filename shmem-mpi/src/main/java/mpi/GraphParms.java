// SPDX-License-Identifier: Apache-2.0
package mpi;

/// A graph of ranks, as {@link Intracomm#Create_graph} takes it.
public class GraphParms {
    public int[] index;
    public int[] edges;

    public int getIndex(int i) {
        return index[i];
    }

    public int getEdge(int i) {
        return edges[i];
    }

    public int getIndexCount() {
        return index.length;
    }

    public int getEdgeCount() {
        return edges.length;
    }
}
