// SPDX-License-Identifier: Apache-2.0
package mpi;

/// The ranks from which a shift receives and to which it sends.
public final class ShiftParms {
    public int rank_source;
    public int rank_dest;

    ShiftParms(int source, int dest) {
        rank_source = source;
        rank_dest = dest;
    }

    public int getRankSource() {
        return rank_source;
    }

    public int getRankDest() {
        return rank_dest;
    }
}
