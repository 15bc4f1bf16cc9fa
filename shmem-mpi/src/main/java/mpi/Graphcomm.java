// SPDX-License-Identifier: Apache-2.0
package mpi;

/// A communicator with a graph, which this library does not make: {@link Intracomm#Create_graph} throws.
public class Graphcomm extends Intracomm {
    Graphcomm() {
        super("a graph");
    }

    public GraphParms Get() {
        throw MPI.missing("Graphcomm.Get", "keep the graph in arrays");
    }

    public int[] Neighbours(int rank) {
        throw MPI.missing("Graphcomm.Neighbours", "keep the neighbours of each rank in an array");
    }

    public int Map(int[] index, int[] edges) {
        throw MPI.missing("Graphcomm.Map", "keep the ranks as they are");
    }
}
