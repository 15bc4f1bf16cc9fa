// SPDX-License-Identifier: Apache-2.0
package mpi;

/// A graph of ranks, which this library does not make.
public class GraphParms {
    public int[] index;
    public int[] edges;
}
