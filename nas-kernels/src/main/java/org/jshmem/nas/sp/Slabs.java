// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

/// The assignment of the cube's interior planes to `pes` PEs in order, as evenly as possible; rows likewise, for the
/// sweep along z. With more PEs than planes some PEs have none.
///
/// ```
///   12 nodes on 4 PEs:  plane  0 | 1 2 | 3 4 5 | 6 7 | 8 9 10 | 11      0 and 11 are boundary and never change
///                       PE     0 . 0 .    1    .  2  .    3   . 3
/// ```
record Slabs(int nodes, int pes) {
    /// Returns the first plane of a PE; `first(pe + 1)` is one past its last.
    int first(int pe) {
        return 1 + (int) ((long) pe * (nodes - 2) / pes);
    }

    int count(int pe) {
        return first(pe + 1) - first(pe);
    }

    int most() {
        return (nodes - 2 + pes - 1) / pes;
    }

    /// Returns the owner of a plane; a boundary plane belongs to its neighbour's owner.
    int owner(int plane) {
        int inner = Math.clamp(plane, 1, nodes - 2);
        int pe = (int) ((long) (inner - 1) * pes / (nodes - 2));
        while (first(pe + 1) <= inner) pe++;
        return pe;
    }
}
