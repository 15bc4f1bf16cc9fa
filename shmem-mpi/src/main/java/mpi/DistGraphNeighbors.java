// SPDX-License-Identifier: Apache-2.0
package mpi;

/// The neighbours of this rank in a graph of which each rank knows its own neighbours alone.
public final class DistGraphNeighbors {
    final int[][] ranks; // those that send to this rank, and those to which it sends
    private final int[][] weights; // null in a graph without weights, whose edges count as 1

    DistGraphNeighbors(int[][] ranks, int[][] weights) {
        this.ranks = ranks;
        this.weights = weights;
    }

    public int getInDegree() {
        return ranks[0].length;
    }

    public int getOutDegree() {
        return ranks[1].length;
    }

    public int getSource(int i) {
        return ranks[0][i];
    }

    public int getDestination(int i) {
        return ranks[1][i];
    }

    public int getSourceWeight(int i) {
        return weights == null ? 1 : weights[0][i];
    }

    public int getDestinationWeight(int i) {
        return weights == null ? 1 : weights[1][i];
    }

    public boolean isWeighted() {
        return weights != null;
    }
}
