// SPDX-License-Identifier: Apache-2.0
package mpi;

/// A graph of ranks, as {@link Intracomm#Create_graph} takes it.
public class GraphParms {
    public int[] index;
    public int[] edges;
}
